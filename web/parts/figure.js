/**
 * A still board with marks, for explanations.
 * @module parts/figure
 */

import { html, nothing, svg } from '../vendor/lit-html.js';
import { geometryOf } from '../board/geometry.js';
import { ground } from '../board/ground.js';
import { arrowsLayer, checks, targetMarks } from '../board/layers.js';
import { piece } from '../board/pieces.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { piecesOfFen } from './fen.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../board/geometry.js').Geometry} Geometry */

/**
 * @typedef {object} Figure
 * @property {GameKind} game
 * @property {string} fen
 * @property {string[]} [targets]  where the piece may go
 * @property {string[]} [blocked]  where it may not
 * @property {[string, string][]} [arrows]
 * @property {string[]} [check]
 * @property {[number, number]} [ranks]  xiangqi: the rows to show, from the top, first and last
 */

/** Room around the rows of a cut board, in board units. */
const ROOM = 66;

/**
 * @param {Figure} figure
 * @param {string} label what the picture shows, for those who hear it
 * @param {unknown} [caption] shown below; the label unless told
 */
export function figureView(figure, label, caption = label) {
  const { game, fen, targets = [], blocked = [], arrows = [], check = [] } = figure;
  const geometry = geometryOf(game);
  const pieces = piecesOfFen(game, fen);
  const set = settings().pieces;
  const shift = (/** @type {string} */ square) => {
    const { x, y } = geometry.place(square);
    return `translate(${x} ${y})`;
  };
  return html`
    <figure class="figure ${game}">
      <svg viewBox=${viewBox(figure, geometry)} role="img" aria-label=${label} focusable="false">
        ${ground(geometry, { simplified: set === 'simplified', notation: null })}
        ${checks(geometry, check)}
        ${Object.entries(pieces).map(([square, letter]) => svg`<g transform=${shift(square)}>${piece(letter, set)}</g>`)}
        ${targetMarks(geometry, targets, pieces)}
        ${blocked.map((square) => svg`<path class="figure-blocked" transform=${shift(square)} d="M-14-14L14 14M14-14L-14 14"></path>`)}
        ${arrowsLayer(geometry, arrows.map(([from, to]) => ({ from, to, weight: 0.5, colour: 'best' })))}
      </svg>
      ${caption ? html`<figcaption>${caption}</figcaption>` : nothing}
    </figure>`;
}

/**
 * The whole board, or some of its rows.
 * @param {Figure} figure
 * @param {Geometry} geometry
 */
function viewBox({ ranks }, { width, height, origin }) {
  if (!ranks) return `0 0 ${width} ${height}`;
  const [first, last] = ranks;
  const top = first === 0 ? 0 : origin.y + first * 100 - ROOM;
  const bottom = last === 9 ? height : origin.y + last * 100 + ROOM;
  return `0 ${top} ${width} ${bottom - top}`;
}

/**
 * @param {string} key of the caption
 * @param {Figure} figure
 */
export function captioned(key, figure) {
  return figureView(figure, t(key));
}
