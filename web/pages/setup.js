/**
 * The position editor: place pieces, paste text, take the result elsewhere.
 * @module pages/setup
 */

import '../board/board.js';
import { html, nothing } from '../vendor/lit-html.js';
import { about } from '../api.js';
import { pieceName } from '../board/describe.js';
import { pieceIcon } from '../board/pieces.js';
import { t } from '../i18n/index.js';
import { onReconnect } from '../live.js';
import { replaceAddress } from '../router.js';
import { settings } from '../settings.js';
import { segments } from '../parts/choice.js';
import { FACE_DOWN, LETTERS, emptyDraft, onBoard, poolSize, readFen, writeFen } from '../parts/draft.js';
import { Editor } from '../parts/editor.js';
import { icon } from '../parts/icon.js';
import { palette } from '../parts/palette.js';
import { Paste, pastePanel } from '../parts/paste.js';
import { PositionCheck, verdictView } from '../parts/position-check.js';
import { fenField, takeAway } from '../parts/take-away.js';

/** @typedef {import('../router.js').PageContext} PageContext */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {Awaited<ReturnType<typeof prepare>>} Page */

/** @param {PageContext} context */
async function prepare({ query, update }) {
  const { xiangqi, banqi } = await about();
  const starts = { xiangqi: xiangqi.start, banqi: banqi.start };
  /** @type {GameKind} */
  const game = query.get('game') === 'banqi' ? 'banqi' : 'xiangqi';
  const draft = readFen(game, query.get('fen') ?? starts[game]) ?? emptyDraft(game);
  const check = new PositionCheck(update);
  const editor = new Editor(draft, () => changed(page));
  const paste = new Paste(
    () => editor.draft.game,
    ({ board }) => editor.set(readFen(board.game, board.fen) ?? editor.draft),
    update,
  );
  const page = { starts, editor, check, paste, update, flipped: false };
  check.look(draft);
  return page;
}

/** @param {Page} page */
function changed({ editor, check, paste, update }) {
  const fen = writeFen(editor.draft);
  if (paste.answer && !sameBoard(paste.answer.board.fen, fen)) paste.forget();
  check.look(editor.draft);
  replaceAddress(`/setup?${new URLSearchParams({ game: editor.draft.game, fen })}`);
  update();
}

/**
 * Whether two FENs differ in their counters only.
 * @param {string} one
 * @param {string} other
 */
function sameBoard(one, other) {
  const head = (/** @type {string} */ fen) => fen.split(' ').slice(0, 3).join(' ');
  return head(one) === head(other);
}

/**
 * @param {PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  const page = await prepare(context);
  const off = onReconnect(() => page.check.again(page.editor.draft));
  return { title: () => t('setup.title'), view: () => view(page), wide: true, close: off };
}

/**
 * @param {Page} page
 * @returns {BoardInput}
 */
function boardOf({ editor, flipped }) {
  const { pieces: set, coordinates, notation } = settings();
  const { draft, picked, said } = editor;
  return {
    game: draft.game,
    pieces: draft.pieces,
    free: true,
    flipped,
    set,
    animate: false,
    coordinates: coordinates ? notation : null,
    highlights: picked ? [{ at: picked, colour: 'info' }] : [],
    announce: said,
  };
}

/** @param {Page} page */
function view(page) {
  const { editor, check, paste } = page;
  const { draft } = editor;
  return html`
    <div class="page-head"><h1 tabindex="-1">${t('setup.title')}</h1></div>
    <div class="editor ${draft.game}" data-test="editor">
      <section class="editor-board stack" aria-label=${t('board.label')}>
        <chuhe-board .input=${boardOf(page)} @keydown=${(/** @type {KeyboardEvent} */ event) => editor.key(event)}
          @contextmenu=${(/** @type {MouseEvent} */ event) => rightClick(event, editor)}
          @board-tap=${(/** @type {CustomEvent<{square: string}>} */ { detail }) => editor.tap(detail.square)}
          @board-ply=${(/** @type {CustomEvent<{from: string, to: string}>} */ { detail }) => editor.move(detail.from, detail.to)}
          @board-remove=${(/** @type {CustomEvent<{from: string}>} */ { detail }) => editor.remove(detail.from)}></chuhe-board>
        ${palette(draft, editor.brush, (brush) => editor.choose(brush), (letter, square) => editor.place(letter, square))}
        <p class="muted small">${t('setup.palette.hint')}</p>
      </section>
      <div class="editor-side stack">
        <section class="card stack" aria-labelledby="check-title">
          ${gameChoice(page)}
          ${sideChoice(editor)}
          ${boardButtons(page)}
          <h2 id="check-title" class="visually-hidden">${t('setup.check.title')}</h2>
          ${verdictView(check.verdict, draft)}
          ${draft.game === 'banqi' ? poolView(editor) : nothing}
          ${fenField(editor)}
        </section>
        ${takeAway(editor, paste, check)}
        ${pastePanel(paste)}
      </div>
    </div>`;
}

