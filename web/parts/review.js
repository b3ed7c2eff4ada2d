/** A review as it comes in, ply by ply, and what is read from it: graph and faults. */

import { clampShare, scoreShare } from './score.js';

/** @typedef {import('../types.js').ReviewPly} ReviewPly */
/** @typedef {import('../types.js').SeatName} SeatName */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').StoredReview} StoredReview */
/** @typedef {import('./tree.js').TreeNode} TreeNode */

/** The marks that point at something to learn from, the gravest last. */
export const FAULTS = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);

/** How the marks are written behind a move; praise is only given by people. */
export const MARK_SIGNS = /** @type {Record<string, string>} */ ({
  strong: '!',
  brilliant: '!!',
  interesting: '!?',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
});

/** @typedef {import('../types.js').ReviewEnd['summary']} Summary */

/**
 * A fault with where it happened; `ply` is missing if only the mark was kept.
 * @typedef {{node: TreeNode, index: number, seat: SeatName, ply: ReviewPly | undefined}} Fault
 */

/** The review of a line: under way, done, or only what the tree has kept of it. */
export class Review {
  /**
   * @param {TreeNode} root
   * @param {TreeNode[]} nodes the line under review
   * @param {boolean} secondBegins
   */
  constructor(root, nodes, secondBegins) {
    this.root = root;
    this.nodes = nodes;
    this.secondBegins = secondBegins;
    /** @type {(ReviewPly | undefined)[]} */
    this.plies = nodes.map(() => undefined);
    /** The sums for both seats, when it is done. @type {Summary | null} */
    this.summary = null;
  }

  /**
   * Takes a message in, and marks the tree's node.
   * @param {ReviewPly} message
   */
  add(message) {
    const node = this.nodes[message.index];
    if (!node) return;
    this.plies[message.index] = message;
    if (isFault(message.mark) || !(node.mark in MARK_SIGNS) || isFault(node.mark)) node.mark = message.mark;
    node.score = message.after;
    if (message.index === 0) this.root.score = message.before;
  }

  /** The line as one text: a kept review belongs to the very same line. */
  #line() {
    return this.nodes.map(({ ply, reveal }) => ply + (reveal ?? '')).join(' ');
  }

  /**
   * What is worth keeping when it is done. Better lines are kept where something
   * is to be learned from them.
   * @returns {StoredReview | null}
   */
  toJSON() {
    const plies = this.plies.flatMap((ply) => (ply ? [isFault(ply.mark) ? ply : { ...ply, line: [] }] : []));
    const { summary } = this;
    return summary && plies.length === this.nodes.length ? { line: this.#line(), plies, summary } : null;
  }

  /**
   * Takes a kept review up again, if it is one of this line.
   * @param {StoredReview | null} kept
   */
  restore(kept) {
    if (!kept || kept.line !== this.#line()) return;
    // Marks are kept with the tree, where people may have changed them since.
    kept.plies.forEach((ply) => (this.plies[ply.index] = ply));
    this.summary = kept.summary;
  }

  /** How many plies have been looked at. */
  count() {
    return this.plies.filter(Boolean).length;
  }

  /** Whether the tree has scores to draw. */
  hasScores() {
    return this.nodes.some((node) => node.score);
  }

  /**
   * @param {number} index
   * @returns {SeatName}
   */
  seat(index) {
    return (index + (this.secondBegins ? 1 : 0)) % 2 === 0 ? 'first' : 'second';
  }

  /**
   * The plies with a fault, in order.
   * @returns {Fault[]}
   */
  faults() {
    return this.nodes.flatMap((node, index) =>
      isFault(node.mark) ? [{ node, index, seat: this.seat(index), ply: this.plies[index] }] : [],
    );
  }

  /**
   * The graph's columns: places, the first seat's expected points, and those with all
   * luck so far taken out; null where nothing is known yet.
   * @returns {{at: number[], score: (number | null)[], without: (number | null)[]}}
   */
  columns() {
    let luck = 0;
    const line = [this.root, ...this.nodes];
    const score = line.map((node) => (node.score ? scoreShare(node.score) : null));
    const without = score.map((share, place) => {
      if (place > 0) luck += this.luckOfFirst(place - 1);
      return share === null ? null : clampShare(share - luck);
    });
    return { at: line.map((_, place) => place), score, without };
  }

  /**
   * The luck of a ply from the first seat's view, in expected points.
   * @param {number} index
   */
  luckOfFirst(index) {
    const luck = (this.plies[index]?.luck_points ?? 0) / 1000;
    return this.seat(index) === 'first' ? luck : -luck;
  }
}

/**
 * @param {string} mark
 * @returns {mark is (typeof FAULTS)[number]}
 */
export function isFault(mark) {
  return FAULTS.some((fault) => fault === mark);
}
