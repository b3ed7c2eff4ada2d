/**
 * The board of the first page: it shows the start position, and the first move made
 * on it starts the game.
 * @module parts/home-board
 */

import { post } from '../api.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { piecesOfFen } from './fen.js';
import { fenWithout } from './handicap.js';

/** @typedef {import('./new-game.js').GameForm} GameForm */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */

const DARK = 'XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX';
/** Every piece of the usual dark chess start. */
export const FACE_DOWN = piecesOfFen('banqi', DARK);

/** Where the first move is made. */
export class HomeBoard {
  /** Whether taps take pieces off for a handicap. */
  picking = false;
  /** What the server says of start positions. @type {Map<string, Board>} */
  #known = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  /** @type {{ parts: unknown[], input: BoardInput } | null} */
  #drawn = null;

  /**
   * @param {import('../types.js').AboutGame} usual  xiangqi as it usually begins
   * @param {() => void} update
   */
  constructor({ start, board }, update) {
    this.start = start;
    this.update = update;
    this.#asked.add(start);
    this.#known.set(start, board);
  }

  /**
   * The position the game would start from; null: dark chess as it is dealt.
   * @param {GameForm} form
   * @param {string | null} given  by the address
   */
  #fen({ game, handicap }, given) {
    return given ?? (game === 'banqi' ? null : fenWithout(this.start, handicap));
  }

  /**
   * Asks which moves there are; quietly, since the game can be started without.
   * @param {GameForm} form
   * @param {string | null} given
   */
  ask(form, given) {
    const fen = this.#fen(form, given);
    if (fen === null || this.#asked.has(fen)) return;
    this.#asked.add(fen);
    post('/api/position', { game: form.game, start: fen, plies: [] }).then((answer) => {
      this.#known.set(fen, /** @type {import('../types.js').PositionAnswer} */ (answer).board);
      this.update();
    }, () => {});
  }

  /**
   * What a person may do first: nothing if somebody else begins.
   * @param {GameForm} form
   * @param {string | null} given
   * @returns {{ legal: Record<string, string[]>, flips: string[] } | null}
   */
  firstMoves(form, given) {
    const fen = this.#fen(form, given);
    const board = fen === null ? null : this.#known.get(fen);
    const turn = fen === null ? 'first' : board?.turn;
    const mine = form.opponent === 'people' || (form.opponent === 'engine' && form.seat === turn);
    if (!mine) return null;
    return fen === null ? { legal: {}, flips: Object.keys(FACE_DOWN) } : { legal: board?.legal ?? {}, flips: board?.flips ?? [] };
  }

  /**
   * What to draw; the same object as long as nothing changed.
   * @param {GameForm} form
   * @param {string | null} given
   * @returns {BoardInput}
   */
  input(form, given) {
    const { pieces: set, coordinates, notation } = settings();
    const flipped = form.opponent === 'engine' && form.seat === 'second';
    const fen = this.#fen(form, given);
    const board = fen === null ? undefined : this.#known.get(fen);
    const parts = [fen, board, form.game, form.opponent, form.seat, form.handicap, this.picking, set, coordinates, notation, t('home.preview')];
    if (this.#drawn?.parts.every((part, index) => part === parts[index])) return this.#drawn.input;
    const first = this.picking ? null : this.firstMoves(form, given);
    const taken = form.game === 'xiangqi' && given === null ? form.handicap : [];
    const input = {
      game: form.game,
      pieces: fen === null ? FACE_DOWN : piecesOfFen(form.game, fen),
      legal: first?.legal ?? {},
      flips: first?.flips ?? [],
      disabled: first === null,
      highlights: taken.map((at) => ({ at, colour: /** @type {const} */ ('bad'), label: '×' })),
      set, flipped, coordinates: coordinates ? notation : null, animate: false, label: t('home.preview'),
    };
    this.#drawn = { parts, input };
    return input;
  }

  /**
   * What a tap or a move on the board does, in words.
   * @param {GameForm} form
   * @param {string | null} given
   */
  words(form, given) {
    if (this.picking) return t('handicap.tap');
    if (this.firstMoves(form, given) === null) return t('home.tap_starts');
    return form.game === 'xiangqi' ? t('home.first_move') : `${t('home.first_flip')} ${given === null ? t('home.deal') : ''}`;
  }
}
