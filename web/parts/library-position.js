/**
 * Searching by position: a board to set up, taken as a whole or as a part of a board.
 * @module parts/library-position
 */

import '../board/board.js';
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { segments } from './choice.js';
import { emptyDraft, readFen, writeFen } from './draft.js';
import { Editor } from './editor.js';
import { palette } from './palette.js';

/** @typedef {import('./library-filter.js').LibraryFilter} LibraryFilter */

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
/** What a point may be asked to hold besides a piece: the sign of a condition. */
const SIGNS = /** @type {[string, string][]} */ ([
  ['+', 'library.any_red'], ['-', 'library.any_black'], ['*', 'library.any_piece'], ['.', 'library.no_piece'],
]);

/** A board that is looked for. */
export class PositionSearch {
  /** @param {LibraryFilter} filter */
  constructor(filter) {
    this.filter = filter;
    this.open = filter.text('position') !== '' || filter.text('places') !== '';
    /** @type {'exact' | 'part'} */
    this.mode = filter.text('places') !== '' ? 'part' : 'exact';
    const draft = readFen('xiangqi', filter.text('position') || START) ?? emptyDraft('xiangqi');
    this.editor = new Editor(this.mode === 'part' ? readPlaces(filter.text('places')) : draft, () => filter.changed());
    /** Points with a sign instead of a piece. @type {Record<string, string>} */
    this.signs = this.mode === 'part' ? readSigns(filter.text('places')) : {};
    /** The sign a tap puts down, if one is chosen. @type {string | null} */
    this.sign = null;
  }

  /** Looks for what is on the board. */
  find() {
    const { filter, editor } = this;
    const part = writePlaces(editor.draft.pieces, this.signs);
    filter.texts = { ...filter.texts, position: this.mode === 'exact' ? writeFen(editor.draft) : '', places: this.mode === 'part' ? part : '' };
    if (!filter.texts.position) delete filter.texts.position;
    if (!filter.texts.places) delete filter.texts.places;
    filter.changed();
  }

  /** Looks for no position any more. */
  forget() {
    const { position, places, ...texts } = this.filter.texts;
    this.filter.texts = texts;
    this.filter.changed();
  }

  /** @param {'exact' | 'part'} mode */
  choose(mode) {
    this.mode = mode;
    this.sign = null;
    if (mode === 'part') this.editor.set(emptyDraft('xiangqi'));
    else {
      this.signs = {};
      this.editor.set(readFen('xiangqi', START) ?? emptyDraft('xiangqi'));
    }
  }

  /** @param {string} square */
  tap(square) {
    if (this.sign === null) {
      const { [square]: _, ...signs } = this.signs;
      this.signs = signs;
      return this.editor.tap(square);
    }
    const { [square]: old, ...rest } = this.signs;
    this.signs = old === this.sign ? rest : { ...rest, [square]: this.sign };
    if (this.editor.draft.pieces[square]) this.editor.remove(square);
    else this.filter.changed();
  }
}

/**
 * Pieces and signs as the server reads them: `e2=C, c4=.`.
 * @param {Record<string, string>} pieces
 * @param {Record<string, string>} signs
 */
export function writePlaces(pieces, signs) {
  return Object.entries({ ...pieces, ...signs }).map(([square, what]) => `${square}=${what}`).sort().join(', ');
}

/** @param {string} text */
const conditions = (text) => [...text.matchAll(/([a-i]\d)=(\S)/g)].map(([, square = '', what = '']) => /** @type {[string, string]} */ ([square, what.replace(',', '')]));

/** @param {string} text */
function readSigns(text) {
  return Object.fromEntries(conditions(text).filter(([, what]) => SIGNS.some(([sign]) => sign === what)));
}

/** @param {string} text */
function readPlaces(text) {
  const pieces = Object.fromEntries(conditions(text).filter(([, what]) => !SIGNS.some(([sign]) => sign === what)));
  return { ...emptyDraft('xiangqi'), pieces };
}

/** @param {PositionSearch} search */
export function positionPanel(search) {
  return html`
    <details class="position-search" data-test="position-search" ?open=${search.open}
      @toggle=${(/** @type {Event} */ event) => {
        search.open = /** @type {HTMLDetailsElement} */ (event.target).open;
        search.filter.changed();
      }}>
      <summary>${t('library.by_position')}</summary>
      ${search.open ? content(search) : nothing}
    </details>`;
}

/** @param {PositionSearch} search */
function content(search) {
  const { editor, filter } = search;
  const { pieces: set, coordinates, notation } = settings();
  const input = {
    game: /** @type {const} */ ('xiangqi'), pieces: editor.draft.pieces, free: true, set, animate: false,
    coordinates: coordinates ? notation : null, announce: editor.said, label: t('library.search_board'),
    highlights: [
      ...(editor.picked ? [{ at: editor.picked, colour: /** @type {const} */ ('info') }] : []),
      ...Object.entries(search.signs).map(([at, sign]) => ({ at, colour: /** @type {const} */ ('info'), label: sign })),
    ],
  };
  return html`
    <div class="stack tight">
      ${segments({
        name: 'position-mode', label: t('library.position_mode'), value: search.mode,
        options: [['exact', t('library.exact')], ['part', t('library.part')]],
        change: (mode) => search.choose(mode),
      })}
      <chuhe-board .input=${input} @keydown=${(/** @type {KeyboardEvent} */ event) => editor.key(event)}
        @board-tap=${(/** @type {CustomEvent<{square: string}>} */ { detail }) => search.tap(detail.square)}
        @board-ply=${(/** @type {CustomEvent<{from: string, to: string}>} */ { detail }) => editor.move(detail.from, detail.to)}
        @board-remove=${(/** @type {CustomEvent<{from: string}>} */ { detail }) => editor.remove(detail.from)}></chuhe-board>
      ${palette(editor.draft, search.sign === null ? editor.brush : '', (brush) => {
        search.sign = null;
        editor.choose(brush);
      }, (letter, square) => editor.place(letter, square))}
      ${search.mode === 'part' ? signButtons(search) : segments({
        name: 'position-side', label: t('library.to_move'), value: editor.draft.turn,
        options: [['w', t('side.red')], ['b', t('side.black')]], change: (turn) => editor.setTurn(turn),
      })}
      <div class="row">
        <button class="button primary" type="button" data-test="position-find" @click=${() => search.find()}>${t('library.find')}</button>
        <button class="button" type="button" data-test="position-clear" @click=${() => {
          search.signs = {};
          editor.clear();
        }}>${t('library.clear_board')}</button>
        ${filter.text('position') || filter.text('places') ? html`<button class="button" type="button" data-test="position-forget"
          @click=${() => search.forget()}>${t('library.no_position')}</button>` : nothing}
      </div>
    </div>`;
}

/** @param {PositionSearch} search */
function signButtons(search) {
  return html`
    <div class="row" role="group" aria-label=${t('library.wildcards')}>
      ${SIGNS.map(([sign, label]) => html`
        <button class="button small" type="button" aria-pressed=${search.sign === sign ? 'true' : 'false'} data-test="sign-${sign}"
          @click=${() => {
            search.sign = search.sign === sign ? null : sign;
            search.filter.changed();
          }}><span aria-hidden="true">${sign}</span> ${t(label)}</button>`)}
    </div>`;
}
