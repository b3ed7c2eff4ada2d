/**
 * The analysis page: a board to walk and branch on, the engine beside it, and
 * review, evaluation, flips and saving below.
 * @module pages/analyse
 */

import '../board/board.js';
import { html, nothing } from '../vendor/lit-html.js';
import { currentLanguage, t } from '../i18n/index.js';
import { onReconnect } from '../live.js';
import { MARKS, annotations, setMark } from '../parts/annotate.js';
import { boardInput } from '../parts/board-input.js';
import { chapterSelect } from '../parts/chapters.js';
import { Desk } from '../parts/desk.js';
import { Drawings } from '../parts/drawings.js';
import { Engine } from '../parts/engine.js';
import { evaluationBar } from '../parts/evalbar.js';
import { Explorer, explorerPanel } from '../parts/explorer.js';
import { Studies, filePanel } from '../parts/file-panel.js';
import { askFlips, flipChooser, flipsPanel, heat } from '../parts/flips.js';
import { icon } from '../parts/icon.js';
import { Keeper, forgetLoose } from '../parts/keeper.js';
import { enginePanel } from '../parts/lines.js';
import { ProfileChoice } from '../parts/profile-choice.js';
import { reviewPanel } from '../parts/review-view.js';
import { Reviewer } from '../parts/reviewer.js';
import { Shapes, shapesPanel } from '../parts/shapes.js';
import { openSource } from '../parts/source.js';
import { firstIsBlack, statusLine } from '../parts/status.js';
import { TableValues, tablePanel } from '../parts/table-values.js';
import { tabbed } from '../parts/tabs.js';
import { askTerms, termsPanel } from '../parts/terms.js';
import { Bin, demote, movesPanel, promote, removeHere } from '../parts/tree-view.js';
import { followFocus, keepInSight, listenToKeys } from '../parts/walk.js';

/** @typedef {import('../router.js').PageContext} PageContext */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */
/** @typedef {Awaited<ReturnType<typeof prepare>>} Page */

/**
 * Everything on the page, made from its address.
 * @param {PageContext} context
 */
async function prepare({ query, signal, update }) {
  const opened = await openSource(query, signal);
  const desk = new Desk(opened.tree, signal);
  await desk.start();
  const profiles = new ProfileChoice(opened.tree.game, update);
  const page = {
    desk,
    update,
    flipped: opened.flipped,
    tab: query.get('tab') ?? 'review',
    /** The square under the pointer. @type {string | null} */
    pointed: null,
    engine: new Engine(desk, update, profiles),
    reviewer: new Reviewer(desk, update, profiles),
    keeper: new Keeper(opened.source, opened.tree, opened.title, update),
    studies: new Studies(update, () => opened.tree.game),
    bin: new Bin(),
    drawings: new Drawings(desk, update),
    explorer: new Explorer(desk, update),
    tables: new TableValues(desk, update),
    terms: askTerms(update),
    shapes: new Shapes(desk, update),
    flips: askFlips(update),
  };
  page.keeper.chapters = opened.chapters ?? [];
  desk.onWalk(() => followFocus(desk, update));
  desk.onEdit(() => edited(page));
  desk.go(opened.node);
  desk.nameAll().catch(() => {});
  return page;
}

/** @param {Page} page */
function edited({ keeper, reviewer, update }) {
  keeper.touch();
  reviewer.refresh();
  update();
}

/**
 * @param {PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  const page = await prepare(context);
  const { desk, engine, reviewer, keeper } = page;
  const offReconnect = onReconnect(() => {
    page.terms.retry();
    page.shapes.asked.retry();
    page.flips.retry();
    if (!desk.answer) desk.go(desk.node);
  });
  listenToKeys(desk, context.signal, {
    turn: () => turn(page),
    engine: () => engine.toggle(),
    comment: () => document.getElementById('comment')?.focus(),
    others: lettersOf(page),
  });
  keepInSight(context.signal);
  const input = boardMemo(page);
  return {
    title: () => keeper.title || t('analyse.title'),
    view: () => view(page, input()),
    wide: true,
    close() {
      engine.stop();
      reviewer.stop();
      offReconnect();
      keeper.close();
    },
  };
}

/**
 * Keys that annotate and order variations.
 * @param {Page} page
 * @returns {Record<string, () => void>}
 */
