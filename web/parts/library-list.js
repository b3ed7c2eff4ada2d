/**
 * A list of games of any length: only the rows in sight are in the document, and only the
 * pieces around them are asked for.
 * @module parts/library-list
 */

import { html, nothing, ref, repeat } from '../vendor/lit-html.js';
import { ApiError, get, post, remove } from '../api.js';
import { number, t, tn } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { navigate } from '../router.js';
import { openingName } from './library-openings.js';

/** @typedef {import('../types.js').LibraryRow} LibraryRow */
/** @typedef {import('../types.js').LibraryPiece} LibraryPiece */
/** @typedef {import('./library-filter.js').LibraryFilter} LibraryFilter */

/** Height of a row in pixels: the sheet says the same. */
export const ROW = 44;
/** Browsers draw nothing that is much taller; longer lists scroll in larger steps. */
const TALLEST = 8_000_000;
/** Rows above and below the window that are drawn too. */
const MARGIN = 8;
const PIECE = 100;
const LOOK_MS = 300;
/** Pieces that are kept. */
const KEPT = 40;

/** The games that were chosen. */
export class GameList {
  /** @param {() => void} update */
  constructor(update) {
    this.update = update;
    /** @type {string | null} */
    this.id = null;
    this.ready = false;
    this.count = 0;
    this.looked = [0, 0];
    this.error = '';
    /** By number of the piece. @type {Map<number, LibraryRow[]>} */
    this.pieces = new Map();
    /** @type {Set<number>} */
    this.asked = new Set();
    /** Which games are marked. @type {Set<number>} */
    this.marked = new Set();
    /** The row that has the keyboard. */
    this.cursor = 0;
    this.top = 0;
    this.height = 600;
    this.timer = 0;
    this.turn = 0;
    /** @type {HTMLElement | null} */
    this.box = null;
    this.frame = 0;
  }

  /**
   * Chooses games.
   * @param {object} request
   */
  async choose(request) {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    const old = this.id;
    try {
      /** @type {LibraryPiece} */
      const piece = await post('/api/library/lists', request);
      if (turn !== this.turn) return void remove(`/api/library/lists/${piece.id}`).catch(() => {});
      if (old) remove(`/api/library/lists/${old}`).catch(() => {});
      this.#begin(piece);
    } catch (error) {
      if (turn !== this.turn) return;
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      this.error = error.message;
      this.count = 0;
      this.ready = true;
      this.pieces.clear();
    }
    this.update();
  }

