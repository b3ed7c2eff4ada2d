/**
 * `<chuhe-clock>`: a clock that ticks by itself, so that the page around it need
 * not be drawn again and again.
 * @module parts/clock
 */

import { sound } from './sound.js';

/** @typedef {{ ms: number, running: boolean, at: number, warn: boolean }} ClockValue  `at`: when `ms` was true, by `performance.now()` */

const LOW_MS = 20_000;
const LAST_MS = 10_000;

/**
 * `4:05`, or `0:09.3` when it matters.
 * @param {number} milliseconds
 */
export function clockFace(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < LAST_MS) return `0:0${Math.floor(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** The element; set its property `value`. */
class ChuheClock extends HTMLElement {
  /** @type {ClockValue} */
  #value = { ms: 0, running: false, at: 0, warn: false };
  #timer = 0;
  #shown = '';
  #lastSecond = -1;

  /** @param {ClockValue} value */
  set value(value) {
    this.#value = value;
    this.#tick();
  }

  connectedCallback() {
    this.setAttribute('role', 'timer');
    this.#tick();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #tick() {
    clearTimeout(this.#timer);
    const { ms, running, at, warn } = this.#value;
    const left = running ? Math.max(0, ms - (performance.now() - at)) : ms;
    const face = clockFace(left);
    if (face !== this.#shown) this.replaceChildren(face);
    this.#shown = face;
    this.classList.toggle('running', running);
    this.classList.toggle('low', left < LOW_MS);
    if (!running || left <= 0) return;
    if (warn) this.#warn(left);
    this.#timer = setTimeout(() => this.#tick(), left < LAST_MS + 200 ? 100 : 250);
  }

  /** @param {number} left */
  #warn(left) {
    const second = Math.floor(left / 1000);
    if (left < LAST_MS && second !== this.#lastSecond) sound('low');
    this.#lastSecond = second;
  }
}

customElements.define('chuhe-clock', ChuheClock);
