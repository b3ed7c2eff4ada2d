/**
 * Handicaps of xiangqi: which pieces the stronger side leaves off the board.
 * @module parts/handicap
 */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { select } from './choice.js';

/** @typedef {import('../types.js').SeatName} SeatName */

/** Where the pieces of a preset stand, as red sees them from the left. @type {Record<string, string[]>} */
const PRESETS = {
  none: [],
  horse: ['b0'],
  horses: ['b0', 'h0'],
  cannon: ['b2'],
  rook: ['a0'],
  'rook-horse': ['a0', 'b0'],
  rooks: ['a0', 'i0'],
  nine: ['a0', 'b0', 'h0', 'i0', 'b2', 'h2', 'a3', 'e3', 'i3'],
};

/**
 * The same place as the other side sees it.
 * @param {string} square
 */
const opposite = (square) => String.fromCharCode(202 - square.charCodeAt(0)) + (9 - Number(square[1]));

/**
 * @param {string} preset
 * @param {SeatName} giver
 */
const squaresOf = (preset, giver) => (PRESETS[preset] ?? []).map((square) => (giver === 'first' ? square : opposite(square)));

/**
 * The preset that takes away just these squares, or `custom`.
 * @param {string[]} squares
 * @param {SeatName} giver
 */
function presetOf(squares, giver) {
  const wanted = [...squares].sort().join();
  return Object.keys(PRESETS).find((preset) => squaresOf(preset, giver).sort().join() === wanted) ?? 'custom';
}

/**
 * Which side gives, judged by the pieces taken away; red unless told.
 * @param {string[]} squares
 * @returns {SeatName}
 */
export const giverOf = (squares) => (squares.some((square) => Number(square[1]) > 4) ? 'second' : 'first');

/**
 * Adds or takes back a square; kings stay.
 * @param {string[]} squares
 * @param {string} square
 * @param {string | undefined} letter  what stands there at the start
 */
export function toggled(squares, square, letter) {
  if (letter === undefined || letter.toUpperCase() === 'K') return squares;
  return squares.includes(square) ? squares.filter((other) => other !== square) : [...squares, square];
}

/**
 * A FEN without the pieces on some squares.
 * @param {string} fen
 * @param {string[]} squares
 */
export function fenWithout(fen, squares) {
  const [board = '', ...rest] = fen.split(' ');
  const rows = board.split('/').map((row, index) => {
    const places = [...row.replace(/\d/g, (digit) => '1'.repeat(Number(digit)))];
    squares.filter((square) => 9 - Number(square[1]) === index).forEach((square) => (places[square.charCodeAt(0) - 97] = '1'));
    return places.join('').replace(/1+/g, (empty) => String(empty.length));
  });
  return [rows.join('/'), ...rest].join(' ');
}

/**
 * Two lists, what is given and by whom, and a switch to take pieces off by hand.
 * @param {{ squares: string[], giver: SeatName, change: (squares: string[], giver: SeatName) => void, picking: boolean, pick: (on: boolean) => void }} form
 */
export function handicapChoice({ squares, giver, change, picking, pick }) {
  const preset = presetOf(squares, giver);
  /** @type {[string, unknown][]} */
  const options = Object.keys(PRESETS).map((name) => [name, presetName(name)]);
  if (preset === 'custom') options.push(['custom', presetName('custom')]);
  return [
    select({
      name: 'handicap', label: t('handicap.label'), value: preset, options, hint: t('handicap.hint'),
      change: (name) => name !== 'custom' && change(squaresOf(name, giver), giver),
    }),
    select({
      name: 'handicap-giver', label: t('handicap.giver'), value: giver,
      options: [['first', t('side.red')], ['second', t('side.black')]],
      change: (next) => change(next === giver ? squares : squares.map(opposite), next),
    }),
    html`
      <button class="switch handicap-pick" type="button" role="switch" aria-checked=${picking ? 'true' : 'false'} data-test="handicap-pick"
        @click=${() => pick(!picking)}><span class="switch-track" aria-hidden="true"></span>${t('handicap.pick')}</button>`,
  ];
}

/** @param {string} preset */
function presetName(preset) {
  switch (preset) {
    case 'none': return t('handicap.none');
    case 'horse': return t('handicap.horse');
    case 'horses': return t('handicap.horses');
    case 'cannon': return t('handicap.cannon');
    case 'rook': return t('handicap.rook');
    case 'rook-horse': return t('handicap.rook_horse');
    case 'rooks': return t('handicap.rooks');
    case 'nine': return t('handicap.nine');
    default: return t('handicap.custom');
  }
}
