/**
 * What endgame tables say: the value of the position and of every legal move, with the
 * distance.
 * @module parts/table-values
 */

import { html, nothing } from '../vendor/lit-html.js';
import { post } from '../api.js';
import { t, tc, tn } from '../i18n/index.js';
import { settings } from '../settings.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').TableAnswer} TableAnswer */

/** More pieces than any table has: the server is not asked. */
const MOST_PIECES = 8;
const KEPT = 200;

/** Values of positions, asked for as one walks. */
export class TableValues {
  /**
   * @param {Desk} desk
   * @param {() => void} update
   */
  constructor(desk, update) {
    this.desk = desk;
    this.update = update;
    /** By position. @type {Map<string, TableAnswer | null | 'asked'>} */
    this.answers = new Map();
  }

  /** What tables say here; null if they say nothing. */
  get() {
    const board = this.desk.answer?.board;
    if (!board || Object.keys(board.pieces).length > MOST_PIECES || this.desk.isOver) return null;
    const found = this.answers.get(board.fen);
    if (found === undefined) void this.#ask(board.fen);
    return found && found !== 'asked' ? found : null;
  }

  /** @param {string} fen */
  async #ask(fen) {
    this.answers.set(fen, 'asked');
    if (this.answers.size > KEPT) this.answers.delete(/** @type {string} */ (this.answers.keys().next().value));
    try {
      this.answers.set(fen, await post('/api/tables/probe', this.desk.line()));
    } catch {
      // The position is asked about again when one comes back to it.
      this.answers.delete(fen);
      return;
    }
    this.update();
  }
}

/**
 * @param {string} value
 * @param {number | null} plies
 * @param {number | null} end
 */
function words(value, plies, end) {
  const told = tc('tables', value);
  if (end !== null) return `${told}, ${tn('tables.end', end)}`;
  return plies === null ? told : `${told}, ${tn('tables.next', plies)}`;
}

/** @param {string} value */
const tone = (value) => (value.endsWith('win') ? 'good' : value.endsWith('loss') ? 'bad' : '');

/**
 * The values of the present position, or nothing.
 * @param {TableValues} values
 */
export function tablePanel(values) {
  const found = values.get();
  if (!found) return nothing;
  const { desk } = values;
  return html`
    <section class="card stack tight table-values" aria-labelledby="tables-title" data-test="table-values">
      <h2 id="tables-title">${t('tables.title')}</h2>
      <p class="chip ${tone(found.value)}" role="status" data-test="table-value">${words(found.value, found.distance, found.end)}</p>
      ${found.plies.length ? html`
        <ul class="table-plies">${found.plies.map((rated) => html`
          <li><button type="button" class="button quiet small" data-test="table-${rated.ply.ply}" @click=${() => desk.play(rated.ply.ply)}>${rated.ply.text[settings().notation]}</button>
            <span class="${tone(rated.value)}">${words(rated.value, rated.plies, rated.end)}</span></li>`)}</ul>` : html`<p class="muted small">${t('tables.partly')}</p>`}
    </section>`;
}
