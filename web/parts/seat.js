/**
 * Players, colours and results in words.
 * @module parts/seat
 */

import { t, tc } from '../i18n/index.js';

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').SeatName} SeatName */
/** @typedef {import('../types.js').Colour} Colour */

/** @param {SeatName} seat @returns {SeatName} */
export const other = (seat) => (seat === 'first' ? 'second' : 'first');

/**
 * Who sits there: an engine, a person, or "you" when there is but one.
 * @param {{ first: Seat, second: Seat }} game
 * @param {SeatName} seat
 */
export const seatName = (game, seat) =>
  game[seat].kind === 'human' && humans(game).length === 1 ? t('seat.you') : seatText(game[seat]);

/** @param {Seat} seat */
export const seatText = (seat) =>
  seat.kind === 'human' ? t('seat.human') : t('seat.engine', { profile: tc('profile', seat.profile), level: seat.level });

/**
 * "Red", or "First player" while colours are open.
 * @param {SeatName} seat
 * @param {{ first: Colour, second: Colour } | null | undefined} colours
 */
export function sideText(seat, colours) {
  if (!colours) return seat === 'first' ? t('seat.first') : t('seat.second');
  return colours[seat] === 'red' ? t('side.red') : t('side.black');
}

/**
 * The seats people hold.
 * @param {{ first: Seat, second: Seat }} game
 * @returns {SeatName[]}
 */
export const humans = ({ first, second }) =>
  /** @type {SeatName[]} */ ([first.kind === 'human' ? 'first' : null, second.kind === 'human' ? 'second' : null].filter((seat) => seat !== null));

/** The colours a game of xiangqi always has. */
export const XIANGQI_COLOURS = /** @type {{ first: Colour, second: Colour }} */ ({ first: 'red', second: 'black' });

/**
 * The short form of a result: who won.
 * @param {import('../types.js').Result} result
 * @param {{ first: Colour, second: Colour } | null | undefined} colours
 */
export const resultText = (result, colours) =>
  result.winner === null ? t('result.draw') : t('result.wins', { side: sideText(result.winner, colours) });

/**
 * Why the game ended, as a sentence.
 * @param {import('../types.js').Result} result
 * @param {{ first: Colour, second: Colour } | null | undefined} colours
 */
export function reasonText(result, colours) {
  const winner = result.winner === null ? '' : sideText(result.winner, colours);
  const loser = result.winner === null ? '' : sideText(other(result.winner), colours);
  return tc('reason', result.reason, { winner, loser });
}
