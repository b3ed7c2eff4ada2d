/**
 * The chapters of a study: chosen, added, renamed, put in order, deleted.
 * @module parts/chapters
 */

import { html, nothing } from '../vendor/lit-html.js';
import { about, post, put } from '../api.js';
import { t } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { navigate } from '../router.js';
import { askText } from './ask-text.js';
import { confirmed } from './confirm.js';
import { icon } from './icon.js';
import { Tree } from './tree.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./keeper.js').Keeper} Keeper */
/** @typedef {import('../types.js').ChapterInfo} ChapterInfo */
/** @typedef {'start' | 'here' | 'copy'} Begin where a new chapter begins */

const LONGEST = 200;

/**
 * What a chapter is called; its number if nobody has named it.
 * @param {ChapterInfo[]} chapters
 * @param {ChapterInfo} chapter
 */
export const chapterName = (chapters, chapter) => chapter.title || t('chapters.unnamed', { number: chapters.indexOf(chapter) + 1 });

/**
 * @param {string} study
 * @param {number} chapter
 */
const addressOf = (study, chapter) => `/analyse?study=${encodeURIComponent(study)}&chapter=${chapter}&tab=file`;

/**
 * Goes to another chapter when this one is kept.
 * @param {Keeper} keeper
 * @param {number} chapter
 */
async function go(keeper, chapter) {
  await keeper.flush();
  if (keeper.source.kind === 'study') navigate(addressOf(keeper.source.id, chapter));
}

/**
 * The chapters at the head of the page, if there are several.
 * @param {Keeper} keeper
 */
