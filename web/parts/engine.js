/** The engine at the desk: infinite analysis of wherever one stands. */

import { ApiError } from '../api.js';
import { analyse } from '../live.js';
import { errorText } from '../notices.js';
import { isFlip } from './desk.js';
import { scoreNumber } from './score.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */
/** @typedef {import('../board/layers.js').Arrow} Arrow */

export const MOST_LINES = 5;
const LINES_KEPT = 'chuhe.analysis.lines';

/** Holding an arrow key walks faster than it is worth starting searches. */
const SETTLE_MS = 120;

/** Centipawns behind the best at which an arrow has lost half its weight. */
const HALF_WEIGHT = 60;

/** Switched on and off by the user; restarts when one walks. */
export class Engine {
  /**
   * @param {Desk} desk
   * @param {() => void} update
   * @param {import('./profile-choice.js').ProfileChoice} profiles
   */
  constructor(desk, update, profiles) {
    this.desk = desk;
    this.update = update;
    this.profiles = profiles;
    this.on = false;
    this.lines = keptLines();
    /** @type {Analysis | null} */
    this.analysis = null;
    /** @type {string} */
    this.failure = '';
    /** What the server says about a failure. */
    this.detail = '';
    /** @type {TreeNode | null} */
    this.searched = null;
    /** @type {(() => void) | null} */
    this.stopSearch = null;
    this.timer = 0;
    desk.onWalk(() => this.follow());
    profiles.onChange(() => this.on && this.restart());
  }

  toggle() {
    this.on = !this.on;
    this.failure = '';
    this.detail = '';
    if (this.on) this.restart();
    else this.stop();
    this.update();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    keepLines(lines);
    if (this.on) this.restart();
  }

  /** Searches where one stands now, a moment after the last step. */
  follow() {
    if (!this.on || this.searched === this.desk.node) return;
    this.#halt();
    this.timer = window.setTimeout(() => this.restart(), SETTLE_MS);
  }

  restart() {
    this.#halt();
    const { node, answer } = this.desk;
    // The position's arrival calls again.
    if (!answer) return;
    this.searched = node;
    if (answer.result) return;
    const request = { ...this.desk.line(), lines: this.lines, profile: this.profiles.chosen };
    this.stopSearch = analyse(request, (message) => this.#hear(message));
    this.update();
  }

  /** @param {Analysis | {type: 'error', error: {code: string, message: string}}} message */
  #hear(message) {
    if (message.type === 'error') {
      this.on = false;
      this.detail = message.error.code === 'engine' ? message.error.message : '';
      this.failure = errorText(new ApiError(0, message.error.code, message.error.message));
      this.stop();
    } else if (message.lines.length || message.done) {
      this.analysis = { ...message, lines: this.#ordered(message.lines) };
    }
    this.update();
  }

  /**
   * The best for the side to move first; while a depth is under way the engine's own
   * order mixes old scores with new ones.
   * @param {AnalysisLine[]} lines
   */
  #ordered(lines) {
    const sign = this.desk.answer?.board.turn === 'second' ? -1 : 1;
    return [...lines].sort((a, b) => sign * (scoreNumber(b.score) - scoreNumber(a.score)));
  }

  #halt() {
    clearTimeout(this.timer);
    this.stopSearch?.();
    this.stopSearch = null;
    this.searched = null;
    this.analysis = null;
  }

  /** Stops searching; also when the page is left. */
  stop() {
    this.#halt();
  }

  /** The best line's score, while it belongs to where one stands. */
  score() {
    return this.analysis?.lines[0]?.score ?? null;
  }

  /**
   * An arrow for each line, with its number and a colour of its own: the best is the broadest.
   * @returns {Arrow[]}
   */
  arrows() {
    const lines = this.analysis?.lines ?? [];
    return lines.flatMap((line, place) => {
      const ply = line.plies[0];
      if (!ply) return [];
      const to = isFlip(ply) ? null : ply.to;
      return [{ from: ply.from, to, weight: arrowWeight(lines, place), colour: colourOfLine(place), label: lines.length > 1 ? String(place + 1) : undefined }];
    });
  }
}

/**
 * The colour of a line's arrow and number.
 * @param {number} place  0 is the best
 * @returns {'best' | 'second' | 'third' | 'further'}
 */
export function colourOfLine(place) {
  return /** @type {const} */ (['best', 'second', 'third'])[place] ?? 'further';
}

/**
 * How strong the arrow of a line is, 0 to 1, by how far it lies behind the best.
 * @param {AnalysisLine[]} lines
 * @param {number} place
 */
function arrowWeight(lines, place) {
  const [best, mine] = [lines[0], lines[place]];
  if (!best || !mine) return 0;
  const behind = Math.abs(scoreNumber(best.score) - scoreNumber(mine.score));
  return Math.max(0.1, HALF_WEIGHT / (HALF_WEIGHT + behind));
}

function keptLines() {
  const kept = Number(safely(() => localStorage.getItem(LINES_KEPT)));
  return kept >= 1 && kept <= MOST_LINES ? kept : 3;
}

/** @param {number} lines */
function keepLines(lines) {
  safely(() => localStorage.setItem(LINES_KEPT, String(lines)));
}

/**
 * Storage that a browser forbids is no reason to stop.
 * @template T
 * @param {() => T} use
 */
function safely(use) {
  try {
    return use();
  } catch {
    return null;
  }
}
