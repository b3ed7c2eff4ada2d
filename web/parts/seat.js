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

/** @param {{ first: Seat, second: Seat }} game */
export const playersText = (game) => t('games.versus', { first: seatName(game, 'first'), second: seatName(game, 'second') });

/**
 * What its owner calls a game, or else who plays.
 * @param {{ name: string, first: Seat, second: Seat }} game
 */
export const gameTitle = (game) => (game.name === '' ? playersText(game) : game.name);

/** What marks a foreign engine where profiles are named. */
export const FOREIGN = 'engine:';

/**
 * The name of an engine: of ours by its profile, a foreign one as the server's file calls it.
 * @param {string} profile
 */
export const profileName = (profile) => (profile.startsWith(FOREIGN) ? profile.slice(FOREIGN.length) : tc('profile', profile));

/** @param {Seat} seat */
export const seatText = (seat) =>
  seat.kind === 'human' ? t('seat.human') : t('seat.engine', { profile: profileName(seat.profile), level: seat.level });

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

/** @typedef {{ first: Seat, second: Seat }} Seats */

/**
 * The seat of the only person at the board; null with two people or none.
 * @param {Seats} [seats]
 */
const onlyPerson = (seats) => {
  const people = seats === undefined ? [] : humans(seats);
  return people.length === 1 ? people[0] : null;
};

/**
 * The short form of a result: who won; "you" where one person played an engine.
 * @param {import('../types.js').Result} result
 * @param {{ first: Colour, second: Colour } | null | undefined} colours
 * @param {Seats} [seats]
 */
export function resultText({ winner }, colours, seats) {
  if (winner === null) return t('result.draw');
  const you = onlyPerson(seats);
  if (you === null) return t('result.wins', { side: sideText(winner, colours) });
  return winner === you ? t('result.you_win') : t('result.you_lose');
}

/**
 * Why the game ended, as a sentence.
 * @param {import('../types.js').Result} result
 * @param {{ first: Colour, second: Colour } | null | undefined} colours
 * @param {Seats} [seats]
 */
export function reasonText({ winner, reason }, colours, seats) {
  if (winner === null) return tc('reason', reason, { winner: '', loser: '' });
  const loser = other(winner);
  const you = onlyPerson(seats);
  if (seats === undefined || you === null) {
    return tc('reason', reason, { winner: sideText(winner, colours), loser: sideText(loser, colours) });
  }
  if (you === loser) return tc('reason_you', reason);
  const seat = seats[loser];
  const engine = seat.kind === 'engine' ? profileName(seat.profile) : sideText(loser, colours);
  return tc('reason', reason, { winner: t('seat.you'), loser: engine });
}
