/**
 * Asks the server whether a drafted position is legal, and says its reasons in words.
 * @module parts/position-check
 */

import { html } from '../vendor/lit-html.js';
import { ApiError, post } from '../api.js';
import { pieceName } from '../board/describe.js';
import { kindOf } from '../board/pieces.js';
import { t, tc } from '../i18n/index.js';
import { FACE_DOWN, LETTERS, inSet, onBoard, poolSize, writeFen } from './draft.js';

/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('../types.js').PositionAnswer} PositionAnswer */

/** A reason as the server gives it: a code, perhaps with particulars. */
/** A code, with what it is about behind colons. @typedef {string} Reason */

/**
 * @typedef {{state: 'waiting'} | {state: 'offline'} | {state: 'good', answer: PositionAnswer} | {state: 'bad', reasons: Reason[]}} Verdict
 */

const SETTLE_MS = 120;

/** The newest draft's verdict. */
export class PositionCheck {
  /** @param {() => void} update */
  constructor(update) {
    this.update = update;
    /** @type {Verdict} */
    this.verdict = { state: 'waiting' };
    this.timer = 0;
    this.asked = '';
  }

  /** @param {Draft} draft */
  look(draft) {
    const fen = writeFen(draft);
    if (fen === this.asked) return;
    this.asked = fen;
    this.verdict = { state: 'waiting' };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.#ask(draft.game, fen), SETTLE_MS);
  }

  /**
   * @param {string} game
   * @param {string} fen
   */
  async #ask(game, fen) {
    const verdict = await judge(game, fen);
    if (fen !== this.asked) return;
    this.verdict = verdict;
    this.update();
  }

  /** Asks again after the connection was lost. @param {Draft} draft */
  again(draft) {
    this.asked = '';
    this.look(draft);
  }
}

/**
 * @param {string} game
 * @param {string} start
 * @returns {Promise<Verdict>}
 */
async function judge(game, start) {
  try {
    return { state: 'good', answer: await post('/api/position', { game, start, plies: [] }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) return { state: 'offline' };
    const reasons = Array.isArray(error.details.reasons) ? error.details.reasons : [];
    return { state: 'bad', reasons: reasons.length ? reasons : ['unreadable'] };
  }
}

/**
 * @param {Verdict} verdict
 * @param {Draft} draft
 */
export function verdictView(verdict, draft) {
  return html`
    <div class="verdict ${verdict.state}" role="status" data-test="verdict" data-state=${verdict.state}>
      ${verdict.state === 'bad' ? html`
        <p>${t('setup.check.bad')}</p>
        <ul data-test="reasons">${reasonTexts(verdict.reasons, draft).map((text) => html`<li>${text}</li>`)}</ul>`
        : html`<p>${plainText(verdict)}</p>`}
    </div>`;
}

/** @param {Exclude<Verdict, {state: 'bad'}>} verdict */
function plainText(verdict) {
  if (verdict.state === 'waiting') return t('setup.check.waiting');
  if (verdict.state === 'offline') return t('setup.check.offline');
  const { board, result } = verdict.answer;
  if (result) return t('setup.check.over');
  if (!board.side) return t('setup.check.good.open');
  return t('setup.check.good', { side: sideName(board.side === 'red') });
}

/** @param {boolean} red */
function sideName(red) {
  return red ? t('side.red') : t('side.black');
}

/**
 * Every reason once, in words; what a code leaves open is read from the draft.
 * @param {Reason[]} reasons
 * @param {Draft} draft
 */
export function reasonTexts(reasons, draft) {
  const texts = reasons.flatMap((reason) => {
    const [code = '', piece, square] = reason.split(':');
    if (code === 'kings') return kingTexts(draft);
    if (code === 'too_many_pieces') return surplusTexts(draft);
    if (code === 'impossible_place' && piece && square) return [t(`setup.reason.impossible_place.${kindOf(piece)}`, { square })];
    return [tc('setup.reason', code, particulars(draft))];
  });
  return [...new Set(texts)];
}

/** @param {Draft} draft */
function kingTexts(draft) {
  return ['K', 'k'].flatMap((letter) => {
    const count = onBoard(draft, letter);
    const side = sideName(letter === 'K');
    if (count === 1) return [];
    return [count ? t('setup.reason.kings.many', { side, count }) : t('setup.reason.kings.none', { side })];
  });
}

/** @param {Draft} draft */
function surplusTexts(draft) {
  return LETTERS[draft.game].flatMap((letter) => {
    const count = onBoard(draft, letter) + (draft.pool[letter] ?? 0);
    if (count <= inSet(letter)) return [];
    return [t('setup.reason.too_many_pieces', { piece: pieceName(letter), count, limit: inSet(letter) })];
  });
}

/** @param {Draft} draft */
function particulars(draft) {
  const at = (/** @type {string} */ letter) =>
    Object.keys(draft.pieces).find((square) => draft.pieces[square] === letter) ?? '–';
  return {
    red: at('K'),
    black: at('k'),
    side: sideName(draft.turn === 'b'),
    total: poolSize(draft.pool),
    face_down: onBoard(draft, FACE_DOWN),
  };
}
