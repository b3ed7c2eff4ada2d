/**
 * The drawing of a board: from what is shown and what the user is doing to SVG.
 * @module board/view
 */

import { html, nothing, repeat, svg } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { boardText, lastText, squareName } from './describe.js';
import { geometryOf } from './geometry.js';
import { ground } from './ground.js';
import { arrowsLayer, checks, highlightLabels, highlightsUnder, lastMove, targetMarks } from './layers.js';
import { piece } from './pieces.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./pieces.js').PieceSet} PieceSet */

/**
 * @typedef {object} View
 * @property {import('./board.js').BoardInput} input
 * @property {string} name  unique in the document
 * @property {Geometry} geometry
 * @property {string | null} selected
 * @property {{ from: string, point: Point, over: string | null } | null} drag
 * @property {{ from: string, to: string | null } | null} arrow  being drawn
 * @property {import('./motion.js').Change} change
 * @property {string} cursor  the square that takes the keyboard's focus
 * @property {(square: string) => boolean} canLift
 * @property {(event: KeyboardEvent) => void} key
 */

/**
 * Whether the chosen piece may go to a square.
 * @param {View} view
 * @param {string} square
 */
const isTarget = ({ selected, input }, square) =>
  selected !== null && !input.disabled && (input.legal?.[selected]?.includes(square) ?? false);

/** @param {Geometry} geometry @param {string} square */
function shift(geometry, square) {
  const { x, y } = geometry.place(square);
  return `translate(${x} ${y})`;
}

/**
 * The whole content of the element.
 * @param {View} view
 */
export function drawing(view) {
  const { input, geometry, name } = view;
  return html`
    <svg viewBox="0 0 ${geometry.width} ${geometry.height}" role="grid" aria-label=${input.label ?? t('board.label')}
      aria-describedby="${name}-text" aria-rowcount=${geometry.rows} aria-colcount=${geometry.columns}
      data-test="board" class="${view.drag === null ? '' : 'dragging'} ${input.paint ? 'painting' : ''}" @keydown=${view.key}>${layers(view)}</svg>
    <p id="${name}-text" class="visually-hidden" data-test="board-text">${boardText(input.pieces)}</p>
    <p class="visually-hidden" aria-live="polite" data-test="board-live">${input.announce ?? lastText(input.pieces, input.last)}</p>`;
}

/** @param {View} view */
function layers(view) {
  const { input, geometry, selected } = view;
  const { pieces, arrows = [], highlights = [], check = [], coordinates = null, set = 'traditional' } = input;
  return svg`
    ${ground(geometry, { simplified: set === 'simplified', notation: coordinates })}
    <g class="under" aria-hidden="true">
      ${highlightsUnder(geometry, highlights)}
      ${lastMove(geometry, input.last)}
      ${checks(geometry, check)}
      ${selected === null ? nothing : svg`<circle class="selected" r="50" transform=${shift(geometry, selected)}></circle>`}
    </g>
    <g class="pieces" aria-hidden="true">
      ${leaving(view, set)}
      ${repeat(Object.entries(pieces), ([square]) => square, ([square, letter]) => standing(view, square, letter, set))}
    </g>
    <g class="over" aria-hidden="true">
      ${selected === null || input.disabled ? nothing : targetMarks(geometry, input.legal?.[selected] ?? [], pieces)}
      ${arrowsLayer(geometry, view.arrow === null ? arrows : [...arrows, { ...view.arrow, colour: 'hint' }])}
      ${highlightLabels(geometry, highlights)}
    </g>
    ${geometry.grid.map((squares, row) => svg`
      <g role="row" aria-rowindex=${row + 1}>${squares.map((square, column) => cell(view, square, column))}</g>`)}
    ${lifted(view, set)}`;
}

/**
 * @param {View} view
 * @param {string} square
 * @param {string} letter
 * @param {PieceSet} set
 */
const standing = ({ geometry, drag }, square, letter, set) => svg`
  <g data-piece=${square} data-letter=${letter} transform=${shift(geometry, square)}
    class=${drag?.from === square ? 'away' : ''}><g class="mover">${piece(letter, set)}</g></g>`;

/**
 * Pieces that are gone but still fade or turn.
 * @param {View} view
 * @param {PieceSet} set
 */
const leaving = ({ geometry, change }, set) => [
  ...change.taken.map(([square, letter]) => svg`
    <g transform=${shift(geometry, square)}><g data-taken=${square}>${piece(letter, set)}</g></g>`),
  ...change.turned.map((square) => svg`
    <g transform=${shift(geometry, square)}><g data-turning=${square}>${piece('X', set)}</g></g>`),
];

/**
 * The piece under the pointer while it is dragged.
 * @param {View} view
 * @param {PieceSet} set
 */
function lifted({ drag, input }, set) {
  const letter = drag === null ? undefined : input.pieces[drag.from];
  if (drag === null || letter === undefined) return nothing;
  const { x, y } = drag.point;
  return svg`<g class="lifted" aria-hidden="true" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1.12)">${piece(letter, set)}</g>`;
}

/**
 * The place that takes pointer, focus and name of a square.
 * @param {View} view
 * @param {string} square
 * @param {number} column
 */
function cell(view, square, column) {
  const { geometry, input, selected, drag } = view;
  const { x, y } = geometry.place(square);
  const [lifts, target] = [view.canLift(square), isTarget(view, square)];
  const flips = !input.disabled && (input.flips?.includes(square) ?? false);
  const names = ['cell', lifts && 'lifts', (lifts || target || flips) && 'live', target && drag?.over === square && 'aimed'];
  return svg`
    <rect role="gridcell" class=${names.filter(Boolean).join(' ')} x=${x - 50} y=${y - 50} width="100" height="100" rx="10"
      data-square=${square} data-test="square-${square}" aria-colindex=${column + 1}
      tabindex=${square === view.cursor ? 0 : -1} aria-selected=${square === selected || input.marked?.includes(square) ? 'true' : 'false'}
      aria-label=${cellLabel(view, square, target)}></rect>`;
}

/**
 * @param {View} view
 * @param {string} square
 * @param {boolean} target
 */
function cellLabel({ input, selected }, square, target) {
  const name = squareName(square, input.pieces[square]);
  if (target) return t('board.target', { name });
  return square === selected ? t('board.chosen', { name }) : name;
}

/**
 * A still picture of a position, for lists; it is hidden from screen readers.
 * @param {import('../types.js').GameKind} game
 * @param {Record<string, string>} pieces
 * @param {PieceSet} set
 * @param {boolean} [flipped]
 */
export function miniature(game, pieces, set, flipped = false) {
  const geometry = geometryOf(game, flipped);
  return html`
    <svg class="miniature" viewBox="0 0 ${geometry.width} ${geometry.height}" aria-hidden="true" focusable="false">
      ${ground(geometry, { simplified: set === 'simplified', notation: null })}
      ${Object.entries(pieces).map(([square, letter]) => svg`<g transform=${shift(geometry, square)}>${piece(letter, set)}</g>`)}
    </svg>`;
}
