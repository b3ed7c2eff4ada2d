/**
 * A board on which it is seen at once whether a pattern is there.
 * @module parts/pattern-test
 */

import '../board/board.js';
import { html, nothing } from '../vendor/lit-html.js';
import { ApiError, post } from '../api.js';
import { t } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { settings } from '../settings.js';
import { segments } from './choice.js';
import { readFen, emptyDraft, writeFen } from './draft.js';
import { Editor } from './editor.js';
import { palette } from './palette.js';
import { patternName } from './pattern-list.js';
import { reasonTexts } from './position-check.js';
import { fenField } from './take-away.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('../types.js').PatternMatch} Match */

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
const SETTLE_MS = 120;

/** A board that is asked. */
export class TestBoard {
  /**
   * @param {PatternEditor} pattern
   * @param {() => void} update
   */
  constructor(pattern, update) {
    this.pattern = pattern;
    this.update = update;
    this.editor = new Editor(readFen('xiangqi', START) ?? emptyDraft('xiangqi'), () => this.look());
    /** @type {Match[]} */
    this.matches = [];
    /** @type {'waiting' | 'yes' | 'no' | 'board' | 'text' | 'offline'} */
    this.state = 'waiting';
    /** What is wrong with the board. @type {string[]} */
    this.reasons = [];
    this.asked = '';
    this.timer = 0;
  }

  /** The board as a text. */
  get fen() {
    return writeFen(this.editor.draft);
  }

  /** Asks, if the board or the text has changed. */
  look() {
    const { pattern } = this;
    const question = JSON.stringify([pattern.text, this.fen]);
    if (question === this.asked) return this.update();
    this.asked = question;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!pattern.sound) this.#settle(question, 'text', []);
      else void this.#ask(question, pattern.text);
    }, SETTLE_MS);
    this.update();
  }

  /** Looks again when the text was read. */
  follow() {
    if (this.state === 'text' && this.pattern.sound) this.asked = '';
    this.look();
  }

  /**
   * @param {string} question
   * @param {string} text
   */
  async #ask(question, text) {
    try {
      /** @type {{ matches: Match[] }} */
      const { matches } = await post('/api/patterns/matches', { text, fen: this.fen });
      this.#settle(question, matches.length ? 'yes' : 'no', matches);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) return this.#settle(question, 'offline', []);
      const reasons = Array.isArray(error.details.reasons) ? error.details.reasons : [];
      this.reasons = reasons;
      if (error.status >= 500 || error.status === 429) reportError(error);
      this.#settle(question, reasons.includes('text') ? 'text' : 'board', []);
    }
  }

  /**
   * @param {string} question
   * @param {TestBoard['state']} state
   * @param {Match[]} matches
   */
  #settle(question, state, matches) {
    if (question !== this.asked) return;
    this.state = state;
    this.matches = matches;
    this.update();
  }

  /** @param {string} fen */
  set(fen) {
    const draft = readFen('xiangqi', fen);
    if (draft) this.editor.set(draft);
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** @param {TestBoard} test */
export function testPanel(test) {
  const { editor, pattern, matches } = test;
  const { pieces: set, coordinates, notation } = settings();
  const points = [...new Set(matches.flatMap((one) => one.points))];
  const input = {
    game: /** @type {const} */ ('xiangqi'), pieces: editor.draft.pieces, free: true, set, animate: false,
    coordinates: coordinates ? notation : null, announce: editor.said, label: t('patterns.test_board'),
    highlights: [
      ...points.map((at) => ({ at, colour: /** @type {const} */ ('good') })),
      ...(editor.picked ? [{ at: editor.picked, colour: /** @type {const} */ ('info') }] : []),
    ],
  };
  const fens = [...(pattern.only('example')?.fens ?? []).map((fen, index) => /** @type {[string, string]} */ ([fen, t('patterns.example_n', { n: index + 1 })])),
    ...(pattern.only('near_miss')?.fens ?? []).map((fen, index) => /** @type {[string, string]} */ ([fen, t('patterns.near_miss_n', { n: index + 1 })]))];
  const keep = (/** @type {'example' | 'near_miss'} */ kind) => pattern.setOnly({ kind, fens: [...(pattern.only(kind)?.fens ?? []), test.fen] });
  return html`
    <div class="pattern-test">
      <div class="stack tight">
        <chuhe-board .input=${input} data-test="test-board" @keydown=${(/** @type {KeyboardEvent} */ event) => editor.key(event)}
          @board-tap=${(/** @type {CustomEvent<{square: string}>} */ { detail }) => editor.tap(detail.square)}
          @board-ply=${(/** @type {CustomEvent<{from: string, to: string}>} */ { detail }) => editor.move(detail.from, detail.to)}
          @board-remove=${(/** @type {CustomEvent<{from: string}>} */ { detail }) => editor.remove(detail.from)}></chuhe-board>
        ${palette(editor.draft, editor.brush, (brush) => editor.choose(brush), (letter, square) => editor.place(letter, square))}
      </div>
      <div class="stack tight">
        ${answerView(test)}
        <div class="row">
          ${fens.map(([fen, label], index) => html`<button type="button" class="button small" data-test="test-example-${index}" @click=${() => test.set(fen)}>${label}</button>`)}
          <button type="button" class="button small" data-test="test-start" @click=${() => test.set(START)}>${t('patterns.test_start')}</button>
          <button type="button" class="button small" data-test="test-clear" @click=${() => editor.clear()}>${t('library.clear_board')}</button>
        </div>
        ${segments({
          name: 'test-side', label: t('library.to_move'), value: editor.draft.turn,
          options: [['w', t('side.red')], ['b', t('side.black')]], change: (turn) => editor.setTurn(turn),
        })}
        ${fenField(editor)}
        <div class="row">
          <button type="button" class="button small" data-test="keep-example" ?disabled=${test.state !== 'yes'} @click=${() => keep('example')}>${t('patterns.keep_example')}</button>
          <button type="button" class="button small" data-test="keep-near-miss" ?disabled=${test.state !== 'no'} @click=${() => keep('near_miss')}>${t('patterns.keep_near_miss')}</button>
        </div>
      </div>
    </div>`;
}

/** @param {TestBoard} test */
function answerView({ state, matches, reasons, editor }) {
  const good = state === 'yes' ? 'good' : state === 'board' || state === 'text' ? 'bad' : '';
  return html`
    <div class="verdict ${good}" role="status" data-test="test-answer" data-state=${state}>
      <p>${t(`patterns.here.${state}`)}</p>
      ${state === 'yes' ? html`<ul>${matches.map((one) => html`<li data-side=${one.side}>${t('patterns.here_for', {
        name: patternName(one), side: t(`side.${one.side}`), points: one.points.join(' '), count: one.count,
      })}</li>`)}</ul>` : nothing}
      ${state === 'board' ? html`<ul>${reasonTexts(reasons.length ? reasons : ['unreadable'], editor.draft).map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
    </div>`;
}
