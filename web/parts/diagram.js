/**
 * A board as plain text, for mail and forums.
 * @module parts/diagram
 */

import { geometryOf } from '../board/geometry.js';

/** @typedef {import('../types.js').Board} Board */

/** Characters tell both sides apart without colour. @type {Record<string, string>} */
const SIGNS = {
  K: '帥', A: '仕', B: '相', N: '傌', R: '俥', C: '炮', P: '兵',
  k: '將', a: '士', b: '象', n: '馬', r: '車', c: '砲', p: '卒', X: '●',
};
const EMPTY = '＋';
const WIDE_DIGITS = '０１２３４５６７８９';
const WIDE_FILES = 'ａｂｃｄｅｆｇｈｉ';

/**
 * @param {string} square
 * @param {string} piece
 */
const sign = (square, piece) => (piece ? (SIGNS[piece] ?? piece) : square ? EMPTY : '');

/**
 * Rows of full-width characters with coordinates at the edges.
 * @param {Board} board
 * @param {boolean} flipped
 */
export function textDiagram({ game, pieces, turn, side, fen }, flipped) {
  const { grid } = geometryOf(game, flipped);
  const rows = grid.map((squares) => {
    const rank = Number(squares[0]?.slice(1) ?? 0);
    return `${WIDE_DIGITS[rank] ?? ''}${squares.map((square) => sign(square, pieces[square] ?? '')).join('')}`;
  });
  const river = `　${'－'.repeat(grid[0]?.length ?? 0)}`;
  if (game === 'xiangqi') rows.splice(5, 0, river);
  const files = (grid[0] ?? []).map((square) => WIDE_FILES['abcdefghi'.indexOf(square[0] ?? 'a')] ?? '').join('');
  const mover = side === 'red' ? '紅' : side === 'black' ? '黑' : turn === 'first' ? '1' : '2';
  return `${rows.join('\n')}\n　${files}\n${mover} · ${fen}\n`;
}