function lettersOf({ desk, bin, drawings }) {
  const marks = ['', ...MARKS].map((mark, number) => [String(number), () => setMark(desk, mark)]);
  return {
    ...Object.fromEntries(marks),
    g: () => drawings.choose('G'),
    r: () => drawings.choose('R'),
    y: () => drawings.choose('Y'),
    b: () => drawings.choose('B'),
    x: () => drawings.clear(),
    p: () => promote(desk),
    d: () => demote(desk),
    delete: () => removeHere(desk, bin),
  };
}

/** @param {Page} page */
function turn(page) {
  page.flipped = !page.flipped;
  page.update();
}

/**
 * The board's input, the same object as long as nothing on it has changed.
 * @param {Page} page
 * @returns {() => BoardInput}
 */
function boardMemo(page) {
  /** @type {{key: string, shown: unknown, input: BoardInput} | null} */
  let kept = null;
  return () => {
    const { desk, engine, flipped } = page;
    const shown = desk.shown;
    if (!shown) return { game: desk.tree.game, pieces: {} };
    const extra = {
      flipped,
      // Until its position has come, what is shown is not where one stands.
      disabled: !desk.answer,
      last: lastOf(page),
      arrows: desk.answer ? arrowsOf(page) : [],
      drawable: true,
      highlights: highlightsOf(page, shown.board),
    };
    const input = boardInput(shown.board, extra);
    const { pieces, legal, flips, check, ...rest } = input;
    const key = JSON.stringify([currentLanguage(), rest]);
    if (kept?.shown !== shown || kept.key !== key) kept = { key, shown, input };
    return kept.input;
  };
}

/**
 * @param {Page} page
 * @param {import('../types.js').Board} board
 */
function highlightsOf(page, board) {
  const { desk, tab, flips, pointed, shapes } = page;
  if (tab === 'flips' || desk.flipping) return heat(board, flips, desk.flipping ?? pointed);
  return tab === 'shapes' && desk.tree.game === 'xiangqi' && desk.answer ? shapes.highlights() : [];
}

/**
 * The engine's moves and the user's own; besides, where a reviewed fault was made, the better move, and
 * before it also the one played.
 * @param {Page} page
 * @returns {import('../board/layers.js').Arrow[]}
 */
function arrowsOf({ desk, engine, reviewer, drawings }) {
  const own = engine.arrows();
  const faults = reviewer.review.faults();
  const here = faults.find(({ node, ply }) => ply && node === desk.node);
  const next = own.length ? undefined : faults.find(({ node, ply }) => ply && node.parent === desk.node);
  const arrows = [...own];
  if (here?.ply) arrows.push(better(here.ply));
  if (next?.ply) arrows.push({ from: next.node.ply.slice(0, 2), to: next.node.ply.slice(2, 4), colour: 'played', weight: 0.6 }, better(next.ply));
  return [...arrows, ...drawings.arrows()];
}

/**
 * @param {import('../types.js').ReviewPly} ply
 * @returns {import('../board/layers.js').Arrow}
 */
function better({ best }) {
  return { from: best.from, to: best.to, colour: 'good', label: '✓' };
}

/** @param {Page} page */
function lastOf({ desk }) {
  const ply = desk.shown?.plies.at(-1);
  return ply ? { from: ply.from, to: ply.to } : null;
}

/** @param {Page} page */
function score({ desk, engine, terms }) {
  const fen = desk.answer?.board.fen ?? '';
  const still = terms.answers.get(fen);
  const guess = typeof still === 'object' ? still.score : null;
  return engine.score() ?? desk.node.score ?? guess;
}

/**
 * @param {Page} page
 * @param {BoardInput} input
 */