  /** @param {LibraryPiece} piece */
  #begin(piece) {
    this.error = '';
    this.id = piece.id;
    this.pieces = new Map();
    this.asked = new Set();
    this.marked = new Set();
    this.cursor = 0;
    if (this.box) this.box.scrollTop = 0;
    this.top = 0;
    this.#take(piece);
  }

  /** @param {LibraryPiece} piece */
  #take(piece) {
    this.ready = piece.ready;
    this.looked = [piece.looked ?? 0, piece.of ?? 0];
    this.count = piece.count ?? 0;
    // The first answer has less than a whole piece unless that is all there is.
    if (piece.ready && piece.games.length === piece.count) this.pieces.set(0, piece.games);
    if (!piece.ready) this.timer = window.setTimeout(() => this.#look().catch(reportError), LOOK_MS);
  }

  /** Looks whether a search has ended. */
  async #look() {
    const turn = this.turn;
    try {
      /** @type {LibraryPiece} */
      const piece = await get(`/api/library/lists/${this.id}`);
      if (turn === this.turn) this.#take(piece);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      this.error = error.message;
      this.ready = true;
    }
    this.update();
  }

  /**
   * A row, asked for if it is not there.
   * @param {number} index
   * @returns {LibraryRow | null}
   */
  row(index) {
    const place = Math.floor(index / PIECE);
    const piece = this.pieces.get(place);
    if (!piece) void this.#fetch(place);
    return piece?.[index - place * PIECE] ?? null;
  }

  /** @param {number} place */
  async #fetch(place) {
    if (this.asked.has(place) || !this.id) return;
    this.asked.add(place);
    const turn = this.turn;
    try {
      /** @type {LibraryPiece} */
      const piece = await get(`/api/library/lists/${this.id}?from=${place * PIECE}&count=${PIECE}`);
      if (turn !== this.turn) return;
      this.pieces.set(place, piece.games);
      if (this.pieces.size > KEPT) this.#forget(place);
      this.update();
    } catch (error) {
      if (turn === this.turn) reportError(error);
    }
    this.asked.delete(place);
  }

  /** Lets the piece go that is farthest away. @param {number} here */
  #forget(here) {
    const far = [...this.pieces.keys()].sort((one, two) => Math.abs(two - here) - Math.abs(one - here))[0];
    if (far !== undefined) this.pieces.delete(far);
  }

  /** The height of everything, as far as browsers can draw it. */
  get tall() {
    return Math.min(this.count * ROW, TALLEST);
  }

  /** Rows in sight. @returns {[number, number, number]} first, last, and where the first is drawn */
  get window() {
    const rows = Math.ceil(this.height / ROW);
    const most = Math.max(1, this.tall - this.height);
    const share = Math.min(1, this.top / most);
    const exact = this.tall < this.count * ROW ? share * Math.max(0, this.count - rows) : this.top / ROW;
    const first = Math.max(0, Math.floor(exact) - MARGIN);
    const last = Math.min(this.count, Math.ceil(exact) + rows + MARGIN);
    return [first, last, Math.max(0, this.top - (exact - first) * ROW)];
  }

  /** @param {HTMLElement} box */
  scrolled(box) {
    this.top = box.scrollTop;
    this.height = box.clientHeight;
    // Not the whole page is drawn anew: this happens sixty times a second.
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.update();
    });
  }

  /**
   * Brings a row into sight.
   * @param {number} index
   */
  reveal(index) {
    if (!this.box) return;
    const rows = this.height / ROW;
    const step = this.tall < this.count * ROW ? (this.tall - this.height) / Math.max(1, this.count - rows) : ROW;
    const top = index * step;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + ROW > this.box.scrollTop + this.height) this.box.scrollTop = top + ROW - this.height;
  }

  /** The games that are marked, or the one under the cursor. @returns {number[]} */
  chosen() {
    if (this.marked.size) return [...this.marked].sort((one, two) => one - two);
    const row = this.row(this.cursor);
    return row ? [row.id] : [];
  }

  close() {
    this.turn += 1;
    clearTimeout(this.timer);
    if (this.id) remove(`/api/library/lists/${this.id}`).catch(() => {});
  }
}

const COLUMNS = /** @type {const} */ ([
  ['red', 'library.red'], ['black', 'library.black'], ['result', 'library.result'], ['date', 'library.date'],
  ['event', 'library.event'], ['opening', 'library.opening'], ['plies', 'library.plies'],
]);

/**
 * @param {GameList} list
 * @param {LibraryFilter} filter
 */
export function listView(list, filter) {
  if (!list.ready) return searching(list);
  return html`
    <p class="small muted" role="status" data-test="list-count">${tn('library.games', list.count, { games: number(list.count) })}</p>
    ${list.count === 0 ? html`<p class="empty" data-test="list-empty">${t('library.none')}</p>` : table(list, filter)}`;
}

/** @param {GameList} list */
function searching({ looked: [done = 0, all = 0] }) {
  return html`
    <div class="empty" data-test="list-searching" role="status"><p>${t('library.searching')}</p>
      <progress max=${all || 1} .value=${done} aria-label=${t('library.searching')}></progress></div>`;
}

/**
 * @param {GameList} list
 * @param {LibraryFilter} filter
 */
function table(list, filter) {
  const [first, last, top] = list.window;
  const rows = Array.from({ length: last - first }, (_, index) => first + index);
  return html`
    <div class="game-table" role="grid" aria-label=${t('library.found')} aria-rowcount=${list.count + 1} aria-multiselectable="true">
      <div class="game-row head" role="row" aria-rowindex="1">
        <span role="columnheader" class="mark-cell"><span class="visually-hidden">${t('library.mark')}</span></span>
        ${COLUMNS.map(([name, label]) => columnHead(name, label, filter))}
      </div>
      <div class="game-rows" role="rowgroup" tabindex="0" data-test="game-rows" aria-label=${t('library.found')}
        aria-activedescendant=${list.row(list.cursor) ? `row-${list.cursor}` : nothing}
        ${ref((box) => keepBox(list, box))} @scroll=${(/** @type {Event} */ event) => list.scrolled(/** @type {HTMLElement} */ (event.currentTarget))}
        @keydown=${(/** @type {KeyboardEvent} */ event) => key(event, list)}>
        <div class="game-tall" .style=${`height: ${list.tall}px`}>
          <div class="game-window" .style=${`transform: translateY(${top}px)`}>
            ${repeat(rows, (index) => index, (index) => rowView(list, index))}
          </div>
        </div>
      </div>
    </div>`;
}

