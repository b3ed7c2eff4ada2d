/**
 * From the server's position to what the board element takes.
 * @module parts/board-input
 */

import { settings } from '../settings.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */

const narrow = matchMedia('(max-width: 40rem) and (orientation: portrait)');

/** Whether the screen is a phone held upright, where dark chess had better stand upright too. */
export const isNarrow = () => narrow.matches;

/**
 * Tells when the screen is turned or resized past that.
 * @param {() => void} listener
 */
export const onNarrow = (listener) => narrow.addEventListener('change', listener);

/**
 * @param {Board} board
 * @param {Partial<BoardInput>} [extra]
 * @returns {BoardInput}
 */
export function boardInput(board, extra = {}) {
  const { pieces: set, coordinates, notation, animation } = settings();
  return {
    game: board.game,
    pieces: board.pieces,
    legal: board.legal,
    flips: board.flips ?? [],
    check: board.check,
    set,
    coordinates: coordinates ? notation : null,
    animate: animation,
    tall: isNarrow(),
    ...extra,
  };
}
