/**
 * Positions in the making, for the editor: what stands where, and the line of
 * text that says it. Whether the rules accept it is the server's word.
 * @module parts/draft
 */

/** @typedef {import('../types.js').GameKind} GameKind */

/** A face-down piece of dark chess. */
export const FACE_DOWN = 'X';

/** Piece letters, red first, from the highest rank down. */
export const LETTERS = /** @type {Record<GameKind, string[]>} */ ({
  xiangqi: [...'KABNRCPkabnrcp'],
  banqi: [...'KAERHCPkaerhcp'],
});

/** How many of each piece a set holds. */
const IN_SET = /** @type {Record<string, number>} */ ({
  k: 1, a: 2, b: 2, e: 2, n: 2, h: 2, r: 2, c: 2, p: 5,
});

/** Letters other programs write, in ours. */
const OTHER_LETTERS = /** @type {Record<GameKind, Record<string, string>>} */ ({
  xiangqi: { h: 'n', e: 'b', g: 'k', s: 'p' },
  banqi: { n: 'h', m: 'e', b: 'e', g: 'k', s: 'p' },
});

const SHAPES = {
  xiangqi: { files: 'abcdefghi', ranks: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0] },
  banqi: { files: 'abcdefgh', ranks: [4, 3, 2, 1] },
};

/**
 * A position being edited. Turn: `w`, `r`, `b` or `-` as the FEN has it.
 * @typedef {object} Draft
 * @property {GameKind} game
 * @property {Record<string, string>} pieces
 * @property {string} turn
 * @property {Record<string, number>} pool
 */

/** @param {string} letter */
export function inSet(letter) {
  return IN_SET[letter.toLowerCase()] ?? 0;
}

/**
 * @param {GameKind} game
 * @returns {Draft}
 */
export function emptyDraft(game) {
  return { game, pieces: {}, turn: game === 'xiangqi' ? 'w' : 'r', pool: {} };
}

/**
 * Reads as much of a FEN as makes sense; null if its board does not.
 * @param {GameKind} game
 * @param {string} fen
 * @returns {Draft | null}
 */
export function readFen(game, fen) {
  const [board = '', turn = '', pool = ''] = fen.trim().split(/\s+/);
  const pieces = readBoard(game, board);
  if (!pieces) return null;
  const draft = { ...emptyDraft(game), pieces };
  if (game === 'xiangqi') return { ...draft, turn: turn === 'b' ? 'b' : 'w' };
  return { ...draft, turn: ['b', '-'].includes(turn) ? turn : 'r', pool: readPool(pool) };
}

/**
 * @param {GameKind} game
 * @param {string} board
 */
function readBoard(game, board) {
  const { files, ranks } = SHAPES[game];
  const rows = board.split('/');
  if (rows.length !== ranks.length) return null;
  /** @type {Record<string, string>} */
  const pieces = {};
  for (const [index, row] of rows.entries()) {
    let file = 0;
    for (const sign of row) {
      const letter = ourLetter(game, sign);
      if (letter) pieces[`${files[file]}${ranks[index]}`] = letter;
      else if (!/[1-9]/.test(sign)) return null;
      file += letter ? 1 : Number(sign);
    }
    if (file !== files.length) return null;
  }
  return pieces;
}

/**
 * A letter that somebody types or writes, as the one we use; null if it is no piece.
 * @param {GameKind} game
 * @param {string} sign
 * @returns {string | null}
 */
export function ourLetter(game, sign) {
  if (game === 'banqi' && /^[xX]$/.test(sign)) return FACE_DOWN;
  const lower = sign.toLowerCase();
  const ours = OTHER_LETTERS[game][lower] ?? lower;
  const letter = sign === lower ? ours : ours.toUpperCase();
  return LETTERS[game].includes(letter) ? letter : null;
}

/** @param {string} text */
function readPool(text) {
  /** @type {Record<string, number>} */
  const pool = {};
  for (const [, letter = '', count = '0'] of text.matchAll(/([A-Za-z])(\d+)/g)) {
    if (Number(count) > 0) pool[letter] = Number(count);
  }
  return pool;
}

/**
 * @param {Draft} draft
 * @returns {string}
 */
export function writeFen(draft) {
  const { files, ranks } = SHAPES[draft.game];
  const rows = ranks.map((rank) =>
    [...files].map((file) => draft.pieces[`${file}${rank}`] ?? '1').join(''),
  );
  const board = rows.join('/').replace(/1+/g, (ones) => String(ones.length));
  if (draft.game === 'xiangqi') return `${board} ${draft.turn} - - 0 1`;
  return `${board} ${draft.turn} ${writePool(draft.pool)} 0 1`;
}

/** @param {Record<string, number>} pool */
function writePool(pool) {
  const parts = LETTERS.banqi.filter((letter) => pool[letter]).map((letter) => `${letter}${pool[letter]}`);
  return parts.join('') || '-';
}

/**
 * How many of a piece stand on the board.
 * @param {Draft} draft
 * @param {string} letter
 */
export function onBoard(draft, letter) {
  return Object.values(draft.pieces).filter((piece) => piece === letter).length;
}

/** @param {Record<string, number>} pool */
export function poolSize(pool) {
  return Object.values(pool).reduce((total, count) => total + count, 0);
}

/**
 * How many of a piece a set still has, neither on the board nor in the pool.
 * @param {Draft} draft
 * @param {string} letter
 */
export function unused(draft, letter) {
  return inSet(letter) - onBoard(draft, letter) - (draft.pool[letter] ?? 0);
}

/**
 * A pool with as many pieces as lie face down: takes what is unused, the
 * most plentiful kind first, or gives back from the fullest kind.
 * @param {Draft} draft
 * @returns {Record<string, number>}
 */
export function fittedPool(draft) {
  const pool = Object.fromEntries(
    LETTERS.banqi.map((letter) => {
      const most = Math.max(0, inSet(letter) - onBoard(draft, letter));
      return [letter, Math.min(draft.pool[letter] ?? 0, most)];
    }),
  );
  const fitted = { ...draft, pool };
  let missing = onBoard(draft, FACE_DOWN) - poolSize(pool);
  for (; missing !== 0; missing -= Math.sign(missing)) {
    const room = (/** @type {string} */ letter) =>
      missing > 0 ? unused(fitted, letter) : (pool[letter] ?? 0);
    const choice = LETTERS.banqi.reduce((best, letter) => (room(letter) > room(best) ? letter : best));
    if (room(choice) <= 0) break;
    pool[choice] = (pool[choice] ?? 0) + Math.sign(missing);
  }
  return pool;
}
