/** The engine's panel: switch, number of lines, figures, and lines to click. */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { isFlip } from './desk.js';
import { MOST_LINES, colourOfLine } from './engine.js';
import { profileSelect } from './profile-choice.js';
import { scoreText, short } from './score.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */
/** @typedef {import('../types.js').Ply} Ply */

/** More of a line than this is more than anybody reads. */
const PLIES_SHOWN = 12;

/**
 * @param {Desk} desk
 * @param {Engine} engine
 */
export function enginePanel(desk, engine) {
  return html`
    <section class="card engine" aria-labelledby="engine-title" data-test="engine-panel">
      <div class="engine-head">
        <h2 id="engine-title" class="visually-hidden">${t('analyse.engine.title')}</h2>
        <button class="switch" type="button" role="switch" aria-checked=${engine.on ? 'true' : 'false'}
          data-test="engine-toggle" @click=${() => engine.toggle()}>
          <span class="switch-track" aria-hidden="true"></span>${t('analyse.engine.on')}
        </button>
        ${figures(engine)}
        <span class="engine-choices">${profileSelect(engine.profiles, 'engine-profile', t('analyse.engine.which'))}${linesChoice(engine)}</span>
      </div>
      <div class="engine-body" .style=${`--lines: ${engine.on && !engine.failure && !desk.isOver ? engine.lines : 0}`}>${body(desk, engine)}</div>
    </section>`;
}

/** @param {Engine} engine */
function linesChoice(engine) {
  const counts = Array.from({ length: MOST_LINES }, (_, index) => index + 1);
  return html`
    <label class="engine-lines">
      <span>${t('analyse.engine.lines')}</span>
      <select data-test="engine-lines" @change=${(/** @type {Event} */ event) => engine.setLines(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${counts.map((count) => html`<option value=${count} ?selected=${count === engine.lines}>${count}</option>`)}
      </select>
    </label>`;
}

/** @param {Engine} engine */
function figures({ analysis }) {
  if (!analysis) return html`<span class="engine-figures"></span>`;
  const { depth, nodes, nps } = analysis;
  return html`
    <span class="engine-figures" data-test="engine-figures">
      <span data-test="engine-depth" data-depth=${depth}>${t('analyse.engine.depth', { depth })}</span>
      <span data-test="engine-nodes">${t('analyse.engine.nodes', { nodes: short(nodes) })}</span>
      <span data-test="engine-nps">${t('analyse.engine.speed', { nps: short(nps) })}</span>
    </span>`;
}

/**
 * @param {Desk} desk
 * @param {Engine} engine
 */
function body(desk, engine) {
  if (engine.failure) {
    return html`${notice(t('analyse.engine.failed', { reason: engine.failure }), 'engine-error')}
      ${engine.detail ? html`<p class="muted small" lang="en" data-test="engine-detail">${engine.detail}</p>` : nothing}`;
  }
  if (!engine.on) return notice(t('analyse.engine.off'), 'engine-off');
  if (desk.isOver) return notice(t('analyse.engine.over'), 'engine-over');
  const lines = engine.analysis?.lines ?? [];
  if (!lines.length) return notice(t('analyse.engine.thinking'), 'engine-thinking');
  return html`
    <ol class="lines" data-test="lines">${lines.map((line, place) => lineView(desk, line, place))}</ol>
    ${engine.analysis?.done ? notice(t('analyse.engine.done'), 'engine-done') : nothing}`;
}

/**
 * @param {string} text
 * @param {string} test
 */
function notice(text, test) {
  return html`<p class="muted small" data-test=${test}>${text}</p>`;
}

/**
 * @param {Desk} desk
 * @param {AnalysisLine} line
 * @param {number} place
 */
function lineView(desk, line, place) {
  const score = scoreText(line.score);
  return html`
    <li class="line" data-test="line-${place + 1}">
      <span class="line-number ${colourOfLine(place)}" aria-hidden="true">${place + 1}</span>
      <span class="line-score ${sideOf(score)}" data-test="line-score">
        <span aria-hidden="true">${score}</span>
        <span class="visually-hidden">${t('analyse.engine.line', { n: place + 1, score })}</span>
      </span>
      <span class="line-plies">
        ${line.plies.slice(0, PLIES_SHOWN).map((ply, index) => html`
          <button type="button" class="ply-link" data-test="line-ply" title=${t('analyse.engine.walk', { move: textOf(ply) })}
            @click=${() => desk.walkLine(line.plies.slice(0, index + 1))}>${textOf(ply)}</button>`)}
      </span>
    </li>`;
}

/**
 * Whom a written score favours, for its colour.
 * @param {string} text
 */
function sideOf(text) {
  if (text === '0.00' || text === '–') return 'even';
  return text.startsWith('−') ? 'second' : 'first';
}

/**
 * A ply in the chosen notation; an open flip says which square.
 * @param {Ply} ply
 */
export function textOf(ply) {
  if (isFlip(ply) && !ply.reveal) return t('analyse.engine.flip', { square: ply.from });
  return ply.text[settings().notation];
}
