/** Who is to move, how the game has ended, and what the rules warn of, under the analysis board. */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { XIANGQI_COLOURS, reasonText, resultText } from './seat.js';
import { warningText } from './warning.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Warning} Warning */
/** @typedef {import('../types.js').Colour} Colour */
/** @typedef {{first: Colour, second: Colour} | null} Colours */

/** @param {Desk} desk */
export function statusLine(desk) {
  const answer = desk.shown;
  if (!answer) return nothing;
  const { board, result, warnings } = answer;
  const colours = coloursOf(board);
  return html`
    <p class="status" data-test="status" data-reason=${result?.reason ?? nothing}>
      ${result ? html`<strong>${resultText(result, colours)}</strong> · ${reasonText(result, colours)}` : turnText(board.side)}
      ${result ? nothing : warnings.map((warning) => warningChip(warning, colours))}
    </p>`;
}

/**
 * Which seat has which colour, as far as a position tells.
 * @param {Board} board
 * @returns {Colours}
 */
function coloursOf({ game, turn, side }) {
  if (game === 'xiangqi') return XIANGQI_COLOURS;
  if (!turn || !side) return null;
  const first = (turn === 'first') === (side === 'red') ? 'red' : 'black';
  return { first, second: first === 'red' ? 'black' : 'red' };
}

/**
 * Whether bars and graph show the first seat in black.
 * @param {Desk} desk
 */
export function firstIsBlack({ shown }) {
  return shown !== null && coloursOf(shown.board)?.first === 'black';
}

/** @param {Colour | null} side */
function turnText(side) {
  if (!side) return t('analyse.status.open');
  return t('analyse.status.turn', { side: side === 'red' ? t('side.red') : t('side.black') });
}

/**
 * @param {Warning} warning
 * @param {Colours} colours
 */
function warningChip(warning, colours) {
  const { code } = warning;
  return html`<span class="chip ${code === 'check' ? 'bad' : 'warn'}" data-test="status-${code}">${warningText(warning, colours)}</span>`;
}
