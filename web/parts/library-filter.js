/**
 * The conditions of the archive's list; they combine, and the address keeps them.
 * @module parts/library-filter
 */

import { html, nothing } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { t, tn } from '../i18n/index.js';
import { select } from './choice.js';
import { icon } from './icon.js';
import { PositionSearch, positionPanel } from './library-position.js';
import { openingName, openings } from './library-openings.js';

/** @typedef {import('../types.js').LibraryAbout} LibraryAbout */

/** Conditions that are texts. */
const TEXTS = /** @type {const} */ ([
  'player', 'opponent', 'event', 'since', 'until', 'result', 'opening', 'tag', 'game',
  'position', 'places', 'material', 'pattern', 'source',
]);
const NUMBERS = /** @type {const} */ (['min_plies', 'max_plies']);
/** How long a person may pause while typing. */
const SETTLE_MS = 300;

/** What is asked for. */
export class LibraryFilter {
  /**
   * @param {URLSearchParams} query
   * @param {() => void} changed
   */
  constructor(query, changed) {
    this.changed = changed;
    /** @type {Record<string, string>} */
    this.texts = {};
    for (const name of [...TEXTS, ...NUMBERS]) {
      const text = query.get(name);
      if (text) this.texts[name] = text;
    }
    this.removed = query.get('removed') === '1';
    this.order = query.get('order') ?? 'added';
    this.descending = query.get('down') === '1';
    /** Names that are offered while somebody types. @type {Record<string, string[]>} */
    this.names = { player: [], event: [] };
    /** What is being typed. @type {Record<string, string>} */
    this.pending = {};
    this.timer = 0;
    this.search = new PositionSearch(this);
  }

  /** @param {string} name */
  text(name) {
    return this.texts[name] ?? '';
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    if (value === this.text(name)) return;
    this.texts = { ...this.texts, [name]: value };
    if (value === '') delete this.texts[name];
    this.changed();
  }

  /**
   * Waits until somebody has stopped typing.
   * @param {string} name
   * @param {string} value
   */
  typed(name, value) {
    clearTimeout(this.timer);
    this.pending = { ...this.pending, [name]: value.trim() };
    this.timer = window.setTimeout(() => {
      const { pending } = this;
      this.pending = {};
      for (const [one, text] of Object.entries(pending)) this.set(one, text);
      const of = name === 'event' ? 'event' : ['player', 'opponent'].includes(name) ? 'player' : null;
      if (of && value.trim()) void this.#offer(of, value.trim());
    }, SETTLE_MS);
  }

  /**
   * @param {string} of
   * @param {string} text
   */
  async #offer(of, text) {
    try {
      /** @type {{ names: string[] }} */
      const { names } = await get(`/api/library/names?${new URLSearchParams({ of, text })}`);
      this.names[of] = names;
    } catch {
      // Names are offered, not needed.
    }
  }

  /** @param {string} column */
  sort(column) {
    this.descending = this.order === column ? !this.descending : column === 'date';
    this.order = column;
    this.changed();
  }

  /** Forgets every condition. */
  clear() {
    this.texts = {};
    this.removed = false;
    this.changed();
  }

  /** What the server is asked. */
  request() {
    const { min_plies: least, max_plies: most, game, ...texts } = this.texts;
    const filter = {
      ...texts,
      ...(game && { game }),
      ...(least && { min_plies: Number(least) }),
      ...(most && { max_plies: Number(most) }),
      removed: this.removed,
    };
    return { filter, order: this.order, descending: this.descending };
  }

  /** The part of the address that brings it back. */
  address() {
    const query = new URLSearchParams(this.texts);
    if (this.removed) query.set('removed', '1');
    if (this.order !== 'added') query.set('order', this.order);
    if (this.descending) query.set('down', '1');
    return query.size > 0 ? `?${query}` : '';
  }

  close() {
    clearTimeout(this.timer);
  }
}

/**
 * @param {LibraryFilter} filter
 * @param {LibraryAbout} about
 */
