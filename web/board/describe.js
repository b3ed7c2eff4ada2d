/**
 * The board in words, for those who hear it.
 * @module board/describe
 */

import { t } from '../i18n/index.js';
import { colourOf, isFaceDown, kindOf } from './pieces.js';

/** @typedef {Record<string, string>} Pieces */

const ORDER = ['king', 'advisor', 'elephant', 'rook', 'horse', 'cannon', 'pawn'];

/**
 * "red cannon", or "face-down piece".
 * @param {string} letter
 */
export const pieceName = (letter) =>
  isFaceDown(letter) ? t('board.face_down') : t('board.coloured', {
    colour: t(`board.${colourOf(letter)}`),
    kind: t(`board.${colourOf(letter)}_${kindOf(letter)}`),
  });

/**
 * "e2, red cannon", or "e2, empty".
 * @param {string} square
 * @param {string | undefined} letter
 */
export const squareName = (square, letter) =>
  t('board.square', { square, what: letter === undefined ? t('board.empty') : pieceName(letter) });

/**
 * @param {Pieces} pieces
 * @param {'red' | 'black'} colour
 */
function sideText(pieces, colour) {
  const mine = Object.entries(pieces).filter(([, letter]) => !isFaceDown(letter) && colourOf(letter) === colour);
  const parts = ORDER.flatMap((kind) => {
    const squares = mine.filter(([, letter]) => kindOf(letter) === kind).map(([square]) => square).sort();
    return squares.length === 0 ? [] : [`${t(`board.${colour}_${kind}`)} ${squares.join(' ')}`];
  });
  const list = parts.length === 0 ? t('board.none') : parts.join(t('board.separator'));
  return t('board.side_list', { colour: t(`board.${colour}`), list });
}

/**
 * Every piece with its square.
 * @param {Pieces} pieces
 */
export function boardText(pieces) {
  const down = Object.keys(pieces).filter((square) => isFaceDown(pieces[square] ?? '')).sort();
  const sentences = [sideText(pieces, 'red'), sideText(pieces, 'black')];
  if (down.length > 0) sentences.push(t('board.down_list', { n: down.length, list: down.join(' ') }));
  return sentences.join(' ');
}

/**
 * What was played last.
 * @param {Pieces} pieces  after it
 * @param {{ from: string, to: string | null } | null | undefined} last
 */
export function lastText(pieces, last) {
  if (!last) return '';
  const square = last.to ?? last.from;
  const what = pieces[square] === undefined ? t('board.piece') : pieceName(pieces[square]);
  return last.to === null || last.to === last.from
    ? t('board.last_flip', { square, what })
    : t('board.last_move', { what, from: last.from, to: last.to });
}
