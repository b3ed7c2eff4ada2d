/**
 * An ending played against its table: the line, what each own ply was worth, and where it
 * went wrong. The tab keeps it; the server only looks things up.
 * @module parts/trainer
 */

import { post } from '../api.js';
import { reportError } from '../notices.js';
import { sound } from './sound.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').Ply} Ply */
/** @typedef {{ value: string, distance: number | null, end: number | null }} Worth */

/**
 * A stand of the ending: after so many plies, with the position and its value.
 * @typedef {object} Stand
 * @property {Ply[]} plies
 * @property {Board} board
 * @property {Worth | null} worth  for who practises; null where no table says it
 */

/**
 * An own ply and what it was worth.
 * @typedef {object} Step
 * @property {Stand} from
 * @property {Ply} ply
 * @property {Worth} before
 * @property {Worth | null} after
 * @property {boolean} kept
 * @property {Ply | null} best
 */

/** @typedef {{ game: GameKind, class: string, start: string, board: Board, plies: Ply[], worth: Worth }} Begun */
/** @typedef {{ plies: Ply[], board: Board, before: Worth, after: Worth | null, kept: boolean, best: Ply | null, worth: Worth | null, result: import('../types.js').Result | null }} Answer */

/** One ending. */
export class Trainer {
  /** @type {Begun | null} */
  begun = null;
  /** @type {Stand | null} */
  stand = null;
  /** @type {Step[]} */
  steps = [];
  /** @type {import('../types.js').Result | null} */
  result = null;
  /** Pieces as they will stand when the server agrees. @type {Record<string, string> | null} */
  pending = null;
  /** Whether the class has no position of the wanted value. */
  none = false;
  busy = false;
  #update;

  /**
   * @param {GameKind} game
   * @param {() => void} update
   */
  constructor(game, update) {
    this.game = game;
    this.#update = update;
  }

  /** The last own ply. @returns {Step | null} */
  get last() {
    return this.steps.at(-1) ?? null;
  }

  /** The first ply that threw something away. @returns {Step | null} */
  get mistake() {
    return this.steps.find(({ kept }) => !kept) ?? null;
  }

  get mayMove() {
    return this.stand !== null && !this.busy && this.result === null && this.stand.worth !== null;
  }

  /** @param {() => Promise<void>} act */
  async #act(act) {
    if (this.busy) return;
    this.busy = true;
    this.#update();
    try {
      await act();
    } catch (error) {
      reportError(error);
    } finally {
      this.busy = false;
      this.pending = null;
      this.#update();
    }
  }

  /**
   * Begins another ending.
   * @param {string} name   the table's class
   * @param {string} value  `win` or `draw`
   */
  begin(name, value) {
    return this.#act(async () => {
      this.none = false;
      try {
        this.begun = /** @type {Begun} */ (await post('/api/trainer/start', { game: this.game, class: name, value }));
      } catch (error) {
        if (/** @type {import('../api.js').ApiError} */ (error).code !== 'not_found') throw error;
        this.none = true;
        return;
      }
      this.#restart();
    });
  }

  #restart() {
    const { begun } = this;
    if (begun === null) return;
    this.stand = { plies: [], board: begun.board, worth: begun.worth };
    this.steps = [];
    this.result = null;
  }

  /** The same ending from its beginning. */
  again() {
    this.#restart();
    this.#update();
  }

  /** Back to where something was thrown away. */
  fromMistake() {
    const { mistake } = this;
    if (mistake === null) return;
    this.steps = this.steps.slice(0, this.steps.indexOf(mistake));
    this.stand = mistake.from;
    this.result = null;
    this.#update();
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const { stand, begun } = this;
    if (stand === null || begun === null || !this.mayMove) return;
    const { [from]: letter, ...rest } = stand.board.pieces;
    if (letter !== undefined) this.pending = { ...rest, [to]: letter };
    return this.#act(async () => {
      const plies = stand.plies.map(({ ply }) => ply);
      const request = { game: this.game, start: begun.start, plies, ply: from + to };
      const answer = /** @type {Answer} */ (await post('/api/trainer/play', request));
      const { before, after, kept, best } = answer;
      const ply = answer.plies[stand.plies.length];
      if (ply !== undefined) this.steps.push({ from: stand, ply, before, after, kept, best });
      this.stand = { plies: answer.plies, board: answer.board, worth: answer.worth };
      this.result = answer.result;
      sound(answer.result ? 'end' : 'move');
    });
  }
}
