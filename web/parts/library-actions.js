/**
 * What is done to the games of the archive's list: opened, changed, tagged, removed, taken away.
 * @module parts/library-actions
 */

import { html, nothing, render } from '../vendor/lit-html.js';
import { download, get, post, put } from '../api.js';
import { t, tn } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { settings } from '../settings.js';
import { askText } from './ask-text.js';
import { icon } from './icon.js';

/** @typedef {import('../pages/library.js').LibraryPage} LibraryPage */

const FORMATS = ['pgn', 'xqf', 'cbr', 'dhtmlxq', 'tsv', 'json'];
/** Headers that are asked for, with their labels. */
const HEADERS = /** @type {const} */ ([
  ['Red', 'library.red'], ['Black', 'library.black'], ['Event', 'library.event'], ['Date', 'library.date'], ['Result', 'library.result'],
]);

/** What can be taken back, the last first. @type {number[][]} */
let undoable = [];
let format = 'pgn';

/** @param {LibraryPage} page */
export function actionsBar(page) {
  const { list, filter } = page;
  const some = list.count > 0;
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ label, /** @type {() => Promise<unknown>} */ act) => html`
    <button class="button small" type="button" data-test="do-${name}" ?disabled=${!some} @click=${() => act().catch(reportError)}>${icon(sign)} ${label}</button>`;
  return html`
    <div class="row library-actions" role="toolbar" aria-label=${t('library.actions')}>
      <span class="small muted" role="status" data-test="marked">${list.marked.size ? tn('library.marked', list.marked.size) : ''}</span>
      ${filter.removed
        ? button('restore', 'undo', t('library.restore'), () => restore(page, list.chosen()))
        : html`
          ${button('edit', 'edit', t('library.edit'), () => edit(page))}
          ${button('tag', 'flag', t('library.put_tag'), () => tag(page))}
          ${button('delete', 'trash', t('action.delete'), () => removeGames(page))}`}
      ${undoable.length ? html`<button class="button small" type="button" data-test="do-undo"
        @click=${() => undo(page).catch(reportError)}>${icon('undo')} ${t('library.undo')}</button>` : nothing}
      <span class="export">
        <label class="visually-hidden" for="export-format">${t('library.format')}</label>
        <select id="export-format" data-test="export-format" @change=${(/** @type {Event} */ event) => (format = /** @type {HTMLSelectElement} */ (event.target).value)}>
          ${FORMATS.map((name) => html`<option value=${name} ?selected=${name === format}>${name.toUpperCase()}</option>`)}
        </select>
        ${button('export', 'download', list.marked.size ? t('library.export_marked') : t('library.export_all'), () => exportGames(page))}
      </span>
    </div>`;
}

/** @param {LibraryPage} page */
async function removeGames(page) {
  /** @type {{ ids: number[] }} */
  const { ids } = await post('/api/library/remove', { ids: page.list.chosen() });
  if (ids.length) undoable = [...undoable, ids];
  notify(() => tn('library.deleted', ids.length));
  page.refresh();
}

/** @param {LibraryPage} page */
async function undo(page) {
  const ids = undoable.at(-1);
  if (!ids) return;
  await restore(page, ids);
  undoable = undoable.slice(0, -1);
  page.update();
}

/**
 * @param {LibraryPage} page
 * @param {number[]} ids
 */
async function restore(page, ids) {
  await post('/api/library/restore', { ids });
  notify(() => tn('library.restored', ids.length));
  page.refresh();
}

/** @param {LibraryPage} page */
async function tag(page) {
  const ids = page.list.chosen();
  const word = await askText({ title: t('library.put_tag'), label: t('library.tag'), value: '', hint: t('library.tag_hint'), yes: t('action.save'), most: 41 });
  if (word === null || word.trim() === '') return;
  const off = word.trim().startsWith('-');
  await post('/api/library/tag', { ids, tag: off ? word.trim().slice(1) : word, on: !off });
  page.refresh();
}

/** @param {LibraryPage} page */
async function exportGames({ list }) {
  const what = list.marked.size ? { ids: list.chosen() } : { list: list.id };
  await download('/api/library/export', { ...what, format, notation: settings().notation });
}

/** @param {LibraryPage} page */
async function edit(page) {
  const [id] = page.list.chosen();
  if (id === undefined) return;
  /** @type {{ headers: Record<string, string>, result: string }} */
  const { headers, result } = await get(`/api/library/games/${id}`);
  const changed = await askHeaders({ ...headers, Result: result });
  if (changed === null) return;
  await put(`/api/library/games/${id}`, { headers: changed });
  undoable = [...undoable, [id]];
  notify(() => t('library.changed'));
  page.refresh();
}

/**
 * Asks for a game's headers; null if nothing is to change.
 * @param {Record<string, string>} headers
 * @returns {Promise<Record<string, string> | null>}
 */
function askHeaders(headers) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'headers-title');
  dialog.dataset.test = 'headers';
  render(html`
    <form method="dialog" class="stack">
      <h2 id="headers-title">${t('library.edit')}</h2>
      ${HEADERS.map(([name, label]) => html`
        <label class="field"><span class="label">${t(label)}</span>
          <input type="text" name=${name} data-test="header-${name}" maxlength="100" autocomplete="off" .value=${headers[name] ?? ''}></label>`)}
      <p class="row">
        <button class="button" type="button" data-test="headers-no" @click=${() => dialog.close('no')}>${t('action.cancel')}</button>
        <button class="button primary" type="submit" value="yes" data-test="headers-yes">${t('action.save')}</button>
      </p>
    </form>`, dialog);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener('close', () => {
      const fields = [...dialog.querySelectorAll('input')].map(({ name, value }) => /** @type {[string, string]} */ ([name, value.trim()]));
      const changed = fields.filter(([name, value]) => value !== (headers[name] ?? ''));
      dialog.remove();
      answer(dialog.returnValue === 'yes' && changed.length ? Object.fromEntries(changed) : null);
    });
  });
}
