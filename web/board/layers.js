/**
 * What lies over the empty board besides pieces: last move, check, targets,
 * highlights and arrows.
 * @module board/layers
 */

import { svg, nothing } from '../vendor/lit-html.js';
import { UNIT } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./geometry.js').Point} Point */

/**
 * @typedef {object} Arrow
 * @property {string} from
 * @property {string | null} to  null: the square itself is meant, as for a flip
 * @property {number} [weight]  0 to 1, shown as breadth and strength; 1 unless told
 * @property {'best' | 'second' | 'third' | 'further' | 'good' | 'bad' | 'hint' | 'played' | 'green' | 'red' | 'yellow' | 'blue'} [colour]  the last four are a user's own
 * @property {string} [label]   a word or two, drawn near the head
 */

/**
 * @typedef {object} Highlight
 * @property {string} at
 * @property {'good' | 'bad' | 'info' | 'warning'} [colour]
 * @property {number} [weight]  0 to 1, shown as strength; 1 unless told
 * @property {string} [label]  a short text in the corner, such as a value
 */

const CORNER = 47;
const BRACKETS = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
  .map(([sx = 1, sy = 1]) => `M${sx * CORNER} ${sy * (CORNER - 16)}v${sy * 16}h${-sx * 16}`)
  .join('');

/** @param {Point} point */
const move = ({ x, y }) => `translate(${x} ${y})`;

/**
 * Corners around where a move came from and went to.
 * @param {Geometry} geometry
 * @param {{ from: string, to: string | null } | null | undefined} last
 */
export function lastMove(geometry, last) {
  if (!last) return nothing;
  const squares = last.to === null || last.to === last.from ? [last.from] : [last.from, last.to];
  return squares.map((square) => svg`
    <g class="last" transform=${move(geometry.place(square))}>
      ${geometry.game === 'banqi' ? svg`<rect class="last-cell" x="-50" y="-50" width="100" height="100"></rect>` : nothing}
      <path class="last-corners" d=${BRACKETS}></path>
    </g>`);
}

/**
 * Rays around kings in check.
 * @param {Geometry} geometry
 * @param {string[]} squares
 */
export const checks = (geometry, squares) =>
  squares.map((square) => svg`
    <g class="check" transform=${move(geometry.place(square))}>
      <circle class="check-glow" r="58"></circle><circle class="check-ring" r="52"></circle>
    </g>`);

/**
 * Coloured places under the pieces.
 * @param {Geometry} geometry
 * @param {Highlight[]} highlights
 */
export const highlightsUnder = (geometry, highlights) =>
  highlights.map(({ at, colour = 'info', weight = 1 }) => svg`
    <rect class="highlight ${colour}" fill-opacity=${weight.toFixed(2)} transform=${move(geometry.place(at))} x="-49" y="-49" width="98" height="98" rx="12"></rect>`);

/**
 * The labels of highlights, over the pieces.
 * @param {Geometry} geometry
 * @param {Highlight[]} highlights
 */
export const highlightLabels = (geometry, highlights) =>
  highlights.filter(({ label }) => label).map(({ at, colour = 'info', label = '' }) => {
    const width = 14 + label.length * 14;
    return svg`
      <g class="tag ${colour}" transform=${move(geometry.place(at))}>
        <rect x=${50 - width} y="-50" width=${width} height="30" rx="8"></rect>
        <text x=${50 - width / 2} y="-34">${label}</text>
      </g>`;
  });

/**
 * Dots on empty targets, rings around pieces that can be taken.
 * @param {Geometry} geometry
 * @param {string[]} targets
 * @param {Record<string, string>} pieces
 */
export const targetMarks = (geometry, targets, pieces) =>
  targets.map((square) =>
    pieces[square] === undefined
      ? svg`<circle class="target" transform=${move(geometry.place(square))} r="13"></circle>`
      : svg`<circle class="target-taken" transform=${move(geometry.place(square))} r="47"></circle>`);

/**
 * The outline of an arrow along the x axis.
 * @param {number} length
 * @param {number} breadth
 */
function arrowShape(length, breadth) {
  const [half, head] = [breadth / 2, Math.min(breadth * 1.9 + 10, length * 0.6)];
  const wing = half + breadth * 0.62 + 4;
  return `M0 ${-half * 0.7}L${length - head} ${-half}V${-wing}L${length} 0L${length - head} ${wing}V${half}L0 ${half * 0.7}Z`;
}

/**
 * Where an arrow begins, ends, and how long it is; a flip has no length.
 * @param {Geometry} geometry
 * @param {Arrow} arrow
 */
function course(geometry, { from, to }) {
  const [start, end] = [geometry.place(from), geometry.place(to ?? from)];
  return { start, end, dx: end.x - start.x, dy: end.y - start.y, distance: Math.hypot(end.x - start.x, end.y - start.y) };
}

/**
 * @param {Geometry} geometry
 * @param {Arrow} arrow
 */
function arrowOf(geometry, arrow) {
  const { weight = 1, colour = 'best' } = arrow;
  const { start, dx, dy, distance } = course(geometry, arrow);
  const name = `arrow ${colour}`;
  const strength = (0.55 + 0.3 * weight).toFixed(2);
  if (distance === 0) {
    return svg`<g class=${name} opacity=${strength}>
      <circle class="arrow-ring" transform=${move(start)} r="46" stroke-width=${4 + 6 * weight}></circle></g>`;
  }
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const gap = UNIT * 0.2;
  return svg`
    <g class=${name} opacity=${strength}>
      <path transform="translate(${start.x} ${start.y}) rotate(${angle.toFixed(2)}) translate(${gap} 0)"
        d=${arrowShape(distance - gap - 8, 7 + 13 * weight)}></path>
    </g>`;
}

/**
 * A word or two near the arrow's head.
 * @param {Geometry} geometry
 * @param {Arrow} arrow
 */
function arrowLabel(geometry, arrow) {
  const { label, colour = 'best' } = arrow;
  if (!label) return nothing;
  const { start, end, dx, dy, distance } = course(geometry, arrow);
  const back = distance === 0 ? 0 : (UNIT * 0.42) / distance;
  // A short arrow would be hidden by its own label, which therefore stands beside it.
  const aside = distance > 0 && distance < 1.2 * UNIT ? 0.36 : 0;
  const at = distance === 0 ? { x: start.x, y: start.y + 38 } : { x: end.x - dx * back + dy * aside, y: end.y - dy * back - dx * aside };
  const width = 18 + label.length * 13;
  return svg`<g class="arrow-label ${colour}" transform=${move(at)}>
    <rect x=${-width / 2} y="-16" width=${width} height="32" rx="16"></rect><text>${label}</text></g>`;
}

/**
 * Arrows, the longest first: of two along one line both heads are seen. Labels lie
 * over all of them.
 * @param {Geometry} geometry
 * @param {Arrow[]} arrows
 */
export const arrowsLayer = (geometry, arrows) => [
  ...[...arrows].sort((a, b) => course(geometry, b).distance - course(geometry, a).distance).map((arrow) => arrowOf(geometry, arrow)),
  ...arrows.map((arrow) => arrowLabel(geometry, arrow)),
];
