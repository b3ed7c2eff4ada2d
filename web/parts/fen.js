/**
 * The placement field of a FEN as pieces on squares: enough to draw a small
 * picture of a game in a list. Rules and full positions stay with the server.
 * @module parts/fen
 */

/** @typedef {import('../types.js').GameKind} GameKind */

/** @type {Record<GameKind, { top: number, bottom: number }>} */
const RANKS = { xiangqi: { top: 9, bottom: 0 }, banqi: { top: 4, bottom: 1 } };

/**
 * @param {GameKind} game
 * @param {string} fen
 * @returns {Record<string, string>} square → letter
 */
export function piecesOfFen(game, fen) {
  /** @type {Record<string, string>} */
  const pieces = {};
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces[String.fromCharCode(97 + file++) + (RANKS[game].top - index)] = letter;
    }
  });
  return pieces;
}
