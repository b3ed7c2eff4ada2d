/**
 * Mistakes of a finished game, one after the other: the position before each, another
 * try, and what that is worth.
 * @module parts/retry
 */

import { post } from '../api.js';
import { review } from '../live.js';
import { reportError } from '../notices.js';
import { humans } from './seat.js';
import { sound } from './sound.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Ply} Ply */
/** @typedef {import('../types.js').ReviewPly} ReviewPly */

/** Milliseconds a ply of the game, and of a try, is looked at. */
const GAME_MS = 200;
const TRY_MS = 600;

/**
 * What came of a try: `best` and `equal` are as good as it gets, `better` is better than
 * what was played.
 * @typedef {'best' | 'equal' | 'good' | 'better' | 'same' | 'worse'} Worth
 */

/** The mistakes of one's own in a game. */
export class Retry {
  /** @type {ReviewPly[]} */
  #plies = [];
  /** @type {'reviewing' | 'ready' | 'failed'} */
  state = 'reviewing';
  /** The mistakes, in the order of the game. @type {ReviewPly[]} */
  mistakes = [];
  /** Which one is on the board. */
  at = 0;
  /** @type {Board | null} */
  board = null;
  /** What came of the last try, and what it was. @type {{ ply: string, worth: Worth } | null} */
  tried = null;
  /** Mistakes that were made good. @type {Set<number>} */
  mended = new Set();
  /** Whether the better move is shown. */
  shown = false;
  busy = false;
  /** @type {(() => void) | null} */
  #stop = null;
  #update;

  /**
   * @param {Game} game
   * @param {() => void} update
   */
  constructor(game, update) {
    this.game = game;
    this.#update = update;
  }

  /** How many plies were looked at. */
  get looked() {
    return this.#plies.length;
  }

  /** The mistake on the board. @returns {ReviewPly | null} */
  get mistake() {
    return this.mistakes[this.at] ?? null;
  }

  /** What was played there. @returns {Ply | null} */
  get played() {
    return this.mistake === null ? null : this.game.plies[this.mistake.index] ?? null;
  }

  get mayMove() {
    return this.board !== null && !this.busy && !this.shown && this.tried?.worth !== 'best' && this.tried?.worth !== 'equal';
  }

  /** Reviews the game. */
  start() {
    this.#stop = review({ id: this.game.id, budget_ms: GAME_MS }, (message) => {
      if (message.type === 'review_ply') this.#plies.push(message);
      else if (message.type === 'review_end') this.#ready().catch(reportError);
      else this.state = 'failed';
      this.#update();
    });
  }

  close() {
    this.#stop?.();
    this.#stop = null;
  }

  async #ready() {
    const mine = humans(this.game);
    const own = this.#plies.filter(({ seat }) => mine.includes(seat));
    const grave = own.filter(({ mark }) => mark === 'mistake' || mark === 'blunder');
    // Who made no mistake may look at what was not quite right.
    this.mistakes = grave.length > 0 ? grave : own.filter(({ mark }) => mark === 'inaccuracy');
    this.state = 'ready';
    await this.go(0);
  }

  /**
   * Puts a mistake on the board.
   * @param {number} at
   */
  async go(at) {
    this.at = at;
    this.tried = null;
    this.shown = false;
    this.board = null;
    const { mistake, game } = this;
    if (mistake !== null) {
      const plies = game.plies.slice(0, mistake.index).map(({ ply, reveal }) => (reveal ? { ply, reveal } : { ply }));
      const answer = /** @type {import('../types.js').PositionAnswer} */ (
        await post('/api/position', { game: game.game, start: game.start, rules: game.rules, plies }));
      this.board = answer.board;
    }
    this.#update();
  }

  /** Shows what would have been better. */
  show() {
    this.shown = true;
    this.#update();
  }

  /**
   * Tries another move or flip.
   * @param {string} ply
   */
  try(ply) {
    const { mistake, played, board } = this;
    if (mistake === null || played === null || board === null || !this.mayMove) return;
    sound('move');
    if (ply === played.ply) return this.#judged(ply, 'same');
    if (ply === mistake.best.ply) return this.#judged(ply, 'best');
    this.busy = true;
    this.tried = null;
    this.#update();
    // A flip is judged by its average: which piece is told does not matter.
    const reveal = ply.slice(0, 2) === ply.slice(2) ? Object.keys(board.pool ?? {})[0] : undefined;
    const { game, rules } = this.game;
    const request = { game, rules, start: board.fen, plies: [reveal ? { ply, reveal } : { ply }], budget_ms: TRY_MS };
    this.#stop = review(request, (message) => {
      if (message.type === 'review_ply') this.#judged(ply, worthOf(message, mistake));
      else if (message.type === 'error') reportError(new Error(message.error.message));
      this.busy = false;
      this.#update();
    });
  }

  /**
   * @param {string} ply
   * @param {Worth} worth
   */
  #judged(ply, worth) {
    this.tried = { ply, worth };
    if (worth === 'best' || worth === 'equal' || worth === 'good') this.mended.add(this.at);
    this.#update();
  }
}

/**
 * @param {ReviewPly} tried
 * @param {ReviewPly} mistake
 * @returns {Worth}
 */
function worthOf(tried, mistake) {
  if (tried.mark === 'best') return 'equal';
  if (tried.mark === 'good') return 'good';
  return (tried.points_lost ?? 0) < (mistake.points_lost ?? 0) ? 'better' : 'worse';
}
