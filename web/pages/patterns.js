/**
 * The pattern editor (Hsu 2006, figure 3-5): sets of patterns, each as a picture and as a
 * text side by side, tried on a board, in the library and in the engine.
 * @module pages/patterns
 */

import { html } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { t } from '../i18n/index.js';
import { replaceAddress } from '../router.js';
import { tabbed } from '../parts/tabs.js';
import { actionsPanel } from '../parts/pattern-actions.js';
import { PatternEditor } from '../parts/pattern-editor.js';
import { patternBar, setBar } from '../parts/pattern-list.js';
import { Looks, costPanel, enginePanel, libraryPanel } from '../parts/pattern-look.js';
import { Picture, picturePanel } from '../parts/pattern-picture.js';
import { TestBoard, testPanel } from '../parts/pattern-test.js';
import { textPanel } from '../parts/pattern-text.js';

/** @typedef {Awaited<ReturnType<typeof prepare>>} Page */

const TABS = /** @type {const} */ (['test', 'library', 'cost', 'engine']);

/** What is not kept yet, while another page is open. @type {PatternEditor | null} */
let laidOut = null;

/** @param {import('../router.js').PageContext} context */
async function prepare({ query, update, signal }) {
  const again = laidOut;
  laidOut = null;
  const editor = again ?? new PatternEditor(update);
  /** @type {[{ regions: import('../parts/pattern-picture.js').Region[] }, void]} */
  const [{ regions }] = await Promise.all([get('/api/patterns/words', signal), editor.loadSets()]);
  const test = new TestBoard(editor, update);
  const page = { editor, picture: new Picture(regions), test, looks: new Looks(editor, test, update), tab: 'test' };
  editor.update = () => changed(page, update);
  if (again) editor.choose(again.at);
  else {
    const own = editor.sets.find(({ shipped }) => !shipped)?.id;
    await editor.open(query.get('set') || own || 'attacks', query.get('pattern') ?? undefined).catch(() => editor.begin());
  }
  return page;
}

/**
 * The address follows what is edited, the test board what is written.
 * @param {Page} page
 * @param {() => void} update
 */
function changed({ editor, test }, update) {
  const { head, patterns, at } = editor;
  const query = new URLSearchParams({ ...(head.id && { set: head.id }), ...(patterns[at]?.key && { pattern: patterns[at].key }) });
  const address = `/patterns${query.size ? `?${query}` : ''}`;
  if (location.pathname === '/patterns' && location.pathname + location.search !== address) replaceAddress(address);
  if (!editor.waiting) test.follow();
  update();
}

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  const page = await prepare(context);
  const { editor, test, looks } = page;
  const warn = (/** @type {BeforeUnloadEvent} */ event) => {
    if (editor.dirty) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  return {
    title: () => t('patterns.title'),
    wide: true,
    view: () => view(page, context.update),
    close() {
      removeEventListener('beforeunload', warn);
      editor.close();
      test.close();
      looks.close();
      if (editor.dirty) laidOut = editor;
    },
  };
}

/**
 * @param {Page} page
 * @param {() => void} update
 */
function view(page, update) {
  const { editor, picture, test, looks } = page;
  const content = { test: () => testPanel(test), library: () => libraryPanel(looks), cost: () => costPanel(looks), engine: () => enginePanel(looks) };
  return html`
    <div class="page-head"><div><h1 tabindex="-1">${t('patterns.title')}</h1><p class="muted">${t('patterns.about')}</p></div></div>
    <div class="patterns" data-test="patterns" @keydown=${(/** @type {KeyboardEvent} */ event) => undoKey(event, editor)}>
      <div class="patterns-sets stack">${setBar(editor)}${patternBar(editor)}</div>
      <div class="patterns-picture stack">${picturePanel(editor, picture)}</div>
      <div class="patterns-text stack">${textPanel(editor)}${actionsPanel(editor)}</div>
      <section class="card patterns-look" aria-label=${t('patterns.look')}>
        ${tabbed({
          list: TABS.map((name) => ({ name, label: t(`patterns.tab.${name}`) })), chosen: page.tab, label: t('patterns.look'),
          choose: (name) => {
            page.tab = name;
            update();
          },
          content: content[/** @type {typeof TABS[number]} */ (page.tab)](),
        })}
      </section>
    </div>`;
}

/**
 * Ctrl+Z outside of fields takes the last change back.
 * @param {KeyboardEvent} event
 * @param {PatternEditor} editor
 */
function undoKey(event, editor) {
  const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
  if (typing || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  event.preventDefault();
  editor.undo();
}
