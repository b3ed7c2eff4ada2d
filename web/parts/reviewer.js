/** Runs a review of the main line over the live connection. */

import { ApiError } from '../api.js';
import { review as startReview } from '../live.js';
import { errorText } from '../notices.js';
import { Review } from './review.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').ReviewPly} ReviewPly */
/** @typedef {import('../types.js').ReviewEnd} ReviewEnd */

/** Budgets to choose from: name and milliseconds a ply. */
export const BUDGETS = /** @type {const} */ ([
  ['quick', 100],
  ['normal', 400],
  ['deep', 1500],
]);

/** How much of a better line is worth adding to the tree. */
const PLIES_ADDED = 6;

/** The review at the desk. */
export class Reviewer {
  /**
   * @param {Desk} desk
   * @param {() => void} update
   * @param {import('./profile-choice.js').ProfileChoice} profiles
   */
  constructor(desk, update, profiles) {
    this.desk = desk;
    this.update = update;
    this.profiles = profiles;
    this.budget = /** @type {number} */ (BUDGETS[1][1]);
    this.failure = '';
    /** @type {(() => void) | null} */
    this.stopReview = null;
    this.review = this.#kept();
  }

  get running() {
    return this.stopReview !== null;
  }

  /** The tree as it is now. */
  #ofMainLine() {
    const { tree, secondBegins } = this.desk;
    return new Review(tree.root, tree.mainLine(), secondBegins);
  }

  /** The tree with what it has kept of an earlier review. */
  #kept() {
    const review = this.#ofMainLine();
    review.restore(this.desk.tree.review);
    return review;
  }

  /** Takes up a tree that has changed, unless its review has been made here. */
  refresh() {
    if (!this.running && !this.review.count()) this.review = this.#kept();
  }

  start() {
    this.stop();
    this.failure = '';
    this.review = this.#ofMainLine();
    const { game, start, rules } = this.desk.tree;
    const plies = this.review.nodes.map((node) => node.request());
    const request = { game, start, rules, plies, budget_ms: this.budget, profile: this.profiles.chosen };
    this.stopReview = startReview(request, (message) => this.#hear(message));
    this.update();
  }

  /** @param {ReviewPly | ReviewEnd | {type: 'error', error: {code: string, message: string}}} message */
  #hear(message) {
    if (message.type === 'review_ply') this.review.add(message);
    else this.stopReview = null;
    if (message.type === 'review_end') {
      this.review.summary = message.summary;
      this.desk.tree.review = this.review.toJSON();
      this.desk.edited();
    }
    if (message.type === 'error') {
      this.failure = errorText(new ApiError(0, message.error.code, message.error.message));
    }
    this.update();
  }

  /** Stops it; what has come in stays. */
  stop() {
    this.stopReview?.();
    this.stopReview = null;
  }

  /**
   * Adds the better line of every marked move as a variation.
   * @returns {number} how many
   */
  addBetter() {
    const faults = this.review.faults().filter(({ ply }) => ply);
    for (const { node, ply } of faults) {
      if (ply && node.parent) this.desk.tree.playAll(node.parent, betterLine(ply).slice(0, PLIES_ADDED));
    }
    this.desk.edited();
    return faults.length;
  }
}

/**
 * The line that would have been better, up to a flip whose outcome is open.
 * @param {ReviewPly} ply
 */
export function betterLine(ply) {
  const line = ply.line.length ? ply.line : [ply.best];
  const open = line.findIndex((each) => each.to === null && !each.reveal);
  return open < 0 ? line : line.slice(0, open);
}
