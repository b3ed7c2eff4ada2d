/**
 * The puzzle that is open in this tab: the server's word, and what the user just did.
 * @module parts/puzzle-table
 */

import { get, post } from '../api.js';
import { reportError } from '../notices.js';
import { sound } from './sound.js';

/** @typedef {import('../types.js').Attempt} Attempt */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').ProofNode} ProofNode */
/** @typedef {import('../types.js').PuzzlesAnswer} PuzzlesAnswer */

/** What the next puzzle is to be; empty: anything. */
/** @typedef {{ theme: string, goal: string, own: boolean }} Wanted */

/** How often a run that looks for puzzles is asked for. */
const MAKING_MS = 700;

/** A puzzle and everything about it. */
export class PuzzleTable {
  /** @type {PuzzlesAnswer} */
  about;
  /** @type {Wanted} */
  wanted = { theme: '', goal: '', own: false };
  /** Pieces as they will stand when the server agrees. @type {Record<string, string> | null} */
  pending = null;
  /** @type {ProofNode[] | null} */
  proof = null;
  /** A position of the proof that is looked at: its node and board. @type {{ node: number, board: Board } | null} */
  shown = null;
  /** Whether no puzzle of the wanted kind is left. */
  none = false;
  busy = false;
  #timer = 0;
  #update;

  /**
   * @param {PuzzlesAnswer} about
   * @param {() => void} update
   */
  constructor(about, update) {
    this.about = about;
    this.#update = update;
    this.#follow();
  }

  /** @param {GameKind} game @param {AbortSignal} [signal] @returns {Promise<PuzzlesAnswer>} */
  static ask(game, signal) {
    return /** @type {Promise<PuzzlesAnswer>} */ (get(`/api/puzzles?game=${game}`, signal));
  }

  /** Leaves the table. */
  close() {
    clearTimeout(this.#timer);
  }

  get attempt() {
    return this.about.attempt;
  }

  /** The position on the board. @returns {Board | null} */
  get board() {
    return this.shown?.board ?? this.attempt?.board ?? null;
  }

  /** Whether the user may move. */
  get mayMove() {
    return this.attempt?.state === 'open' && !this.busy && this.shown === null;
  }

  /** Asks anew what there is. */
  async refresh() {
    this.about = await PuzzleTable.ask(this.about.game);
    this.#update();
    this.#follow();
  }

  /**
   * Does something, and shows that it is being done.
   * @param {() => Promise<void>} act
   */
  async #act(act) {
    if (this.busy) return;
    this.busy = true;
    this.#update();
    try {
      await act();
    } catch (error) {
      reportError(error);
      await this.refresh().catch(() => {});
    } finally {
      this.busy = false;
      this.pending = null;
      this.#update();
    }
  }

  /**
   * The next puzzle: any, or a failure that is due.
   * @param {boolean} [review]
   */
  next(review = false) {
    const { theme, goal, own } = this.wanted;
    const wanted = { game: this.about.game, review, ...(review ? {} : { own, theme: theme || null, goal: goal || null }) };
    return this.#act(async () => {
      this.none = false;
      try {
        this.#adopt(/** @type {Attempt} */ (await post('/api/puzzles/next', wanted)));
      } catch (error) {
        if (/** @type {import('../api.js').ApiError} */ (error).code !== 'not_found') throw error;
        this.none = true;
      }
    });
  }

  /** @param {Attempt} attempt */
  #adopt(attempt) {
    if (this.attempt?.id !== attempt.id || attempt.state === 'open') this.proof = null;
    this.shown = null;
    this.about = { ...this.about, attempt };
  }

  /**
   * @param {'play' | 'hint' | 'give-up'} what
   * @param {object} [more]
   */
  #send(what, more = {}) {
    const { attempt } = this;
    if (attempt === null) return Promise.resolve();
    const before = attempt.rated;
    return this.#act(async () => {
      const seen = { game: attempt.game, attempt: attempt.id, plies: attempt.plies.length };
      const next = /** @type {Attempt} */ (await post(`/api/puzzles/${what}`, { ...seen, ...more }));
      this.#adopt(next);
      if (what === 'play') sound(next.state === 'solved' ? 'end' : next.plies.at(-1)?.captured ? 'capture' : 'move');
      if (next.rated !== before) await this.refresh();
      if (next.state !== 'open') await this.#readProof();
    });
  }

  async #readProof() {
    const answer = /** @type {{ nodes: ProofNode[] }} */ (await get(`/api/puzzles/proof?game=${this.about.game}`));
    this.proof = answer.nodes;
  }

  /** The proof of a puzzle that was over when the page was opened. */
  async start() {
    if (this.attempt !== null && this.attempt.state !== 'open') await this.#readProof();
  }

  /**
   * Plays a move, shown at once.
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const { [from]: letter, ...rest } = this.attempt?.board.pieces ?? {};
    if (letter !== undefined) this.pending = { ...rest, [to]: letter };
    return this.#send('play', { ply: from + to });
  }

  /** @param {string} square */
  flip(square) {
    return this.#send('play', { ply: square + square });
  }

  hint() {
    return this.#send('hint');
  }

  giveUp() {
    return this.#send('give-up');
  }

  /**
   * Shows the position after a ply of the proof; null: where the puzzle ended.
   * @param {number | null} node
   */
  async look(node) {
    const { attempt, proof } = this;
    if (node === null || attempt === null || proof === null) {
      this.shown = null;
      return this.#update();
    }
    const plies = [];
    for (let at = /** @type {number | null} */ (node); at !== null; at = proof[at]?.parent ?? null) {
      const ply = proof[at]?.ply;
      if (ply) plies.unshift(ply.reveal ? { ply: ply.ply, reveal: ply.reveal } : { ply: ply.ply });
    }
    const answer = /** @type {import('../types.js').PositionAnswer} */ (
      await post('/api/position', { game: attempt.game, start: attempt.start, plies }));
    this.shown = { node, board: answer.board };
    this.#update();
  }

  /** Looks for puzzles in the user's games. */
  make() {
    return this.#act(async () => {
      await post('/api/puzzles/make', { game: this.about.game });
      await this.refresh();
    });
  }

  stopMaking() {
    return this.#act(async () => {
      await post('/api/puzzles/make/stop', {});
      await this.refresh();
    });
  }

  /** Asks again as long as puzzles are being looked for. */
  #follow() {
    clearTimeout(this.#timer);
    if (this.about.making?.state !== 'running') return;
    this.#timer = window.setTimeout(() => this.refresh().catch(reportError), MAKING_MS);
  }
}
