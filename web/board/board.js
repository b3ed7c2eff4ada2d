/**
 * `<chuhe-board>`: draws a position of either game and reports what the user does
 * to it. It knows no rules: what may move where is given.
 *
 * Set the property `input`; listen to `board-ply`, `board-flip`, `board-tap`,
 * `board-hover`, `board-draw`, `board-remove` and `board-paint`. README.md tells the whole.
 * @module board/board
 */

import { render } from '../vendor/lit-html.js';
import { geometryOf } from './geometry.js';
import { listen } from './gestures.js';
import { changeBetween, play, wantsStill } from './motion.js';
import { drawing } from './view.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./motion.js').Change} Change */

/**
 * What to draw and what to allow.
 * @typedef {object} BoardInput
 * @property {import('../types.js').GameKind} game
 * @property {Record<string, string>} pieces     square → FEN letter
 * @property {Record<string, string[]>} [legal]  where the piece of a square may go
 * @property {string[]} [flips]                  squares that may be turned up
 * @property {{ from: string, to: string | null } | null} [last]
 * @property {string[]} [check]                  squares of kings in check
 * @property {import('./layers.js').Arrow[]} [arrows]
 * @property {import('./layers.js').Highlight[]} [highlights]
 * @property {boolean} [flipped]   seen from the second seat
 * @property {boolean} [tall]      dark chess with its long side upright
 * @property {boolean} [disabled]  nothing may be moved; taps are still told
 * @property {boolean} [free]      an editor's board: any piece may be dragged anywhere or off the board
 * @property {boolean} [paint]     the pointer paints points instead of moving pieces
 * @property {string[]} [marked]   points that are chosen, for those who cannot see it
 * @property {import('./pieces.js').PieceSet} [set]
 * @property {import('../types.js').Notation | null} [coordinates]  null: none
 * @property {boolean} [drawable]  arrows and circles may be drawn on it
 * @property {boolean} [animate]
 * @property {string} [label]      accessible name of the board
 * @property {string} [announce]   said when it changes; the last move unless told
 */

/**
 * What was drawn: an arrow, or a circle if it goes nowhere; `begun` by the keyboard, and
 * not yet brought to its end, or taken `back`.
 * @typedef {{ from: string, to: string | null, begun?: boolean, back?: boolean, shift?: boolean, alt?: boolean }} Drawn
 */

/** @type {BoardInput} */
const EMPTY = { game: 'xiangqi', pieces: {} };
const NO_CHANGE = /** @type {Change} */ ({ slides: [], turned: [], taken: [] });
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-9, 0], End: [9, 0], PageUp: [0, -9], PageDown: [0, 9],
});
const CHANGE_SHOWN_MS = 320;

let boards = 0;

/** The board element. */
export class ChuheBoard extends HTMLElement {
  /** @type {BoardInput} */
  #input = EMPTY;
  #geometry = geometryOf('xiangqi');
  /** @type {string | null} */
  #selected = null;
  /** @type {{ from: string, point: Point, over: string | null } | null} */
  #drag = null;
  /** The square the keyboard stands on. @type {string | null} */
  #cursor = null;
  /** An arrow that is being drawn. @type {{ from: string, to: string | null } | null} */
  #arrow = null;
  /** Where the keyboard has begun to draw one. @type {string | null} */
  #begun = null;
  /** @type {string | null} */
  #hovered = null;
  /** Where the user himself put a piece, which must not slide there again. @type {string | null} */
  #dropped = null;
  /** @type {Change} */
  #change = NO_CHANGE;
  #changeTimer = 0;
  #listening = false;
  #name = `board-${++boards}`;

  /** @param {BoardInput} next */
  set input(next) {
    if (next === this.#input) return;
    const before = this.#input;
    this.#input = next;
    this.#geometry = geometryOf(next.game, next.flipped, next.tall);
    const same = before.game === next.game && before.pieces !== next.pieces && before !== EMPTY;
    const change = same ? changeBetween(before.pieces, next.pieces) : NO_CHANGE;
    const still = next.animate === false || wantsStill() || before.flipped !== next.flipped;
    this.#settle(change);
    this.#show(still ? NO_CHANGE : change);
  }

  get input() {
    return this.#input;
  }

  /** The piece picked up, if any. */
  get selected() {
    return this.#selected;
  }

  connectedCallback() {
    this.#draw();
  }

  /** Puts the keyboard's focus on the board. */
  focusBoard() {
    this.#cell(this.#cursorSquare())?.focus();
  }

  /**
   * Forgets a choice that the new position made meaningless.
   * @param {Change} change
   */
  #settle(change) {
    const { slides, turned } = change;
    if (slides.length + turned.length > 0) this.#drag = null;
    if (this.#selected !== null && !this.#canLift(this.#selected)) this.#selected = null;
    if (this.#dropped !== null) {
      change.slides = slides.filter(({ to }) => to !== this.#dropped);
      if (slides.length > 0) this.#dropped = null;
    }
  }

  /** @param {Change} change */
  #show(change) {
    const moves = change.slides.length + change.turned.length > 0;
    if (moves) {
      this.#change = change;
      clearTimeout(this.#changeTimer);
      this.#changeTimer = setTimeout(() => {
        this.#change = NO_CHANGE;
        this.#draw();
      }, CHANGE_SHOWN_MS);
    }
    this.#draw();
    if (moves) play(this, this.#geometry, change);
  }

  /** @param {string} square */
  #canLift(square) {
    const { free, disabled, pieces, legal } = this.#input;
    if (free) return pieces[square] !== undefined;
    return !disabled && (legal?.[square]?.length ?? 0) > 0;
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {string | null} square */
  #select(square) {
    if (this.#selected === square) return;
    this.#selected = square;
    this.#draw();
  }

  /**
   * What a tap or the Enter key means.
   * @param {string} square
   * @param {boolean} [fresh] the piece was chosen by the very same gesture
   */
  #press(square, fresh = false) {
    this.#tell('board-tap', { square });
    const { free, disabled, flips, legal, paint } = this.#input;
    if (free || disabled || fresh || paint) return;
    const from = this.#selected;
    if (from !== null && legal?.[from]?.includes(square)) this.#ply(from, square);
    else if (flips?.includes(square)) {
      this.#select(null);
      this.#tell('board-flip', { square });
    } else this.#select(from !== square && this.#canLift(square) ? square : null);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #ply(from, to) {
    this.#selected = null;
    this.#draw();
    this.#tell('board-ply', { from, to });
  }

