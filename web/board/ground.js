/**
 * The empty boards: lines and river of xiangqi, cells of dark chess, coordinates.
 * @module board/ground
 */

import { svg, nothing } from '../vendor/lit-html.js';
import { UNIT } from './geometry.js';
import { OUTLINES } from './outlines.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../types.js').Notation} Notation */

/** Points with the small corner marks: where cannons and pawns stand at the start. */
const MARKED = ['b2', 'h2', 'b7', 'h7', ...[...'acegi'].flatMap((file) => [`${file}3`, `${file}6`])];

/**
 * One path for a list of line segments in board columns and rows.
 * @param {Geometry} geometry
 * @param {[number, number, number, number][]} segments
 */
const lines = ({ origin }, segments) =>
  segments
    .map(([x1, y1, x2, y2]) => `M${origin.x + x1 * UNIT} ${origin.y + y1 * UNIT}L${origin.x + x2 * UNIT} ${origin.y + y2 * UNIT}`)
    .join('');

/** @type {[number, number, number, number][]} */
const XIANGQI_LINES = [
  ...Array.from({ length: 10 }, (_, row) => /** @type {[number, number, number, number]} */ ([0, row, 8, row])),
  ...Array.from({ length: 7 }, (_, file) => /** @type {[number, number, number, number][]} */ ([
    [file + 1, 0, file + 1, 4],
    [file + 1, 5, file + 1, 9],
  ])).flat(),
  [0, 0, 0, 9], [8, 0, 8, 9],
  [3, 0, 5, 2], [5, 0, 3, 2], [3, 7, 5, 9], [5, 7, 3, 9],
];

/**
 * The four corner marks around a point, two at the board's edge.
 * @param {Geometry} geometry
 * @param {string} square
 */
function mark(geometry, square) {
  const { x, y } = geometry.place(square);
  const corners = [];
  for (const sx of [-1, 1]) {
    const outside = (sx < 0 && square[0] === leftFile(geometry)) || (sx > 0 && square[0] === rightFile(geometry));
    if (outside) continue;
    for (const sy of [-1, 1]) {
      corners.push(`M${x + sx * 8} ${y + sy * 24}v${-sy * 16}h${sx * 16}`);
    }
  }
  return corners.join('');
}

/** @param {Geometry} geometry */
const leftFile = (geometry) => geometry.grid[0]?.[0]?.[0];
/** @param {Geometry} geometry */
const rightFile = (geometry) => geometry.grid[0]?.at(-1)?.[0];

/**
 * 楚河 and 漢界 in the river, as outlines.
 * @param {Geometry} geometry
 * @param {boolean} simplified
 */
function river(geometry, simplified) {
  const y = geometry.origin.y + 4.5 * UNIT;
  const characters = /** @type {[string, number, number][]} */ ([
    ['楚', 1.1, 0], ['河', 2.35, 0], [simplified ? '汉' : '漢', 6.9, 180], ['界', 5.65, 180],
  ]);
  return characters.map(([character, column, turn]) => svg`
    <path class="river" d=${OUTLINES[character] ?? ''}
      transform="translate(${geometry.origin.x + column * UNIT} ${y}) rotate(${turn}) scale(.34)"></path>`);
}

/**
 * @param {Geometry} geometry
 * @param {boolean} simplified
 */
function points(geometry, simplified) {
  const { origin, width, height } = geometry;
  return svg`
    <rect class="frame" x=${origin.x - 8} y=${origin.y - 8} width=${width - 2 * origin.x + 16}
      height=${height - 2 * origin.y + 16} rx="3"></rect>
    <path class="lines" d=${lines(geometry, XIANGQI_LINES)}></path>
    <path class="lines marks" d=${MARKED.map((square) => mark(geometry, square)).join('')}></path>
    ${river(geometry, simplified)}`;
}

