/**
 * An answer that belongs to a position: asked for once, remembered, dropped when late.
 * A better answer may be asked for after a quick one.
 */

import { post } from '../api.js';

/** Answers remembered; walking to and fro asks nothing twice. */
const MOST_KEPT = 200;

/**
 * @template T
 */
export class Asked {
  /**
   * @param {string} path
   * @param {() => void} update
   * @param {object} [better] what to add to a question for a better answer
   */
  constructor(path, update, better) {
    this.path = path;
    this.update = update;
    this.better = better;
    /** The position asked for last. */
    this.current = '';
    /** @type {Map<string, T | 'waiting' | 'failed'>} */
    this.answers = new Map();
  }

  /**
   * The answer for a position, if it is there; asks for it otherwise.
   * @param {string} fen
   * @param {object} question what to send
   * @returns {T | 'waiting' | 'failed'}
   */
  of(fen, question) {
    this.current = fen;
    const known = this.answers.get(fen);
    if (known !== undefined) return known;
    this.#keep(fen, 'waiting');
    this.#ask(fen, question).then((answered) => {
      // Somebody who stays here wants to know more.
      if (answered && this.better && this.current === fen) void this.#ask(fen, { ...question, ...this.better });
    });
    return 'waiting';
  }

  /**
   * Whether there was an answer. One that fails does not displace an earlier one.
   * @param {string} fen
   * @param {object} question
   */
  async #ask(fen, question) {
    try {
      this.#keep(fen, /** @type {T} */ (await post(this.path, question)));
      return true;
    } catch {
      const known = this.answers.get(fen);
      if (known === undefined || known === 'waiting') this.#keep(fen, 'failed');
      return false;
    } finally {
      this.update();
    }
  }

  /** Forgets what has failed, so that it is asked again. */
  retry() {
    for (const [fen, answer] of this.answers) if (answer === 'failed') this.answers.delete(fen);
  }

  /**
   * @param {string} fen
   * @param {T | 'waiting' | 'failed'} answer
   */
  #keep(fen, answer) {
    this.answers.delete(fen);
    this.answers.set(fen, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > MOST_KEPT && !oldest.done) this.answers.delete(oldest.value);
  }
}
