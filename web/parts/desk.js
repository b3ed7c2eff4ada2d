/**
 * The analysis on the desk: a tree, the node one stands on, and what the server
 * says about its position.
 */

import { post } from '../api.js';
import { reportError } from '../notices.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../types.js').PositionAnswer} PositionAnswer */
/** @typedef {import('../types.js').Ply} Ply */

/** Steps that follow each other faster than this ask only where they end. */
const HURRY_MS = 60;

/** So many lines are named at once; after that one in so many milliseconds, or the server
 * would refuse a tree of many lines. */
const NAMED_AT_ONCE = 60;
const NAMING_MS = 40;

/** Where one stands, and everything that depends on it. */
export class Desk {
  /**
   * @param {Tree} tree
   * @param {AbortSignal} signal aborted when the page is left
   */
  constructor(tree, signal) {
    this.tree = tree;
    this.node = tree.root;
    this.signal = signal;
    /** @type {Map<TreeNode, PositionAnswer>} */
    this.answers = new Map();
    /** The last position known, shown until the next one arrives. @type {PositionAnswer | null} */
    this.shown = null;
    /** A face-down square whose outcome is being chosen. @type {string | null} */
    this.flipping = null;
    this.timer = 0;
    this.lastAsked = -Infinity;
    /** Whether the second seat moves first in the start position. */
    this.secondBegins = false;
    /** @type {Set<() => void>} */
    this.walkers = new Set();
    /** @type {Set<() => void>} */
    this.editors = new Set();
  }

  /** The position where one stands, if it is known already. */
  get answer() {
    return this.answers.get(this.node) ?? null;
  }

  /** Whether the game has ended where one stands. */
  get isOver() {
    return this.answer?.result != null;
  }

  /**
   * Tells of every step to another node, and when its position arrives.
   * @param {() => void} listener
   */
  onWalk(listener) {
    this.walkers.add(listener);
  }

  /**
   * Tells of every change of the tree.
   * @param {() => void} listener
   */
  onEdit(listener) {
    this.editors.add(listener);
  }

  /** To be called after the tree has changed. */
  edited() {
    this.editors.forEach((listener) => listener());
  }

  /** Reads the first position; call it once before anything is shown. */
  async start() {
    const answer = await this.#ask(this.tree.root);
    this.secondBegins = answer.board.turn === 'second';
    this.shown = answer;
  }

  /** @param {TreeNode} node */
  go(node) {
    this.node = node;
    this.flipping = null;
    const answer = this.answer;
    if (answer) this.shown = answer;
    this.#walked();
    clearTimeout(this.timer);
    if (answer) this.#prefetch(node);
    else if (performance.now() - this.lastAsked > HURRY_MS) this.#fetch(node).catch(reportError);
    else this.timer = window.setTimeout(() => this.#fetch(node).catch(reportError), HURRY_MS);
  }

  /** @param {TreeNode} node */
  async #fetch(node) {
    this.lastAsked = performance.now();
    const answer = await this.#ask(node);
    if (this.node !== node) return;
    this.shown = answer;
    this.#walked();
    this.#prefetch(node);
  }

  #walked() {
    this.walkers.forEach((listener) => listener());
  }

  /**
   * Asks ahead for the next position of the line, so that stepping is instant.
   * @param {TreeNode} node
   */
  #prefetch(node) {
    const next = node.children[0];
    if (next && !this.answers.has(next)) this.#ask(next).catch(() => {});
  }

  /**
   * Asks the server for a node's position, and names the plies on the way.
   * @param {TreeNode} node
   * @returns {Promise<PositionAnswer>}
   */
  async #ask(node) {
    const path = node.path();
    /** @type {PositionAnswer} */
    const answer = await post('/api/position', this.line(node), this.signal);
    path.forEach((each, index) => (each.text = answer.plies[index]?.text ?? each.text));
    this.answers.set(node, answer);
    return answer;
  }

  /**
   * The way to a node as requests carry it.
   * @param {TreeNode} [node] where one stands unless told
   */
  line(node = this.node) {
    const { game, start, rules } = this.tree;
    return { game, start, rules, plies: node.path().map((each) => each.request()) };
  }

  /** Names the plies of every line; quietly, since they can be read without. */
  async nameAll() {
    let asked = 0;
    for (const leaf of this.tree.leaves()) {
      if (!leaf.parent || leaf.text) continue;
      if (asked >= NAMED_AT_ONCE) await new Promise((wake) => setTimeout(wake, NAMING_MS));
      if (this.signal.aborted) return;
      await this.#ask(leaf);
      asked += 1;
      if (asked === NAMED_AT_ONCE) this.#walked();
    }
    this.#walked();
  }

  /**
   * Plays from where one stands; a flip without an outcome asks for it first.
   * @param {string} ply
   * @param {string | null} [reveal]
   */
  play(ply, reveal = null) {
    const node = this.tree.play(this.node, ply, reveal);
    this.go(node);
    this.edited();
  }

  /**
   * Walks along plies of an engine's line; stops before a flip whose outcome is open.
   * @param {Ply[]} plies
   */
  walkLine(plies) {
    const open = plies.findIndex((ply) => isFlip(ply) && !ply.reveal);
    const known = open < 0 ? plies : plies.slice(0, open);
    const node = this.tree.playAll(this.node, known);
    if (known.length) {
      this.go(node);
      this.edited();
    }
    const flip = plies[open];
    if (flip) this.ask(flip.from);
  }

  /**
   * Asks which piece a flip turns up; with one kind left there is nothing to ask.
   * @param {string} square
   */
  ask(square) {
    const kinds = Object.keys(this.answer?.board.pool ?? {});
    if (kinds.length === 1 && kinds[0]) {
      this.play(flipText(square), kinds[0]);
    } else {
      this.flipping = square;
      this.#walked();
    }
  }

  /**
   * Puts another tree on the desk, of the same game and start.
   * @param {Tree} tree
   */
  replaceTree(tree) {
    const answer = this.answers.get(this.tree.root);
    Object.assign(this.tree, tree);
    this.answers.clear();
    if (answer) this.answers.set(this.tree.root, answer);
    this.node = this.tree.root;
  }

  /** Gives up choosing an outcome. */
  cancelFlip() {
    this.flipping = null;
    this.#walked();
  }
}

/** @param {Ply} ply */
export function isFlip(ply) {
  return ply.to === null || ply.to === ply.from;
}

/**
 * A flip as requests carry it.
 * @param {string} square
 */
export function flipText(square) {
  return `${square}${square}`;
}
