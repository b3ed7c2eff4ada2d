/** An answer that belongs to a position: asked for once, remembered, dropped when late. */

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
   */
  constructor(path, update) {
    this.path = path;
    this.update = update;
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
    const known = this.answers.get(fen);
    if (known !== undefined) return known;
    this.#keep(fen, 'waiting');
    /** @type {Promise<T>} */
    const answer = post(this.path, question);
    answer.then(
      (value) => this.#keep(fen, value),
      () => this.#keep(fen, 'failed'),
    ).then(this.update);
    return 'waiting';
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
