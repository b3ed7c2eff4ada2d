/**
 * The sets of patterns, and the patterns of one: chosen, made, copied, deleted, kept, taken
 * to a file and back.
 * @module parts/pattern-list
 */

import { html, live, nothing } from '../vendor/lit-html.js';
import { currentLanguage, t, tn } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { confirmed } from './confirm.js';
import { icon } from './icon.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('../types.js').PatternInSet} PatternInSet */
/** @typedef {import('../types.js').PatternWords} PatternWords */

/** @type {Record<string, keyof PatternWords>} */
const WORDS = { en: 'en', 'zh-Hant': 'hant', 'zh-Hans': 'hans' };

/**
 * What people call a pattern, in the language of the page.
 * @param {{ key?: string, name?: PatternWords }} pattern
 */
export function patternName({ key, name }) {
  return name?.[WORDS[currentLanguage()] ?? 'en'] || name?.en || key || t('patterns.unnamed');
}

/** @param {PatternEditor} editor */
export function setBar(editor) {
  const { head, sets } = editor;
  const here = editor.opening ?? head.id;
  const own = sets.filter(({ shipped }) => !shipped);
  const shipped = sets.filter((one) => one.shipped);
  return html`
    <section class="card stack tight" aria-labelledby="set-title">
      <h2 id="set-title" class="visually-hidden">${t('patterns.set')}</h2>
      <div class="pattern-set">
        <div class="field">
          <label for="set-choice">${t('patterns.set')}</label>
          <select id="set-choice" data-test="set-choice" @change=${(/** @type {Event} */ event) => openSet(editor, /** @type {HTMLSelectElement} */ (event.target))}>
            ${head.id === null ? html`<option value="" .selected=${live(here === null)}>${head.title} ${t('patterns.not_kept')}</option>` : nothing}
            ${own.length ? html`<optgroup label=${t('patterns.own_sets')}>${own.map(({ id, title }) => html`<option value=${id} .selected=${live(id === here)}>${title}</option>`)}</optgroup>` : nothing}
            <optgroup label=${t('patterns.shipped_sets')}>${shipped.map(({ id }) => html`<option value=${id} .selected=${live(id === here)}>${t(`patterns.shipped.${id}`)}</option>`)}</optgroup>
          </select>
        </div>
        <div class="field">
          <label for="set-name">${t('patterns.set_title')}</label>
          <input type="text" id="set-name" data-test="set-name" maxlength="200" autocomplete="off" .value=${live(head.title)}
            @input=${(/** @type {Event} */ event) => editor.setTitle(/** @type {HTMLInputElement} */ (event.target).value)}>
        </div>
      </div>
      <div class="row" role="toolbar" aria-label=${t('patterns.set_tools')}>
        ${button('set-new', 'plus', t('patterns.new_set'), () => leave(editor, () => editor.begin()))}
        ${button('set-save', 'check', t('action.save'), () => save(editor), !editor.dirty || head.shipped)}
        <label class="button small file-button">${icon('up')} ${t('patterns.load_file')}
          <input type="file" class="visually-hidden" accept=".pat,.txt,.lisp,text/plain" data-test="set-load"
            @change=${(/** @type {Event} */ event) => load(editor, /** @type {HTMLInputElement} */ (event.target))}></label>
        ${button('set-file', 'download', t('patterns.save_file'), () => saveFile(editor))}
        ${button('set-delete', 'trash', t('patterns.delete_set'), () => deleteSet(editor), head.shipped)}
        <span class="chip ${editor.dirty ? 'warn' : ''}" role="status" data-test="set-state" data-state=${state(editor)}>${t(`patterns.state.${state(editor)}`)}</span>
      </div>
    </section>`;
}

/** @param {PatternEditor} editor */
const state = ({ head, dirty }) => (dirty ? 'changed' : head.shipped ? 'shipped' : head.id === null ? 'new' : 'kept');

