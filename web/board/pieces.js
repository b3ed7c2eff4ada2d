/**
 * Drawings of the pieces, centred on (0, 0), 46 units to the rim.
 * @module board/pieces
 */

import { html, svg } from '../vendor/lit-html.js';
import { OUTLINES } from './outlines.js';
import { PICTOGRAMS } from './pictograms.js';

/** @typedef {'traditional' | 'simplified' | 'pictograms'} PieceSet */
/** @typedef {'king' | 'advisor' | 'elephant' | 'rook' | 'horse' | 'cannon' | 'pawn'} Kind */
/** @typedef {'red' | 'black'} Colour */

/** @type {Record<string, Kind>} */
const KINDS = {
  K: 'king', A: 'advisor', B: 'elephant', E: 'elephant', N: 'horse', H: 'horse', R: 'rook', C: 'cannon', P: 'pawn',
};

/** @type {Record<'traditional' | 'simplified', Record<Colour, Record<Kind, string>>>} */
const CHARACTERS = {
  traditional: {
    red: { king: '帥', advisor: '仕', elephant: '相', rook: '俥', horse: '傌', cannon: '炮', pawn: '兵' },
    black: { king: '將', advisor: '士', elephant: '象', rook: '車', horse: '馬', cannon: '砲', pawn: '卒' },
  },
  simplified: {
    red: { king: '帅', advisor: '仕', elephant: '相', rook: '车', horse: '马', cannon: '炮', pawn: '兵' },
    black: { king: '将', advisor: '士', elephant: '象', rook: '车', horse: '马', cannon: '炮', pawn: '卒' },
  },
};

/**
 * Whether a letter stands for a face-down piece.
 * @param {string} letter
 */
export const isFaceDown = (letter) => letter === 'X' || letter === 'x' || letter === '?';

/**
 * @param {string} letter  of the FEN
 * @returns {Kind}
 */
export const kindOf = (letter) => KINDS[letter.toUpperCase()] ?? 'pawn';

/**
 * @param {string} letter
 * @returns {Colour}
 */
export const colourOf = (letter) => (letter === letter.toUpperCase() ? 'red' : 'black');

/**
 * The Chinese character of a piece, for texts.
 * @param {string} letter
 * @param {PieceSet} set
 */
export const characterOf = (letter, set) =>
  CHARACTERS[set === 'simplified' ? 'simplified' : 'traditional'][colourOf(letter)][kindOf(letter)];

/**
 * @param {string} letter
 * @param {PieceSet} set
 */
function sign(letter, set) {
  const kind = kindOf(letter);
  if (set === 'pictograms') return svg`<path class="piece-sign pictogram" d=${PICTOGRAMS[kind]}></path>`;
  const character = characterOf(letter, set);
  return svg`<path class="piece-sign" transform="scale(.305)" d=${OUTLINES[character] ?? ''}></path>`;
}

// Red has two thin rings and black one broad band, so that the sides can be told
// apart without seeing colour.
const RIMS = {
  red: svg`<circle class="piece-ring" r="40"></circle><circle class="piece-ring" r="35.5"></circle>`,
  black: svg`<circle class="piece-band" r="38.5"></circle>`,
};

const BACK = svg`
  <circle class="piece-back" r="44.5"></circle>
  <circle class="piece-back-ring" r="38"></circle>
  <path class="piece-back-sign" d="M0-26C9-17 17-9 26 0 17 9 9 17 0 26-9 17-17 9-26 0-17-9-9-17 0-26ZM0-11C-4-7-7-4-11 0-7 4-4 7 0 11 4 7 7 4 11 0 7-4 4-7 0-11Z" fill-rule="evenodd"></path>`;

/**
 * A piece, or the back of one.
 * @param {string} letter
 * @param {PieceSet} set
 */
export function piece(letter, set) {
  if (isFaceDown(letter)) {
    return svg`<g class="piece down"><circle class="piece-shade" cy="4" r="45"></circle>${BACK}</g>`;
  }
  const colour = colourOf(letter);
  return svg`
    <g class="piece ${colour}">
      <circle class="piece-shade" cy="4" r="45"></circle>
      <circle class="piece-edge" r="45"></circle>
      <circle class="piece-face" r="43"></circle>
      ${RIMS[colour]}
      ${sign(letter, set)}
    </g>`;
}

/**
 * A small picture of a piece for use in running text or lists. It is hidden from
 * screen readers unless given a label.
 * @param {string} letter
 * @param {PieceSet} set
 * @param {string} [label]
 */
export const pieceIcon = (letter, set, label) => html`
  <svg class="piece-icon" viewBox="-50 -50 100 100" role=${label ? 'img' : 'presentation'}
    aria-label=${label ?? ''} aria-hidden=${label ? 'false' : 'true'} focusable="false">${piece(letter, set)}</svg>`;
