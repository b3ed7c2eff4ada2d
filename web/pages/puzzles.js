/**
 * Puzzles: one on the board, and what there is to know about it.
 * @module pages/puzzles
 */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { navigate } from '../router.js';
import { settings } from '../settings.js';
import '../board/board.js';
import { lastText } from '../board/describe.js';
import { boardInput, isNarrow } from '../parts/board-input.js';
import { actionsView, choiceView, makingView, recordView, taskView } from '../parts/puzzle-panel.js';
import { proofView } from '../parts/puzzle-proof.js';
import { PuzzleTable } from '../parts/puzzle-table.js';
import { moverText, verdict } from '../parts/puzzle-words.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */

/** @param {import('../parts/puzzle-table.js').PuzzleTable} table @returns {import('../board/layers.js').Arrow[]} */
function arrowsOf({ attempt, shown }) {
  if (attempt === null || shown !== null) return [];
  if (attempt.wrong !== null) return [{ from: attempt.wrong.ply.from, to: attempt.wrong.ply.to, colour: 'bad' }];
  const ply = attempt.hint?.ply;
  return ply ? [{ from: ply.from, to: ply.to, colour: 'hint' }] : [];
}

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ query, update, signal }) {
  /** @type {GameKind} */
  const game = query.get('game') === 'banqi' ? 'banqi' : 'xiangqi';
  const table = new PuzzleTable(await PuzzleTable.ask(game, signal), update);
  table.start().then(update, reportError);

  /** @type {{ parts: unknown[], input: BoardInput | null }} */
  let drawn = { parts: [], input: null };

  /** A new input only when something changed: the board draws exactly then. */
  function input() {
    const parts = [table.attempt, table.board, table.pending, table.mayMove, settings(), isNarrow(), document.documentElement.lang];
    if (drawn.input === null || parts.some((part, index) => part !== drawn.parts[index])) {
      drawn = { parts, input: build() };
    }
    return drawn.input;
  }

  /** @returns {BoardInput} */
  function build() {
    const { attempt, board, pending, shown } = table;
    const label = t('puzzles.board');
    if (attempt === null || board === null) return { game, pieces: {}, label };
    const ply = shown === null ? attempt.plies.at(-1) : table.proof?.[shown.node]?.ply;
    const last = ply === undefined ? null : { from: ply.from, to: ply.to };
    return boardInput(board, {
      pieces: pending ?? board.pieces,
      flipped: game === 'xiangqi' && attempt.seat === 'second',
      disabled: !table.mayMove,
      last: pending === null ? last : null,
      check: pending === null ? board.check : [],
      arrows: arrowsOf(table),
      highlights: attempt.hint !== null && shown === null ? [{ at: attempt.hint.from, colour: 'info' }] : [],
      label,
      announce: [lastText(board.pieces, last), moverText(attempt), verdict(attempt).text].join(' '),
    });
  }

  const gameButton = (/** @type {GameKind} */ kind) => html`
    <button class="button" type="button" aria-pressed=${kind === game ? 'true' : 'false'} data-test="puzzles-${kind}"
      @click=${() => navigate(`/puzzles?game=${kind}`)}>${kind === 'xiangqi' ? t('game.xiangqi') : t('game.banqi')}</button>`;

  return {
    wide: true,
    title: () => t('puzzles.title'),
    close: () => table.close(),
    view: () => html`
      <div class="page-head row spread"><h1 tabindex="-1">${t('puzzles.title')}</h1>
        <div class="row" role="group" aria-label=${t('puzzles.game')}>${gameButton('xiangqi')}${gameButton('banqi')}</div></div>
      <div class="play puzzles ${game}">
        <div class="play-board">
          <chuhe-board .input=${input()}
            @board-ply=${(/** @type {CustomEvent<{ from: string, to: string }>} */ { detail }) => table.move(detail.from, detail.to)}
            @board-flip=${(/** @type {CustomEvent<{ square: string }>} */ { detail }) => table.flip(detail.square)}></chuhe-board>
        </div>
        <aside class="play-side" aria-label=${t('puzzles.side')}>
          ${taskView(table)}
          ${actionsView(table)}
          ${proofView(table)}
          ${choiceView(table, update)}
          ${recordView(table)}
          ${makingView(table)}
          <p class="row"><a class="button" href="/trainer?game=${game}" data-test="to-trainer">${t('puzzles.to_trainer')}</a></p>
        </aside>
      </div>`,
  };
}
