/**
 * The text of a pattern, with what is wrong with it marked at its place.
 * @module parts/pattern-text
 */

import { html, live, nothing } from '../vendor/lit-html.js';
import { t, tn } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { problemText } from './pattern-problem.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('../types.js').PatternProblem} Problem */

/** @param {PatternEditor} editor */
export function textPanel(editor) {
  const { text, problems, tidy } = editor;
  const faults = problems.filter(({ severity }) => severity === 'error').length;
  const several = (text.match(/^\(pattern\s/gm) ?? []).length > 1;
  return html`
    <section class="card stack tight" aria-labelledby="text-title">
      <div class="row spread"><h2 id="text-title">${t('patterns.text')}</h2>
        <span class="row">
          ${several ? html`<button type="button" class="button small" data-test="text-split" @click=${() => editor.split().catch(reportError)}>${t('patterns.split')}</button>` : nothing}
          <button type="button" class="button small" data-test="text-tidy" ?disabled=${tidy === null || tidy.trim() === text.trim()}
            @click=${() => tidy !== null && editor.setText(tidy)}>${t('patterns.tidy')}</button>
        </span></div>
      <div class="code">
        <pre class="code-back" aria-hidden="true" data-test="code-marks">${marked(text, problems)}</pre>
        <textarea spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" rows="16" aria-labelledby="text-title"
          aria-invalid=${faults ? 'true' : 'false'} aria-describedby="text-problems" data-test="pattern-text" .value=${live(text)}
          @input=${(/** @type {Event} */ event) => editor.setText(/** @type {HTMLTextAreaElement} */ (event.target).value)}
          @scroll=${(/** @type {Event} */ event) => follow(/** @type {HTMLElement} */ (event.target))}></textarea>
      </div>
      <div id="text-problems" role="status" data-test="text-problems" data-errors=${editor.waiting ? 'waiting' : faults}>
        ${problems.length ? html`
          <p class="visually-hidden">${tn('patterns.problems', problems.length)}</p>
          <ul class="text-problems">${problems.map((problem, index) => problemView(problem, index))}</ul>`
          : html`<p class="small muted">${editor.waiting ? t('patterns.reading') : t('patterns.sound')}</p>`}
      </div>
    </section>`;
}

/**
 * @param {Problem} problem
 * @param {number} index
 */
const problemView = (problem, index) => html`
  <li class=${problem.severity}>
    <button type="button" class="problem-place" data-test="problem-${index}" data-line=${problem.line} data-column=${problem.column} @click=${() => show(problem)}>
      ${t('patterns.place', { line: problem.line, column: problem.column })}</button>
    ${problemText(problem)}</li>`;

/**
 * Brings the cursor to the place.
 * @param {Problem} problem
 */
function show({ from, to }) {
  const box = document.querySelector('[data-test="pattern-text"]');
  if (!(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  box.setSelectionRange(from, to);
}

/** The marks scroll with the text. @param {HTMLElement} box */
function follow(box) {
  const back = box.previousElementSibling;
  if (!back) return;
  back.scrollTop = box.scrollTop;
  back.scrollLeft = box.scrollLeft;
}

/**
 * The text with marks, for behind the field.
 * @param {string} text
 * @param {Problem[]} problems
 */
function marked(text, problems) {
  const pieces = [];
  let at = 0;
  for (const { from, to, severity } of [...problems].sort((one, two) => one.from - two.from)) {
    if (from < at || from >= text.length) continue;
    const end = Math.min(text.length, Math.max(to, from + 1));
    pieces.push(text.slice(at, from), html`<mark class=${severity}>${text.slice(from, end)}</mark>`);
    at = end;
  }
  // A last line without an end would not scroll as far as the field.
  return [...pieces, text.slice(at), '\n'];
}
