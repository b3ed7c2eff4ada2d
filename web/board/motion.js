/**
 * Short movements of pieces after a change: what moved slides, what was turned up
 * turns, what was taken fades.
 * @module board/motion
 */

import { isFaceDown } from './pieces.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {Record<string, string>} Pieces */
/** @typedef {{ from: string, to: string }} Slide */
/** @typedef {{ slides: Slide[], turned: string[], taken: [string, string][] }} Change */

const SLIDE_MS = 170;
const TURN_MS = 130;

/** More pieces than this did not move by a ply: the position was replaced. */
const MOST_SLIDES = 3;

/**
 * What happened between two positions.
 * @param {Pieces} before
 * @param {Pieces} after
 * @returns {Change}
 */
export function changeBetween(before, after) {
  const left = Object.keys(before).filter((square) => after[square] !== before[square]);
  const came = Object.keys(after).filter((square) => after[square] !== before[square]);
  const turned = came.filter((square) => isFaceDown(before[square] ?? '') && !isFaceDown(after[square] ?? ''));
  /** @type {Slide[]} */
  const slides = [];
  for (const to of came) {
    if (turned.includes(to)) continue;
    const index = left.findIndex((from) => before[from] === after[to]);
    const from = index < 0 ? undefined : left.splice(index, 1)[0];
    if (from !== undefined) slides.push({ from, to });
  }
  if (slides.length > MOST_SLIDES) return { slides: [], turned: [], taken: [] };
  const taken = slides.flatMap(({ to }) => {
    const letter = before[to];
    return letter === undefined ? [] : [/** @type {[string, string]} */ ([to, letter])];
  });
  return { slides, turned, taken };
}

/** Whether the user's system asks for less movement. */
export const wantsStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Moves the drawn pieces from where they were to where they are.
 * @param {ParentNode} root
 * @param {Geometry} geometry
 * @param {Change} change
 */
export function play(root, geometry, { slides, turned }) {
  for (const { from, to } of slides) {
    const [start, end] = [geometry.place(from), geometry.place(to)];
    const offset = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
    root.querySelector(`[data-piece="${to}"] .mover`)?.animate([{ transform: offset }, { transform: 'translate(0, 0)' }], {
      duration: SLIDE_MS,
      easing: 'cubic-bezier(.25,.7,.3,1)',
    });
  }
  for (const square of turned) {
    root.querySelector(`[data-piece="${square}"] .mover`)?.animate(
      [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }],
      { duration: TURN_MS, delay: TURN_MS, easing: 'ease-out', fill: 'backwards' });
    root.querySelector(`[data-turning="${square}"]`)?.animate(
      [{ transform: 'scaleX(1)', opacity: 1 }, { transform: 'scaleX(0)', opacity: 1 }],
      { duration: TURN_MS, easing: 'ease-in', fill: 'forwards' });
  }
  for (const ghost of root.querySelectorAll('[data-taken]')) {
    ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SLIDE_MS + 60, fill: 'forwards' });
  }
}
