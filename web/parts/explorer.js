/**
 * The opening explorer beside the board: what was played here, by whom, with what result,
 * what books say, and games to look at.
 * @module parts/explorer
 */

import { html, nothing } from '../vendor/lit-html.js';
import { ApiError, post } from '../api.js';
import { number, t, tn } from '../i18n/index.js';
import { settings } from '../settings.js';
import { resultText } from './library-list.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').Explored} Explored */
/** @typedef {import('../types.js').BookAnswer} BookAnswer */
/** @typedef {import('../types.js').Ply} Ply */

const SETTLE_MS = 300;
/** So many answers are kept. */
const KEPT = 200;

/** What is known of positions, asked for as one walks. */
export class Explorer {
  /**
   * @param {Desk} desk
   * @param {() => void} update
   */
  constructor(desk, update) {
    this.desk = desk;
    this.update = update;
    /** By filter and position. @type {Map<string, Explored | 'asked' | 'none' | 'failed'>} */
    this.answers = new Map();
    /** By position. @type {Map<string, BookAnswer | 'asked'>} */
    this.books = new Map();
    this.filter = { player: '', since: '', until: '', result: '' };
    /** What is being typed. @type {Partial<Explorer['filter']>} */
    this.pending = {};
    this.timer = 0;
  }

  get #key() {
    return `${JSON.stringify(this.filter)} ${this.desk.answer?.board.fen ?? ''}`;
  }

  /** What is known of the present position; null while it is being asked for. */
  get() {
    if (!this.desk.answer) return null;
    const key = this.#key;
    const answer = this.answers.get(key);
    if (answer === undefined) void this.#ask(key);
    return answer === 'asked' ? null : (answer ?? null);
  }

  /** @param {string} key */
  async #ask(key) {
    this.answers.set(key, 'asked');
    if (this.answers.size > KEPT) this.answers.delete(/** @type {string} */ (this.answers.keys().next().value));
    const [line, fen] = [this.desk.line(), this.desk.answer?.board.fen ?? ''];
    try {
      const filter = { ...this.filter, game: line.game };
      this.answers.set(key, /** @type {Explored} */ (await post('/api/library/explore', { line, filter })));
    } catch (error) {
      const gone = error instanceof ApiError && error.code === 'not_found';
      this.answers.set(key, gone ? 'none' : 'failed');
    }
    this.update();
    if (this.books.has(fen)) return;
    this.books.set(fen, 'asked');
    try {
      this.books.set(fen, await post('/api/books/probe', line));
      this.update();
    } catch {
      this.books.delete(fen);
    }
  }

  /** What books say here. */
  said() {
    const found = this.books.get(this.desk.answer?.board.fen ?? '');
    return found && found !== 'asked' ? found.books : [];
  }

  /**
   * @param {keyof Explorer['filter']} name
   * @param {string} value
   */
  refine(name, value) {
    clearTimeout(this.timer);
    this.pending = { ...this.pending, [name]: value.trim() };
    this.timer = window.setTimeout(() => {
      this.filter = { ...this.filter, ...this.pending };
      this.pending = {};
      this.update();
    }, SETTLE_MS);
  }
}

/** @param {Explorer} explorer */
export function explorerPanel(explorer) {
  const found = explorer.get();
  return html`
    <div class="stack tight explorer" data-test="explorer">
      ${filters(explorer)}
      ${found === null ? html`<p class="muted" role="status">${t('loading')}</p>` : content(explorer, found)}
    </div>`;
}

/** @param {Explorer} explorer */
function filters(explorer) {
  const field = (/** @type {'player' | 'since' | 'until'} */ name, /** @type {string} */ label) => html`
    <div class="field"><label for="explore-${name}">${label}</label>
      <input type="text" id="explore-${name}" maxlength="60" autocomplete="off" data-test="explore-${name}" .value=${explorer.filter[name]}
        @input=${(/** @type {Event} */ event) => explorer.refine(name, /** @type {HTMLInputElement} */ (event.target).value)}></div>`;
  return html`
    <details class="explore-filter" data-test="explore-filter"><summary>${t('explorer.filter')}</summary>
      <div class="stack tight">
        ${field('player', t('explorer.player'))}
        <div class="explore-pair">${field('since', t('explorer.since'))}${field('until', t('explorer.until'))}</div>
        <div class="field"><label for="explore-result">${t('explorer.result')}</label>
          <select id="explore-result" data-test="explore-result" @change=${(/** @type {Event} */ event) => explorer.refine('result', /** @type {HTMLSelectElement} */ (event.target).value)}>
            ${[['', t('explorer.any')], ['red', t('explorer.red_won')], ['draw', t('explorer.drawn')], ['black', t('explorer.black_won')]].map(([value, label]) =>
              html`<option value=${value} ?selected=${value === explorer.filter.result}>${label}</option>`)}
          </select></div>
      </div>
    </details>`;
}