/** @param {Geometry} geometry */
function cells(geometry) {
  const { columns, rows } = geometry;
  const [x, y] = [geometry.origin.x - UNIT / 2, geometry.origin.y - UNIT / 2];
  const shade = geometry.grid.flatMap((squares, row) =>
    squares.map((_, column) => ((row + column) % 2 === 0 ? `M${x + column * UNIT} ${y + row * UNIT}h${UNIT}v${UNIT}h${-UNIT}z` : '')));
  /** @type {[number, number, number, number][]} */
  const inner = [];
  for (let column = 1; column < columns; column++) inner.push([column - 0.5, -0.5, column - 0.5, rows - 0.5]);
  for (let row = 1; row < rows; row++) inner.push([-0.5, row - 0.5, columns - 0.5, row - 0.5]);
  return svg`
    <path class="shade" d=${shade.join('')}></path>
    <path class="lines" d=${lines(geometry, inner)}></path>
    <rect class="frame" x=${x} y=${y} width=${columns * UNIT} height=${rows * UNIT} rx="3"></rect>`;
}

/** @param {number} x @param {number} y @param {string} text */
const word = (x, y, text) => svg`<text class="coordinate" x=${x} y=${y}>${text}</text>`;

/**
 * The labels of the files of xiangqi: numbers counted from each player's right, red's
 * in Chinese where the notation is Chinese.
 * @param {Geometry} geometry
 * @param {Notation} notation
 */
function fileNumbers(geometry, notation) {
  const { origin, height } = geometry;
  const bottomIsRed = geometry.grid.at(-1)?.[0]?.[1] === '0';
  const chinese = notation === 'zh_hant' || notation === 'zh_hans';
  return Array.from({ length: 9 }, (_, column) => {
    const x = origin.x + column * UNIT;
    return [{ y: height - 17, n: 9 - column, red: bottomIsRed }, { y: 17, n: column + 1, red: !bottomIsRed }].map(({ y, n, red }) =>
      chinese && red
        ? svg`<path class="coordinate" transform="translate(${x} ${y}) scale(.13)" d=${OUTLINES['一二三四五六七八九'[n - 1] ?? ''] ?? ''}></path>`
        : word(x, y, String(n)));
  });
}

/**
 * Letters and numbers of the squares along two edges.
 * @param {Geometry} geometry
 */
function squareNames(geometry) {
  const { origin, height, grid } = geometry;
  const bottom = grid.at(-1) ?? [];
  // On the tall dark chess board the letters run down the side.
  const changing = bottom[0]?.[0] === bottom[1]?.[0] ? 1 : 0;
  const [inset, left] = geometry.game === 'xiangqi' ? [17, 12] : [14, 14];
  return [
    bottom.map((square, column) => word(origin.x + column * UNIT, height - inset, square[changing] ?? '')),
    grid.map((squares, row) => word(left, origin.y + row * UNIT, squares[0]?.[1 - changing] ?? '')),
  ];
}

/**
 * @param {Geometry} geometry
 * @param {Notation} notation
 */
function coordinates(geometry, notation) {
  const numbers = geometry.game === 'xiangqi' && notation !== 'iccs';
  return numbers ? fileNumbers(geometry, notation) : squareNames(geometry);
}

/** Uneven stripes, which in the wooden theme look like grain. */
const GRAIN = /** @type {[number, string][]} */ ([
  [0, 'grain-a'], [0.12, 'grain-b'], [0.2, 'grain-a'], [0.45, 'grain-b'], [0.5, 'grain-a'], [0.72, 'grain-a'], [0.8, 'grain-b'], [1, 'grain-a'],
]);

/**
 * The empty board.
 * @param {Geometry} geometry
 * @param {{ simplified: boolean, notation: Notation | null }} options  notation null: no coordinates
 */
export const ground = (geometry, { simplified, notation }) => svg`
  <g class="ground" aria-hidden="true">
    <defs><linearGradient id="board-grain" x1="0" y1="0" x2=".34" y2=".02" spreadMethod="reflect">
      ${GRAIN.map(([offset, name]) => svg`<stop offset=${offset} class=${name}></stop>`)}
    </linearGradient></defs>
    <rect class="wood" width=${geometry.width} height=${geometry.height} rx="14"></rect>
    <rect class="wood-grain" width=${geometry.width} height=${geometry.height} rx="14"></rect>
    <rect class="wood-edge" x="1.5" y="1.5" width=${geometry.width - 3} height=${geometry.height - 3} rx="13"></rect>
    ${geometry.game === 'xiangqi' ? points(geometry, simplified) : cells(geometry)}
    ${notation === null ? nothing : coordinates(geometry, notation)}
  </g>`;