/**
 * @param {MouseEvent} event
 * @param {Editor} editor
 */
function rightClick(event, editor) {
  const square = event.target instanceof Element ? event.target.getAttribute('data-square') : null;
  if (!square || !editor.draft.pieces[square]) return;
  event.preventDefault();
  editor.remove(square);
}

/** @param {Page} page */
function gameChoice({ editor, starts }) {
  return segments({
    name: 'setup-game',
    label: t('setup.game'),
    value: editor.draft.game,
    options: [['xiangqi', t('game.xiangqi')], ['banqi', t('game.banqi')]],
    change: (game) => {
      editor.brush = 'move';
      editor.set(readFen(game, starts[game]) ?? emptyDraft(game));
    },
  });
}

/** @param {Editor} editor */
function sideChoice(editor) {
  const { game, turn } = editor.draft;
  /** @type {[string, string][]} */
  const options = [[game === 'xiangqi' ? 'w' : 'r', t('side.red')], ['b', t('side.black')]];
  if (game === 'banqi') options.push(['-', t('setup.side.open')]);
  return segments({ name: 'side', label: t('setup.side'), value: turn, options, change: (side) => editor.setTurn(side) });
}

/** @param {Page} page */
function boardButtons(page) {
  const { editor, starts } = page;
  const { game } = editor.draft;
  return html`
    <div class="row">
      <button type="button" class="button small" data-test="setup-start" @click=${() => editor.set(readFen(game, starts[game]) ?? editor.draft)}>
        ${icon('first')} ${t('setup.start')}</button>
      <button type="button" class="button small" data-test="setup-clear" @click=${() => editor.clear()}>${icon('trash')} ${t('setup.clear')}</button>
      <button type="button" class="button small" data-test="setup-undo" ?disabled=${!editor.past.length} @click=${() => editor.undo()}>
        ${icon('undo')} ${t('setup.undo')}</button>
      <button type="button" class="button small" data-test="setup-turn" @click=${() => {
        page.flipped = !page.flipped;
        page.update();
      }}>${icon('turn')} ${t('setup.turn_board')}</button>
    </div>`;
}

/** @param {Editor} editor */
function poolView(editor) {
  const { draft } = editor;
  const [total, down] = [poolSize(draft.pool), onBoard(draft, FACE_DOWN)];
  return html`
    <fieldset class="field pool">
      <legend>${t('setup.pool.title')}</legend>
      <p class="small ${total === down ? 'muted' : 'error-text'}" data-test="pool-count">${t('setup.pool.count', { total, face_down: down })}</p>
      <div class="pool-grid">${LETTERS.banqi.map((letter) => poolItem(editor, letter))}</div>
      <button type="button" class="button small" data-test="pool-fit" ?disabled=${total === down} @click=${() => editor.fitPool()}>${t('setup.pool.fit')}</button>
    </fieldset>`;
}

/**
 * @param {Editor} editor
 * @param {string} letter
 */
function poolItem(editor, letter) {
  const count = editor.draft.pool[letter] ?? 0;
  const piece = pieceName(letter);
  return html`
    <div class="pool-item">
      ${pieceIcon(letter, settings().pieces)}
      <button type="button" class="pool-step" data-test="pool-less-${letter}" aria-label=${t('setup.pool.less', { piece })} ?disabled=${!count}
        @click=${() => editor.changePool(letter, -1)}>−</button>
      <span data-test="pool-${letter}">${count}</span>
      <button type="button" class="pool-step" data-test="pool-more-${letter}" aria-label=${t('setup.pool.more', { piece })}
        @click=${() => editor.changePool(letter, 1)}>+</button>
    </div>`;
}
