/**
 * The state of a game being played or watched in this tab: the server's word, what
 * the user just did to it, and which ply he looks at.
 * @module parts/table
 */

import { act, ApiError, get, post } from '../api.js';
import { t } from '../i18n/index.js';
import { watch } from '../live.js';
import { notify, reportError } from '../notices.js';
import { coachOn } from './coach.js';
import { humans } from './seat.js';
import { sound } from './sound.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Ply} Ply */
/** @typedef {import('../types.js').SeatName} SeatName */

/** @typedef {{ ply: string, lost: number, best: Ply, reply: Ply, shapes: import('../types.js').Theme[] }} Warned */

/** A game at the table. */
export class Table {
  /** @type {Game} */
  game;
  /** When it came. */
  receivedAt = performance.now();
  /** How many plies the board shows; null follows the game. @type {number | null} */
  shown = null;
  /** Positions looked back at, by number of plies. @type {Map<number, Board>} */
  #past = new Map();
  /** Pieces as they will stand when the server agrees. @type {Record<string, string> | null} */
  pending = null;
  /** @type {{ ply: Ply } | null} */
  hint = null;
  /** What the coach says to a move that was not played yet. @type {Warned | null} */
  warned = null;
  busy = false;
  asking = false;
  /** @type {() => void} */
  #changed;
  /** @type {() => void} */
  #stop;

  /**
   * @param {Game} game
   * @param {() => void} changed
   * @param {() => void} gone  the game was deleted
   */
  constructor(game, changed, gone) {
    this.game = game;
    this.#changed = changed;
    this.#stop = watch(game.id, (next) => this.adopt(next), gone);
  }

  /** Leaves the table. */
  close() {
    this.#stop();
  }

  /**
   * Takes the server's newer word.
   * @param {Game} next
   */
  adopt(next) {
    const before = this.game;
    if (next.revision < before.revision) return;
    const same = next.revision === before.revision;
    this.game = next;
    this.receivedAt = performance.now();
    if (!same) this.#react(before, next);
    this.#changed();
  }

  /**
   * @param {Game} before
   * @param {Game} next
   */
  #react(before, next) {
    const moved = next.plies.length !== before.plies.length;
    if (moved) {
      this.hint = null;
      this.warned = null;
      this.pending = null;
      for (const index of this.#past.keys()) if (index > Math.min(before.plies.length, next.plies.length) - 1) this.#past.delete(index);
      if (this.shown !== null && this.shown > next.plies.length) this.shown = null;
    }
    if (next.plies.length > before.plies.length) soundOf(next);
    if (before.result === null && next.result !== null) sound('end');
  }

  /** The seat whose person acts now: his own, or the one to move at a shared board. @returns {SeatName | null} */
  get seat() {
    const mine = humans(this.game);
    if (mine.length === 2) return this.game.board.turn;
    return mine[0] ?? null;
  }

  /** Whether a person at this board may move now. */
  get mayMove() {
    const { game } = this;
    return game.result === null && !this.busy && this.shown === null
      && game.board.turn !== null && humans(game).includes(game.board.turn);
  }

  /** The position on the board: the game's, or an earlier one. @returns {Board} */
  get board() {
    return (this.shown === null ? undefined : this.#past.get(this.shown)) ?? this.game.board;
  }

  /** How many plies the board shows. */
  get count() {
    return this.shown ?? this.game.plies.length;
  }

  /**
   * Shows the position after some plies.
   * @param {number} index
   */
  async look(index) {
    const { game } = this;
    if (index >= game.plies.length) {
      this.shown = null;
      return this.#changed();
    }
    if (!this.#past.has(index)) {
      const plies = game.plies.slice(0, index).map(({ ply, reveal }) => (reveal ? { ply, reveal } : { ply }));
      const answer = /** @type {import('../types.js').PositionAnswer} */ (
        await post('/api/position', { game: game.game, start: game.start, plies, rules: game.rules }));
      this.#past.set(index, answer.board);
    }
    this.shown = index;
    this.#changed();
  }

  /**
   * Sends an action and takes the answer; an old revision brings the new state.
   * @param {Parameters<typeof act>[1]} action
   * @param {object} [body]
   */
  async send(action, body = {}) {
    if (this.busy) return;
    this.busy = true;
    this.#changed();
    try {
      this.adopt(await act(this.game.id, action, { revision: this.game.revision, ...body }));
    } catch (error) {
      reportError(error);
      if (error instanceof ApiError && error.status > 0) await this.#reload();
    } finally {
      this.busy = false;
      this.pending = null;
      this.#changed();
    }
  }

  async #reload() {
    try {
      this.adopt(await get(`/api/games/${this.game.id}`));
    } catch (error) {
      reportError(error);
    }
  }

  /**
   * Plays a move, shown at once.
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const { [from]: letter, ...rest } = this.game.board.pieces;
    if (letter !== undefined) this.pending = { ...rest, [to]: letter };
    return coachOn() ? this.#coached(from + to) : this.send('play', { ply: from + to });
  }

  /**
   * Asks the coach before a move is played. Whoever has been warned may play it all the same.
   * @param {string} ply
   */
  async #coached(ply) {
    this.warned = null;
    this.busy = true;
    this.#changed();
    try {
      const { warning } = /** @type {{ warning: Warned | null }} */ (await post(`/api/games/${this.game.id}/coach`, { ply }));
      if (warning !== null) this.warned = { ...warning, ply };
    } catch {
      // Who cannot be asked has nothing against it; the server judges the move itself.
    } finally {
      this.busy = false;
    }
    if (this.warned === null) return this.send('play', { ply });
    this.pending = null;
    this.#changed();
  }

  /** Plays what the coach warned of. */
  playWarned() {
    const ply = this.warned?.ply;
    this.warned = null;
    return ply === undefined ? undefined : this.send('play', { ply });
  }

  /** Takes another move than the one the coach warned of. */
  heed() {
    this.warned = null;
    this.#changed();
  }

  /**
   * Turns a piece up.
   * @param {string} square
   */
  flip(square) {
    return this.send('play', { ply: square + square });
  }

  /** Asks for a hint. */
  async askHint() {
    const { revision } = this.game;
    this.asking = true;
    this.#changed();
    try {
      const hint = /** @type {{ ply: Ply }} */ (await post(`/api/games/${this.game.id}/hint`, { revision }));
      if (this.game.revision === revision) this.hint = hint;
    } catch (error) {
      reportError(error);
    } finally {
      this.asking = false;
      this.#changed();
    }
  }

  /** Offers a draw and tells what became of it. */
  async offerDraw() {
    const seat = this.seat;
    if (seat === null) return;
    await this.send('offer-draw', { seat });
    if (this.game.result === null && this.game.declined === seat) notify(() => t('play.draw_declined'));
  }
}

/** @param {Game} game */
function soundOf(game) {
  const ply = game.plies.at(-1);
  if (ply === undefined) return;
  sound(ply.reveal ? 'flip' : ply.captured ? 'capture' : 'move');
  if (game.board.check.length > 0) sound('check');
}
