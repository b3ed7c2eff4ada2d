/**
 * The editor's hands: what taps, drags and keys do to the draft, with undo.
 * @module parts/editor
 */

import { pieceName } from '../board/describe.js';
import { t } from '../i18n/index.js';
import { FACE_DOWN, emptyDraft, fittedPool, ourLetter, unused } from './draft.js';

/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('./palette.js').Brush} Brush */

const MOST_UNDO = 200;

/** A draft under edit. */
export class Editor {
  /**
   * @param {Draft} draft
   * @param {() => void} changed called after every change of the draft or the brush
   */
  constructor(draft, changed) {
    this.draft = draft;
    this.changed = changed;
    /** @type {Draft[]} */
    this.past = [];
    /** @type {Brush} */
    this.brush = 'move';
    /** A piece picked up by a tap, waiting for its place. @type {string | null} */
    this.picked = null;
    /** What to tell those who cannot see it. */
    this.said = '';
  }

  /**
   * Takes a draft in; undo brings the one before back.
   * @param {Draft} draft
   */
  set(draft) {
    this.past = [...this.past.slice(-MOST_UNDO), this.draft];
    this.draft = draft;
    this.picked = null;
    this.changed();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.draft = before;
    this.picked = null;
    this.said = '';
    this.changed();
  }

  /** @param {Brush} brush */
  choose(brush) {
    this.brush = brush;
    this.picked = null;
    this.changed();
  }

  /**
   * Puts a piece somewhere. In dark chess a piece that comes face up leaves the list of
   * face-down ones when the set has no other.
   * @param {string} letter
   * @param {string} square
   */
  place(letter, square) {
    const { draft } = this;
    const next = { ...draft, pieces: { ...draft.pieces, [square]: letter } };
    this.said = t('setup.placed', { piece: pieceName(letter), square });
    this.set(draft.game === 'banqi' ? this.#balanced(next, letter) : next);
  }

  /**
   * @param {Draft} next
   * @param {string} letter
   */
  #balanced(next, letter) {
    const turn = next.turn === '-' && letter !== FACE_DOWN ? 'r' : next.turn;
    const drawn = letter !== FACE_DOWN && unused(next, letter) < 0 && (next.pool[letter] ?? 0) > 0;
    const pool = drawn ? { ...next.pool, [letter]: (next.pool[letter] ?? 0) - 1 } : next.pool;
    return { ...next, turn, pool };
  }

  /** @param {string} square */
  remove(square) {
    if (!this.draft.pieces[square]) return;
    const { [square]: _, ...pieces } = this.draft.pieces;
    this.said = t('setup.removed', { square });
    this.set({ ...this.draft, pieces });
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const { [from]: letter, ...pieces } = this.draft.pieces;
    if (!letter || from === to) return;
    this.said = t('setup.placed', { piece: pieceName(letter), square: to });
    this.set({ ...this.draft, pieces: { ...pieces, [to]: letter } });
  }

  /** @param {string} square */
  tap(square) {
    const there = this.draft.pieces[square];
    if (this.brush === 'erase') this.remove(square);
    else if (this.brush !== 'move') {
      if (there === this.brush) this.remove(square);
      else this.place(this.brush, square);
    } else if (this.picked) this.#putDown(this.picked, square);
    else if (there) this.#pick(square, there);
  }

  /**
   * @param {string} square
   * @param {string} letter
   */
  #pick(square, letter) {
    this.picked = square;
    this.said = t('setup.picked', { piece: pieceName(letter), square });
    this.changed();
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #putDown(from, to) {
    this.picked = null;
    if (from === to) this.changed();
    else this.move(from, to);
  }

  /**
   * Letters place a piece on the square that has the focus, Delete clears it.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const square = event.target instanceof Element ? event.target.getAttribute('data-square') : null;
    if (!square) return;
    const letter = event.key.length === 1 ? ourLetter(this.draft.game, event.key) : null;
    if (letter) this.place(letter, square);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.remove(square);
    else return;
    event.preventDefault();
  }

  /** Empties the board. */
  clear() {
    this.said = '';
    this.set({ ...emptyDraft(this.draft.game), turn: this.draft.turn === 'b' ? 'b' : emptyDraft(this.draft.game).turn });
  }

  /** @param {string} turn */
  setTurn(turn) {
    this.set({ ...this.draft, turn });
  }

  /**
   * @param {string} letter
   * @param {number} change
   */
  changePool(letter, change) {
    const count = Math.max(0, (this.draft.pool[letter] ?? 0) + change);
    this.set({ ...this.draft, pool: { ...this.draft.pool, [letter]: count } });
  }

  fitPool() {
    this.set({ ...this.draft, pool: fittedPool(this.draft) });
  }
}
