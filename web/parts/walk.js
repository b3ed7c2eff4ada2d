/** Keys for walking a tree, and keeping the move one stands on in sight. */

import { ChuheBoard } from '../board/board.js';

/** @typedef {import('./desk.js').Desk} Desk */

/**
 * What single letters do; they work only while the board or the moves have the focus.
 * @typedef {{turn: () => void, engine: () => void, comment: () => void, others?: Record<string, () => void>}} Letters
 */

/** Where arrow keys have a meaning of their own. */
const OWN_KEYS = 'input, textarea, select, [role="tab"], [role="region"], dialog, [role="dialog"], nav';

/**
 * @param {Desk} desk
 * @param {AbortSignal} signal ends the listening
 * @param {Letters} letters
 */
export function listenToKeys(desk, signal, letters) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(OWN_KEYS)) return;
    if (walked(desk, event.key) || (target.closest('chuhe-board, .moves') && pressed(letters, event.key))) event.preventDefault();
  }, { signal });
}

/**
 * @param {Desk} desk
 * @param {string} key
 * @returns {boolean} whether the key led somewhere
 */
function walked(desk, key) {
  const { node, tree } = desk;
  const ways = /** @type {Record<string, import('./tree.js').TreeNode | null | undefined>} */ ({
    ArrowLeft: node.parent,
    ArrowRight: node.children[0],
    ArrowUp: node.sibling(-1),
    ArrowDown: node.sibling(1),
    Home: tree.root,
    End: node.lineEnd(),
  });
  const next = ways[key];
  if (!next || next === node) return false;
  desk.go(next);
  return true;
}

/**
 * @param {Letters} letters
 * @param {string} key
 */
function pressed(letters, key) {
  const acts = /** @type {Record<string, () => void>} */ ({ ...letters.others, f: letters.turn, e: letters.engine, c: letters.comment });
  const act = acts[key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/**
 * Redraws, then scrolls the move list to where one stands; the focus goes along if
 * it was there, and to the choice of an outcome when one has to be made.
 * @param {Desk} desk
 * @param {() => void} update
 */
export function followFocus(desk, update) {
  const inMoves = document.activeElement?.closest('.moves-scroll') != null;
  const inChooser = document.activeElement?.closest('.flip-chooser') != null;
  const choosing = desk.flipping !== null;
  update();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const here = document.querySelector('.moves-scroll [aria-current="true"]');
    if (here instanceof HTMLElement) {
      reveal(here);
      if (inMoves) here.focus({ preventScroll: true });
    }
    const chooser = document.querySelector('.flip-chooser .outcome');
    if (choosing && chooser instanceof HTMLElement && !inChooser) chooser.focus();
    // The choice is made and gone: the keyboard goes back to where it came from.
    const board = document.querySelector('chuhe-board');
    if (inChooser && !choosing && board instanceof ChuheBoard) board.focusBoard();
  }));
}

/**
 * Keeps the move one stands on in sight when the list becomes lower or higher, as it
 * does when the engine's lines come and go.
 * @param {AbortSignal} signal ends it
 */
export function keepInSight(signal) {
  const observer = new ResizeObserver(([entry]) => {
    const here = entry?.target.querySelector('[aria-current="true"]');
    if (here instanceof HTMLElement) reveal(here);
  });
  signal.addEventListener('abort', () => observer.disconnect());
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const list = document.querySelector('.moves-scroll');
    if (list && !signal.aborted) observer.observe(list);
  }));
}

/**
 * Scrolls the list, never the page.
 * @param {HTMLElement} here
 */
function reveal(here) {
  const list = here.closest('.moves-scroll');
  if (!list) return;
  const [inner, outer] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
