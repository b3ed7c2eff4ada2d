/**
 * The exercises of the tour: a position, and which plies are right there.
 * @module parts/tour-exercises
 */

/** @typedef {import('../types.js').GameKind} GameKind */

/**
 * @typedef {object} Exercise
 * @property {string} name  of its texts
 * @property {string | null} start  null: the start of the game
 * @property {string[] | 'any'} right  `e3g4`; any: whatever the rules allow
 * @property {string} [reveal]  what a flip turns up
 */

/** @type {Record<GameKind, Exercise[]>} */
export const EXERCISES = {
  xiangqi: [
    { name: 'rook', start: '3k5/9/9/9/2n3R2/9/9/9/9/4K4 w - - 0 1', right: ['g5c5'] },
    { name: 'cannon', start: '3k5/9/9/9/2n1p1C2/9/9/9/9/4K4 w - - 0 1', right: ['g5c5'] },
    { name: 'horse', start: '3k5/9/9/9/3r5/4P1c2/4N4/9/9/4K4 w - - 0 1', right: ['e3g4'] },
    { name: 'elephant', start: '3k5/9/9/9/9/2r3r2/3p5/4B4/9/4K4 w - - 0 1', right: ['e2g4'] },
    { name: 'pawn', start: '3k5/9/9/1nP6/9/9/9/9/9/4K4 w - - 0 1', right: ['c6b6'] },
    { name: 'check', start: '3k5/9/9/9/4r4/9/9/9/9/3AK4 w - - 0 1', right: 'any' },
    { name: 'mate', start: '3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1', right: ['b7b9'] },
  ],
  banqi: [
    { name: 'flip', start: null, right: 'any', reveal: 'R' },
    { name: 'rank', start: '8/2e5/2Rh4/8 r', right: ['c2d2'] },
    { name: 'king', start: '3k4/2aP4/8/8 r', right: ['d3d4'] },
    { name: 'jump', start: '8/8/1C1P2k1/8 r', right: ['b2g2'] },
    { name: 'last', start: '8/8/3Kc3/8 r', right: ['d2e2'] },
  ],
};

/**
 * Whether a ply does what was asked; plies the rules forbid are never offered.
 * @param {Exercise} exercise
 * @param {string} ply
 */
export const isRight = ({ right }, ply) => right === 'any' || right.includes(ply);