export function filterPanel(filter, about) {
  const count = Object.keys(filter.texts).length;
  return html`
    <section class="card stack library-filter" aria-labelledby="filter-title" data-test="filter-panel">
      <div class="row spread"><h2 id="filter-title">${t('library.conditions')}</h2>
        <button class="button small" type="button" data-test="filter-clear" ?disabled=${count === 0 && !filter.removed}
          @click=${() => filter.clear()}>${icon('close')} ${t('library.clear')}</button></div>
      ${field(filter, 'player', t('library.player'), 'names-player')}
      ${field(filter, 'opponent', t('library.opponent'), 'names-player')}
      ${field(filter, 'event', t('library.event'), 'names-event')}
      <div class="pair">
        ${field(filter, 'since', t('library.since'))}
        ${field(filter, 'until', t('library.until'))}
      </div>
      ${select({
        name: 'filter-result', label: t('library.result'), value: filter.text('result'),
        options: [['', t('library.any')], ['red', t('library.red_won')], ['draw', t('library.drawn')], ['black', t('library.black_won')], ['unknown', t('library.unknown')]],
        change: (value) => filter.set('result', value),
      })}
      ${select({
        name: 'filter-opening', label: t('library.opening'), value: filter.text('opening'),
        options: [['', t('library.any')], ...openings().map(({ code }) => /** @type {[string, string]} */ ([code, `${code} ${openingName(code)}`]))],
        change: (value) => filter.set('opening', value),
      })}
      <div class="pair">
        ${field(filter, 'min_plies', t('library.least'), null, 'numeric')}
        ${field(filter, 'max_plies', t('library.most'), null, 'numeric')}
      </div>
      ${select({
        name: 'filter-game', label: t('library.which_game'), value: filter.text('game'),
        options: [['', t('library.any')], ['xiangqi', t('game.xiangqi')], ['banqi', t('game.banqi')]],
        change: (value) => filter.set('game', value),
      })}
      ${about.tags.length ? select({
        name: 'filter-tag', label: t('library.tag'), value: filter.text('tag'),
        options: [['', t('library.any')], ...about.tags.map(({ tag, games }) => /** @type {[string, string]} */ ([tag, `${tag} · ${tn('library.games', games, { games })}`]))],
        change: (value) => filter.set('tag', value),
      }) : nothing}
      ${field(filter, 'material', t('library.material'), null, 'text', t('library.material_hint'))}
      ${field(filter, 'pattern', t('library.pattern'), null, 'text', t('library.pattern_hint'))}
      ${positionPanel(filter.search)}
      <label class="checkbox"><input type="checkbox" data-test="filter-removed" .checked=${filter.removed}
        @change=${(/** @type {Event} */ event) => {
          filter.removed = /** @type {HTMLInputElement} */ (event.target).checked;
          filter.changed();
        }}><span>${t('library.removed_ones')}</span></label>
      <datalist id="names-player">${filter.names.player?.map((name) => html`<option value=${name}></option>`)}</datalist>
      <datalist id="names-event">${filter.names.event?.map((name) => html`<option value=${name}></option>`)}</datalist>
    </section>`;
}

/**
 * @param {LibraryFilter} filter
 * @param {string} name
 * @param {string} label
 * @param {string | null} [names]
 * @param {'text' | 'numeric'} [mode]
 * @param {string} [hint]
 */
function field(filter, name, label, names = null, mode = 'text', hint = '') {
  return html`
    <div class="field">
      <label for="filter-${name}">${label}</label>
      <input type="text" id="filter-${name}" inputmode=${mode} autocomplete="off" maxlength="100" data-test="filter-${name}"
        list=${names ?? nothing} aria-describedby=${hint ? `filter-${name}-hint` : nothing} .value=${filter.text(name)}
        @input=${(/** @type {Event} */ event) => filter.typed(name, /** @type {HTMLInputElement} */ (event.target).value)}>
      ${hint ? html`<p class="hint" id="filter-${name}-hint">${hint}</p>` : nothing}
    </div>`;
}
