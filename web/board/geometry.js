/**
 * Where squares are. Xiangqi is played on 9 × 10 points, dark chess in 8 × 4
 * cells; either is a grid of places 100 units apart, and nothing else in the board
 * needs to know which.
 * @module board/geometry
 */

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {{ x: number, y: number }} Point */

/** Distance between neighbouring places. */
export const UNIT = 100;

/**
 * @typedef {object} Geometry
 * @property {GameKind} game
 * @property {number} width   of the view box
 * @property {number} height
 * @property {number} columns as shown
 * @property {number} rows
 * @property {Point} origin   centre of the top left place
 * @property {string[][]} grid  squares in rows as shown, top left first
 * @property {(square: string) => Point} place  centre of a square
 * @property {(point: Point) => string | null} at  the square at a point
 * @property {(square: string, dx: number, dy: number) => string} step  the square next to one, as shown; itself at an edge
 */

/** The margin leaves room for coordinates beside pieces that stand on the edge. @type {Record<GameKind, { files: string, ranks: string, margin: Point }>} */
const SHAPES = {
  xiangqi: { files: 'abcdefghi', ranks: '0123456789', margin: { x: 70, y: 84 } },
  banqi: { files: 'abcdefgh', ranks: '1234', margin: { x: 78, y: 78 } },
};

/**
 * The squares in rows as a viewer sees them.
 * @param {GameKind} game
 * @param {boolean} flipped  seen from the second seat
 * @param {boolean} tall     dark chess turned a quarter, for narrow screens
 * @returns {string[][]}
 */
function gridOf(game, flipped, tall) {
  const { files, ranks } = SHAPES[game];
  let grid = [...ranks].reverse().map((rank) => [...files].map((file) => file + rank));
  if (tall && game === 'banqi') {
    const wide = grid;
    grid = [...files].map((_, column) => wide.map((row) => row[column] ?? '').reverse());
  }
  return flipped ? grid.reverse().map((row) => row.reverse()) : grid;
}

/** @type {Map<string, Geometry>} */
const known = new Map();

/**
 * @param {GameKind} game
 * @param {boolean} [flipped]
 * @param {boolean} [tall]
 * @returns {Geometry}
 */
export function geometryOf(game, flipped = false, tall = false) {
  const key = `${game} ${flipped} ${tall}`;
  const geometry = known.get(key) ?? build(game, flipped, tall);
  known.set(key, geometry);
  return geometry;
}

/**
 * @param {GameKind} game
 * @param {boolean} flipped
 * @param {boolean} tall
 * @returns {Geometry}
 */
function build(game, flipped, tall) {
  const grid = gridOf(game, flipped, tall);
  const origin = SHAPES[game].margin;
  const [rows, columns] = [grid.length, grid[0]?.length ?? 0];
  /** @type {Map<string, { column: number, row: number }>} */
  const places = new Map();
  grid.forEach((squares, row) => squares.forEach((square, column) => places.set(square, { column, row })));
  /** @param {string} square */
  const where = (square) => places.get(square) ?? { column: 0, row: 0 };
  return {
    game,
    columns,
    rows,
    origin,
    grid,
    width: 2 * origin.x + (columns - 1) * UNIT,
    height: 2 * origin.y + (rows - 1) * UNIT,
    place(square) {
      const { column, row } = where(square);
      return { x: origin.x + column * UNIT, y: origin.y + row * UNIT };
    },
    at({ x, y }) {
      const column = Math.round((x - origin.x) / UNIT);
      const row = Math.round((y - origin.y) / UNIT);
      return grid[row]?.[column] ?? null;
    },
    step(square, dx, dy) {
      const { column, row } = where(square);
      return grid[row + dy]?.[column + dx] ?? square;
    },
  };
}