function view(page, input) {
  const { desk, engine, keeper, bin } = page;
  return html`
    <div class="desk ${desk.tree.game} ${firstIsBlack(desk) ? 'first-black' : ''}" data-test="desk">
      <div class="desk-head">
        <h1 tabindex="-1" data-test="analyse-title">${keeper.title || heading(desk.tree.game)}</h1>
        ${chapterSelect(keeper)}
        ${keeper.state === 'failed' ? html`<p class="chip bad" role="alert" data-test="save-failed">${t('analyse.file.failed')}</p>` : nothing}
        <div class="row">
          ${newLink(keeper, 'xiangqi', t('analyse.new.xiangqi'), t('game.xiangqi'))}
          ${newLink(keeper, 'banqi', t('analyse.new.banqi'), t('game.banqi'))}
        </div>
      </div>
      <section class="desk-board" aria-label=${t('board.label')}>
        <div class="board-with-bar">
          ${evaluationBar(score(page), page.flipped)}
          <chuhe-board .input=${input}
            @board-ply=${(/** @type {CustomEvent<{from: string, to: string}>} */ { detail }) => desk.play(`${detail.from}${detail.to}`)}
            @board-draw=${(/** @type {CustomEvent<import('../board/board.js').Drawn>} */ { detail }) => page.drawings.draw(detail)}
            @board-flip=${(/** @type {CustomEvent<{square: string}>} */ { detail }) => desk.ask(detail.square)}
            @board-hover=${(/** @type {CustomEvent<{square: string | null}>} */ { detail }) => point(page, detail.square)}></chuhe-board>
        </div>
        <div class="desk-foot">
          ${statusLine(desk)}
          ${walkButtons(page)}
        </div>
      </section>
      <div class="desk-side">
        <div class="desk-panels">
          ${flipChooser(desk, page.flips)}
          ${enginePanel(desk, engine)}
          ${tablePanel(page.tables)}
          ${movesPanel(desk, bin, annotations(desk, page.drawings))}
          <section class="card desk-tools" aria-label=${t('analyse.tabs')}>${tools(page)}</section>
        </div>
      </div>
    </div>`;
}

/**
 * @param {Keeper} keeper
 * @param {string} game
 * @param {string} label
 * @param {string} name
 */
function newLink(keeper, game, label, name) {
  const fresh = () => {
    keeper.abandon();
    forgetLoose(`?game=${game}`);
  };
  return html`
    <a class="button small" href="/analyse?game=${game}" data-test="new-${game}" aria-label=${label}
      @click=${fresh}>${icon('plus')} ${name}</a>`;
}

/** @param {string} game */
function heading(game) {
  return game === 'xiangqi' ? t('analyse.heading.xiangqi') : t('analyse.heading.banqi');
}

/**
 * @param {Page} page
 * @param {string | null} square
 */
function point(page, square) {
  const wanted = page.desk.tree.game === 'banqi' && page.tab === 'flips';
  if (!wanted || page.pointed === square) return;
  page.pointed = square;
  page.update();
}

/** @param {Page} page */
function walkButtons(page) {
  const { desk } = page;
  const { node, tree } = desk;
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ label, /** @type {boolean} */ off, /** @type {() => void} */ act) => html`
    <button type="button" class="icon-button" data-test="walk-${name}" aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${icon(sign)}</button>`;
  return html`
    <div class="row walk" role="group" aria-label=${t('analyse.walk.label')}>
      ${button('start', 'first', t('analyse.walk.start'), !node.parent, () => desk.go(tree.root))}
      ${button('back', 'back', t('analyse.walk.back'), !node.parent, () => node.parent && desk.go(node.parent))}
      ${button('forward', 'forward', t('analyse.walk.forward'), !node.children.length, () => desk.go(node.children[0] ?? node))}
      ${button('end', 'last', t('analyse.walk.end'), !node.children.length, () => desk.go(node.lineEnd()))}
      ${button('turn', 'turn', t('analyse.walk.turn'), false, () => turn(page))}
    </div>`;
}

/** @param {Page} page */
function tools(page) {
  const dark = page.desk.tree.game === 'banqi';
  const list = [
    { name: 'review', label: t('analyse.tab.review') },
    { name: 'terms', label: t('analyse.tab.terms') },
    ...(dark ? [] : [{ name: 'shapes', label: t('shapes.tab') }]),
    { name: 'explorer', label: t('explorer.tab') },
    ...(dark ? [{ name: 'flips', label: t('analyse.tab.flips') }] : []),
    { name: 'file', label: t('analyse.tab.file') },
  ];
  const chosen = list.some(({ name }) => name === page.tab) ? page.tab : 'review';
  const choose = (/** @type {string} */ name) => {
    page.tab = name;
    page.update();
  };
  return tabbed({ list, chosen, label: t('analyse.tabs'), choose, content: content(page, chosen) });
}

/**
 * @param {Page} page
 * @param {string} tab
 */
function content(page, tab) {
  const { desk } = page;
  if (tab === 'review') return reviewPanel(desk, page.reviewer);
  if (tab === 'explorer') return explorerPanel(page.explorer);
  if (tab === 'shapes') return shapesPanel(page.shapes);
  if (tab === 'terms') return termsPanel(desk, page.terms);
  if (tab === 'flips') return flipsPanel(desk, page.flips, page.pointed);
  if (tab === 'file') return filePanel(desk, page.keeper, page.studies, page.flipped);
  return nothing;
}