/** @param {PatternEditor} editor */
export function patternBar(editor) {
  const { patterns, at } = editor;
  return html`
    <section class="card stack tight pattern-list" aria-labelledby="patterns-title">
      <h2 id="patterns-title">${tn('patterns.count', patterns.length)}</h2>
      <div class="row" role="toolbar" aria-label=${t('patterns.pattern_tools')}>
        <button class="icon-button" type="button" data-test="pattern-previous" aria-label=${t('patterns.previous')} ?disabled=${at <= 0}
          @click=${() => stand(editor, at - 1)}>${icon('back')}</button>
        <button class="icon-button" type="button" data-test="pattern-next" aria-label=${t('patterns.next')} ?disabled=${at >= patterns.length - 1}
          @click=${() => stand(editor, at + 1)}>${icon('forward')}</button>
        ${button('pattern-new', 'plus', t('patterns.new'), () => editor.addPattern())}
        ${button('pattern-copy', 'copy', t('patterns.copy'), () => editor.copyPattern(), !patterns.length)}
        ${button('pattern-delete', 'trash', t('action.delete'), () => editor.deletePattern(), !patterns.length)}
        ${button('pattern-undo', 'undo', t('patterns.undo'), () => editor.undo(), !editor.past.length)}
      </div>
      ${patterns.length ? html`
        <ul class="pattern-names" aria-label=${t('patterns.list')}>
          ${patterns.map((pattern, index) => html`<li><button type="button" class="pattern-row" data-test="pattern-${index}"
            aria-current=${index === at ? 'true' : 'false'} @click=${() => stand(editor, index)}>
            <span>${patternName(pattern)}</span> <span class="muted small">${pattern.key ?? ''}</span></button></li>`)}
        </ul>` : html`<p class="muted" data-test="patterns-none">${t('patterns.none')}</p>`}
    </section>`;
}

/**
 * @param {PatternEditor} editor
 * @param {number} index
 */
function stand(editor, index) {
  editor.choose(index);
  editor.update();
}

/**
 * @param {string} name
 * @param {string} sign
 * @param {string} label
 * @param {() => unknown} act
 * @param {boolean} [off]
 */
const button = (name, sign, label, act, off = false) => html`
  <button type="button" class="button small" data-test=${name} ?disabled=${off} @click=${act}>${icon(sign)} ${label}</button>`;

/**
 * Does something that would lose changes, if that is wanted.
 * @param {PatternEditor} editor
 * @param {() => unknown} act
 * @param {() => unknown} [not]
 */
async function leave(editor, act, not = () => {}) {
  const gone = !editor.dirty || (await confirmed({ title: t('patterns.leave'), text: t('patterns.leave_text'), yes: t('patterns.leave_yes'), danger: true }));
  try {
    await (gone ? act() : not());
  } catch (error) {
    reportError(error);
  }
  editor.update();
}

/**
 * @param {PatternEditor} editor
 * @param {HTMLSelectElement} list
 */
function openSet(editor, list) {
  const { value } = list;
  if (value === '') return;
  void leave(editor, () => editor.open(value));
}

/** @param {PatternEditor} editor */
async function save(editor) {
  try {
    let done = await editor.save();
    if (done === 'stale') {
      const anyway = await confirmed({ title: t('patterns.stale'), text: t('patterns.stale_text'), yes: t('patterns.stale_yes'), danger: true });
      if (!anyway) return;
      done = await editor.save(true);
    }
    if (done === 'saved') notify(() => t('patterns.saved'));
  } catch (error) {
    reportError(error);
  }
}

/**
 * @param {PatternEditor} editor
 * @param {HTMLInputElement} input
 */
async function load(editor, input) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  const text = await file.text();
  await leave(editor, () => editor.take(file.name, text));
}

/** @param {PatternEditor} editor */
function saveFile(editor) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([editor.file], { type: 'text/plain' }));
  link.download = `${editor.head.title.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'patterns'}.pat`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {PatternEditor} editor */
async function deleteSet(editor) {
  try {
    await editor.deleteSet();
    notify(() => t('patterns.set_deleted'));
  } catch (error) {
    reportError(error);
  }
}