  /**
   * @param {string} from
   * @param {string | null} to
   */
  #drop(from, to) {
    const { free, legal } = this.#input;
    if (to !== null) this.#cursor = to;
    if (free) {
      if (to === null) this.#tell('board-remove', { from });
      else if (to !== from) this.#tell('board-ply', { from, to });
    } else if (to !== null && legal?.[from]?.includes(to)) {
      this.#dropped = to;
      this.#ply(from, to);
    } else if (to !== from) this.#select(null);
  }

  /** @param {string | null} square */
  #hover(square) {
    if (square === this.#hovered) return;
    this.#hovered = square;
    this.#tell('board-hover', { square });
  }

  /** @param {PointerEvent} event */
  #locate(event) {
    const surface = /** @type {SVGSVGElement} */ (this.querySelector('svg'));
    const matrix = surface.getScreenCTM()?.inverse() ?? new DOMMatrix();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { point, square: this.#geometry.at(point) };
  }

  #listen() {
    const surface = this.querySelector('svg');
    if (this.#listening || surface === null) return;
    this.#listening = true;
    listen(surface, {
      locate: (event) => this.#locate(event),
      canLift: (square) => this.#canLift(square),
      lift: (square) => {
        const fresh = !this.#input.free && this.#selected !== square;
        if (fresh) this.#select(square);
        return fresh;
      },
      press: (square, fresh) => {
        this.#cursor = square;
        this.#press(square, fresh);
        this.#draw();
      },
      dragging: (drag) => {
        this.#drag = drag;
        this.#draw();
      },
      drop: (from, to) => this.#drop(from, to),
      cancel: () => {
        this.#drag = null;
        this.#select(null);
      },
      hover: (square) => this.#hover(square),
      canDraw: () => this.#input.drawable === true,
      drawing: (arrow) => {
        this.#arrow = arrow;
        this.#draw();
      },
      drew: (from, to, { shiftKey: shift, altKey: alt }) => this.#tell('board-draw', { from, to: to === from ? null : to, shift, alt }),
      paints: () => this.#input.paint === true && !this.#input.disabled,
      paint: (square, start) => {
        this.#cursor = square;
        this.#tell('board-paint', { square, start });
      },
    });
  }

  /** @returns {string} */
  #cursorSquare() {
    const { grid } = this.#geometry;
    const fallback = this.#input.game === 'xiangqi' ? 'e0' : grid[0]?.[0] ?? 'a1';
    const known = this.#cursor !== null && grid.some((row) => row.includes(this.#cursor ?? ''));
    return known ? /** @type {string} */ (this.#cursor) : fallback;
  }

  /** @param {string} square @returns {SVGElement | null} */
  #cell(square) {
    return this.querySelector(`[data-square="${square}"]`);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Screen readers put the focus on a square by themselves.
    const focused = event.target instanceof SVGElement ? event.target.dataset.square : undefined;
    if (focused !== undefined) this.#cursor = focused;
    const square = this.#cursorSquare();
    const step = STEPS[event.key];
    if (step !== undefined) this.#walk(square, step);
    else if (event.key === 'Enter' || event.key === ' ') this.#press(square);
    else if (event.key.toLowerCase() === 'a' && this.#input.drawable) this.#drawByKey(square, event.shiftKey);
    else if (event.key === 'Escape' && this.#begun !== null) this.#drawByKey(null);
    else if (event.key === 'Escape' && this.#selected !== null) this.#select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /**
   * The key that draws: first where an arrow begins, then where it ends; twice on a square
   * it is a circle, and nowhere takes it back.
   * @param {string | null} square
   * @param {boolean} [shift]
   */
  #drawByKey(square, shift = false) {
    const from = this.#begun;
    this.#begun = from === null ? square : null;
    if (from === null) this.#tell('board-draw', { from: square, to: null, begun: true });
    else if (square === null) this.#tell('board-draw', { from, to: null, back: true });
    else this.#tell('board-draw', { from, to: square === from ? null : square, shift });
  }

  /**
   * @param {string} square
   * @param {[number, number]} step
   */
  #walk(square, [dx, dy]) {
    let next = square;
    for (let left = Math.max(Math.abs(dx), Math.abs(dy)); left > 0; left--) {
      next = this.#geometry.step(next, Math.sign(dx), Math.sign(dy));
    }
    this.#cursor = next;
    this.#draw();
    this.#cell(next)?.focus();
    this.#hover(next);
  }

  #draw() {
    if (!this.isConnected) return;
    const input = this.#input;
    this.dataset.game = input.game;
    this.classList.toggle('tall', input.tall === true && input.game === 'banqi');
    render(drawing({
      input,
      name: this.#name,
      geometry: this.#geometry,
      selected: this.#selected,
      drag: this.#drag,
      arrow: this.#arrow,
      change: this.#change,
      cursor: this.#cursorSquare(),
      canLift: (square) => this.#canLift(square),
      key: this.#key,
    }), this);
    this.#listen();
  }
}

customElements.define('chuhe-board', ChuheBoard);