export function chapterSelect(keeper) {
  const { chapters, source } = keeper;
  if (source.kind !== 'study' || chapters.length < 2) return nothing;
  const change = (/** @type {Event} */ event) => void go(keeper, Number(/** @type {HTMLSelectElement} */ (event.target).value));
  return html`
    <select class="chapter-select" data-test="chapter-select" aria-label=${t('chapters.title')} @change=${change}>
      ${chapters.map((chapter) => html`<option value=${chapter.id} ?selected=${chapter.id === source.chapter}>${chapterName(chapters, chapter)}</option>`)}
    </select>`;
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 */
export function chapterPanel(desk, keeper) {
  const { chapters, source } = keeper;
  if (source.kind !== 'study') return nothing;
  return html`
    <section class="stack tight" aria-labelledby="chapters-title" data-test="chapters">
      <h3 id="chapters-title">${t('chapters.title')}</h3>
      <ol class="chapters">${chapters.map((chapter, place) => item(keeper, chapter, place))}</ol>
      <div class="row">
        ${add(desk, keeper, 'start', t('chapters.add_start'))}
        ${add(desk, keeper, 'here', t('chapters.add_here'))}
        ${add(desk, keeper, 'copy', t('chapters.add_copy'))}
      </div>
    </section>`;
}

/**
 * @param {Keeper} keeper
 * @param {ChapterInfo} chapter
 * @param {number} place
 */
function item(keeper, chapter, place) {
  const { chapters, source } = keeper;
  const here = source.kind === 'study' && source.chapter === chapter.id;
  const name = chapterName(chapters, chapter);
  const button = (/** @type {string} */ test, /** @type {string} */ sign, /** @type {string} */ label, /** @type {boolean} */ off, /** @type {() => unknown} */ act) => html`
    <button type="button" class="icon-button" data-test="${test}-${chapter.id}" aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${icon(sign)}</button>`;
  return html`
    <li class="row" data-test="chapter" aria-current=${here ? 'true' : nothing}>
      <button type="button" class="ply-link grow" data-test="chapter-${chapter.id}" aria-current=${here ? 'true' : nothing} @click=${() => go(keeper, chapter.id)}>${name}</button>
      ${button('chapter-rename', 'edit', t('chapters.rename', { name }), false, () => rename(keeper, chapter))}
      ${button('chapter-up', 'up', t('chapters.up', { name }), place === 0, () => shift(keeper, chapter, -1))}
      ${button('chapter-down', 'down', t('chapters.down', { name }), place === chapters.length - 1, () => shift(keeper, chapter, 1))}
      ${button('chapter-delete', 'trash', t('chapters.delete', { name }), chapters.length === 1, () => discard(keeper, chapter))}
    </li>`;
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 * @param {Begin} begin
 * @param {string} label
 */
function add(desk, keeper, begin, label) {
  return html`<button type="button" class="button small" data-test="chapter-add-${begin}" @click=${() => create(desk, keeper, begin)}>${icon('plus')} ${label}</button>`;
}

/**
 * @param {Desk} desk
 * @param {Begin} begin
 */
async function treeFor({ tree, shown }, begin) {
  if (begin === 'copy') return Tree.from(tree.toJSON());
  const start = begin === 'here' ? (shown?.board.fen ?? tree.start) : (await about())[tree.game].start;
  return new Tree(tree.game, start, tree.rules);
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 * @param {Begin} begin
 */
async function create(desk, keeper, begin) {
  const { source, chapters } = keeper;
  if (source.kind !== 'study') return;
  const title = await ask(t('chapters.new'), t('chapters.unnamed', { number: chapters.length + 1 }));
  if (title === null) return;
  try {
    const tree = await treeFor(desk, begin);
    /** @type {{id: number}} */
    const { id } = await post(`/api/studies/${source.id}/chapters`, { title, tree });
    await go(keeper, id);
  } catch (error) {
    reportError(error);
  }
}

/**
 * @param {string} title
 * @param {string} value
 */
async function ask(title, value) {
  const given = await askText({ title, label: t('chapters.name'), value, hint: '', yes: t('action.save'), most: LONGEST });
  return given === null ? null : given.trim();
}

/**
 * Keeps a new order of the chapters, and shows it.
 * @param {Keeper} keeper
 * @param {ChapterInfo[]} chapters
 */
async function arrange(keeper, chapters) {
  if (keeper.source.kind !== 'study') return false;
  try {
    await put(`/api/studies/${keeper.source.id}/chapters`, { chapters: chapters.map(({ id, title }) => ({ id, title })) });
    keeper.chapters = chapters;
    keeper.update();
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}

/**
 * @param {Keeper} keeper
 * @param {ChapterInfo} chapter
 */
async function rename(keeper, chapter) {
  const title = await ask(t('chapters.rename', { name: chapterName(keeper.chapters, chapter) }), chapter.title);
  if (title === null) return;
  await arrange(keeper, keeper.chapters.map((each) => (each === chapter ? { ...each, title } : each)));
}

/**
 * @param {Keeper} keeper
 * @param {ChapterInfo} chapter
 * @param {-1 | 1} step
 */
function shift(keeper, chapter, step) {
  const chapters = keeper.chapters.filter((each) => each !== chapter);
  chapters.splice(keeper.chapters.indexOf(chapter) + step, 0, chapter);
  return arrange(keeper, chapters);
}

/**
 * @param {Keeper} keeper
 * @param {ChapterInfo} chapter
 */
async function discard(keeper, chapter) {
  const name = chapterName(keeper.chapters, chapter);
  const yes = await confirmed({ title: t('chapters.delete', { name }), text: t('analyse.file.delete.text'), yes: t('action.delete'), danger: true });
  const { source } = keeper;
  if (!yes || source.kind !== 'study') return;
  const left = keeper.chapters.filter((each) => each !== chapter);
  const here = source.chapter === chapter.id;
  // What is gone cannot be kept any more.
  if (here) keeper.abandon();
  if (!(await arrange(keeper, left))) return;
  notify(() => t('analyse.file.deleted', { title: name }));
  if (here && left[0]) navigate(addressOf(source.id, left[0].id));
}