/**
 * @param {Explorer} explorer
 * @param {Explored | 'none' | 'failed' | 'asked'} found
 */
function content(explorer, found) {
  if (found === 'failed' || found === 'asked') return html`<p class="error-text" role="status" data-test="explorer-failed">${t('explorer.failed')}</p>`;
  return html`
    ${found === 'none' || found.all.games === 0
      ? html`<p class="muted" role="status" data-test="explorer-none">${t('explorer.none')} <a href="/library">${t('explorer.import')}</a></p>`
      : archiveView(explorer, found)}
    ${bookView(explorer)}`;
}

/**
 * @param {Explorer} explorer
 * @param {Explored} found
 */
function archiveView({ desk }, { all, plies, players, models, years }) {
  const dated = years.filter(({ year }) => year > 0);
  const [from, to] = [dated[0]?.year, dated.at(-1)?.year];
  return html`
    <p role="status" data-test="explorer-games">${tn('explorer.games', all.games, { games: number(all.games) })}${from ? ` · ${from === to ? from : `${from}–${to}`}` : ''}</p>
    <div class="table-scroll" tabindex="0" role="region" aria-label=${t('explorer.moves')}>
      <table class="table explore-table" data-test="explorer-moves">
        <thead><tr><th scope="col">${t('explorer.move')}</th><th scope="col">${t('explorer.count')}</th><th scope="col">${t('explorer.score')}</th><th scope="col">${t('explorer.years')}</th></tr></thead>
        <tbody>${plies.map((row) => html`
          <tr><th scope="row">${row.ply ? plyButton(desk, row.ply) : t('explorer.end')}</th>
            <td>${number(row.games)}</td>
            <td>${row.score === null ? '–' : number(row.score, { style: 'percent', maximumFractionDigits: 0 })} ${scoreBar(row)}</td>
            <td class="muted">${row.first_year === null ? '' : row.first_year === row.last_year ? row.first_year : `${row.first_year}–${row.last_year}`}</td></tr>`)}
        </tbody></table></div>
    ${players.length ? html`<p class="small"><span class="muted">${t('explorer.players')}</span>
      ${players.slice(0, 5).map(({ name, games }, index) => html`${index ? ', ' : ''}<a href="/library/statistics?${new URLSearchParams({ player: name })}">${name}</a> (${number(games)})`)}</p>` : nothing}
    ${models.length ? html`
      <h3>${t('explorer.models')}</h3>
      <ul class="model-games" data-test="model-games">${models.map((game) => html`
        <li><a href="/analyse?library=${game.id}&ply=${game.ply ?? 0}&tab=explorer" data-test="model-${game.id}">${game.red || '?'} – ${game.black || '?'}</a>
          <span class="muted">${resultText(game.result)} ${game.date.slice(0, 4)} ${game.event}</span></li>`)}</ul>` : nothing}`;
}

/**
 * A move that can be played from here.
 * @param {Desk} desk
 * @param {Ply} ply
 */
function plyButton(desk, ply) {
  return html`<button type="button" class="button quiet small" data-test="explore-${ply.ply}"
    @click=${() => desk.play(ply.ply, ply.reveal ?? null)}>${ply.text[settings().notation]}</button>`;
}

/** @param {{ wins: number, draws: number, losses: number }} row */
function scoreBar({ wins, draws, losses }) {
  const known = wins + draws + losses;
  if (known === 0) return nothing;
  return html`<span class="score-bar" aria-hidden="true"><span class="won" .style=${`width: ${(100 * wins) / known}%`}></span><span class="drawn" .style=${`width: ${(100 * draws) / known}%`}></span></span>`;
}

/** @param {Explorer} explorer */
function bookView(explorer) {
  const books = explorer.said();
  if (books.length === 0) return nothing;
  return html`${books.map(({ name, moves }) => html`
    <h3>${t('explorer.book', { name })}</h3>
    <table class="table explore-table" data-test="book-moves">
      <thead><tr><th scope="col">${t('explorer.move')}</th><th scope="col">${t('explorer.count')}</th><th scope="col">${t('explorer.score')}</th><th scope="col">${t('explorer.depth')}</th></tr></thead>
      <tbody>${moves.map((row) => html`<tr class=${row.good ? 'good' : ''}>
        <th scope="row">${plyButton(explorer.desk, row.ply)}${row.good ? html` <span class="chip good">${t('explorer.good')}</span>` : nothing}</th>
        <td>${number(row.games)}</td><td>${row.games ? number((row.wins + row.draws / 2) / row.games, { style: 'percent', maximumFractionDigits: 0 }) : '–'}</td>
        <td>${row.depth ?? ''}</td></tr>`)}</tbody></table>`)}`;
}