/**
 * @param {GameList} list
 * @param {Element | undefined} box
 */
function keepBox(list, box) {
  if (!(box instanceof HTMLElement) || list.box === box) return;
  list.box = box;
  list.height = box.clientHeight || list.height;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {LibraryFilter} filter
 */
function columnHead(name, label, filter) {
  const sorted = filter.order === name;
  return html`
    <span role="columnheader" class="cell-${name}" aria-sort=${sorted ? (filter.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="sort" data-test="sort-${name}" @click=${() => filter.sort(name)}>${t(label)}${sorted ? (filter.descending ? ' ▾' : ' ▴') : ''}</button>
    </span>`;
}

/**
 * @param {GameList} list
 * @param {number} index
 */
function rowView(list, index) {
  const row = list.row(index);
  const here = index === list.cursor;
  if (!row) return html`<div class="game-row" role="row" aria-rowindex=${index + 2}><span role="gridcell" class="muted">…</span></div>`;
  const marked = list.marked.has(row.id);
  return html`
    <div class="game-row ${here ? 'here' : ''}" role="row" id="row-${index}" aria-rowindex=${index + 2} aria-selected=${marked ? 'true' : 'false'}
      data-test="row-${row.id}" @click=${() => stand(list, index)} @dblclick=${() => openGame(row)}>
      <span role="gridcell" class="mark-cell"><input type="checkbox" tabindex="-1" data-test="mark-${row.id}" aria-label=${t('library.mark_game', { red: row.red || '?', black: row.black || '?' })}
        .checked=${marked} @click=${(/** @type {Event} */ event) => event.stopPropagation()} @change=${() => mark(list, row)}></span>
      <span role="gridcell" class="cell-red"><a href=${addressOfRow(row)} tabindex="-1" data-test="open-${row.id}">${row.red || '?'}</a></span>
      <span role="gridcell" class="cell-black">${row.black || '?'}</span>
      <span role="gridcell" class="cell-result">${resultText(row.result)}</span>
      <span role="gridcell" class="cell-date">${row.date}</span>
      <span role="gridcell" class="cell-event">${row.event}${row.tags.map((tag) => html` <span class="chip">${tag}</span>`)}</span>
      <span role="gridcell" class="cell-opening" title=${openingName(row.opening)}>${row.opening ?? ''} ${openingName(row.opening)}</span>
      <span role="gridcell" class="cell-plies">${row.plies}</span>
    </div>`;
}

/** @param {string} result */
export const resultText = (result) => ({ '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½' })[result] ?? '*';

/** @param {LibraryRow} row */
const openGame = (row) => navigate(addressOfRow(row));

/**
 * The game, where it came to what was looked for.
 * @param {LibraryRow} row
 */
export const addressOfRow = ({ id, ply }) => `/analyse?library=${id}${ply == null ? '' : `&ply=${ply}`}`;

/**
 * @param {GameList} list
 * @param {number} index
 */
function stand(list, index) {
  list.cursor = index;
  list.update();
}

/**
 * @param {GameList} list
 * @param {LibraryRow} row
 */
function mark(list, row) {
  if (!list.marked.delete(row.id)) list.marked.add(row.id);
  list.update();
}

/**
 * Arrows walk, the space bar marks, Enter opens.
 * @param {KeyboardEvent} event
 * @param {GameList} list
 */
function key(event, list) {
  const page = Math.max(1, Math.floor(list.height / ROW) - 1);
  const steps = /** @type {Record<string, number>} */ ({
    ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -list.count, End: list.count,
  });
  const step = steps[event.key];
  const row = list.row(list.cursor);
  if (step !== undefined) {
    list.cursor = Math.max(0, Math.min(list.count - 1, list.cursor + step));
    list.reveal(list.cursor);
    list.update();
  } else if (event.key === ' ' && row) mark(list, row);
  else if (event.key === 'Enter' && row) openGame(row);
  else return;
  event.preventDefault();
}
