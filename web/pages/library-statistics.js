/**
 * What can be said about the archive's games: all of them, a player's, an opening's.
 * @module pages/library-statistics
 */

import { html, nothing } from '../vendor/lit-html.js';
import { get, post } from '../api.js';
import { number, t, tn } from '../i18n/index.js';
import { navigate } from '../router.js';
import { heatMaps } from '../parts/library-heat.js';
import { loadOpenings, openingName, openings } from '../parts/library-openings.js';

/** @typedef {import('../types.js').LibrarySums} LibrarySums */
/** @typedef {import('../types.js').LibraryResults} LibraryResults */
/** @typedef {import('../types.js').LibraryPlayer} LibraryPlayer */

/**
 * `?player=`, `?opening=`, or all games.
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ query, signal }) {
  await loadOpenings();
  const [player, opening] = [query.get('player') ?? '', query.get('opening') ?? ''];
  if (player) {
    /** @type {LibraryPlayer} */
    const found = await get(`/api/library/player?${new URLSearchParams({ name: player })}`, signal);
    return { title: () => player, view: () => playerView(found), wide: true };
  }
  /** @type {LibrarySums} */
  const sums = await post('/api/library/statistics', { opening }, signal);
  const title = () => (opening ? `${opening} ${openingName(opening)}` : t('library.statistics'));
  return { title, view: () => sumsView(title(), sums, opening), wide: true };
}

/** @param {string} title */
const head = (title) => html`
  <div class="page-head"><h1 tabindex="-1">${title}</h1>
    <div class="row">
      <form class="row" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('player');
        if (name) navigate(`/library/statistics?${new URLSearchParams({ player: String(name) })}`);
      }}>
        <label class="visually-hidden" for="statistics-player">${t('library.player')}</label>
        <input id="statistics-player" type="text" name="player" placeholder=${t('library.player')} data-test="statistics-player">
        <button class="button" type="submit" data-test="statistics-go">${t('library.find')}</button>
      </form>
      <label class="visually-hidden" for="statistics-opening">${t('library.opening')}</label>
      <select id="statistics-opening" data-test="statistics-opening" @change=${(/** @type {Event} */ event) => navigate(`/library/statistics?${new URLSearchParams({ opening: /** @type {HTMLSelectElement} */ (event.target).value })}`)}>
        <option value="">${t('library.opening')}</option>
        ${openings().map(({ code }) => html`<option value=${code}>${code} ${openingName(code)}</option>`)}
      </select>
      <a class="button" href="/library" data-test="to-library">${t('library.title')}</a>
    </div></div>`;

/**
 * @param {string} title
 * @param {LibrarySums} sums
 * @param {string} opening
 */
function sumsView(title, sums, opening) {
  return html`
    ${head(title)}
    <div class="stack" data-test="statistics">
      ${summary(sums)}
      ${opening ? html`<p><a class="button" href="/library?${new URLSearchParams({ opening })}" data-test="show-games">${t('library.show_games')}</a></p>` : nothing}
      <div class="statistics-grid">
        ${years(sums)}
        ${opening ? nothing : openingTable(sums)}
        ${playerTable(sums)}
        ${eventTable(sums)}
      </div>
    </div>`;
}

/** @param {LibraryPlayer} player */
function playerView({ name, red, black, heat }) {
  const half = (/** @type {string} */ label, /** @type {LibrarySums} */ sums, /** @type {string} */ test) => html`
    <section class="card stack tight" aria-label=${label} data-test=${test}>
      <h2>${label}</h2>${summary(sums)}${openingTable(sums)}${years(sums)}</section>`;
  return html`
    ${head(name)}
    <div class="stack" data-test="player-statistics">
      <p><a class="button" href="/library?${new URLSearchParams({ player: name })}" data-test="show-games">${t('library.show_games')}</a></p>
      <div class="statistics-grid">
        ${half(t('library.as_red'), red, 'as-red')}
        ${half(t('library.as_black'), black, 'as-black')}
      </div>
      ${heat.positions ? heatMaps(heat) : nothing}
    </div>`;
}

/** @param {LibrarySums} sums */
function summary({ results, plies }) {
  const average = results.games ? plies / results.games / 2 : 0;
  return html`
    <p data-test="statistics-summary">${tn('library.games', results.games, { games: number(results.games) })} · ${t('library.results_text', { red: number(results.red), draws: number(results.draws), black: number(results.black) })}
      · ${t('library.average', { moves: number(average, { maximumFractionDigits: 1 }) })}</p>
    ${bar(results)}`;
}

/**
 * Red's wins, draws and black's wins as one bar; the numbers stand beside it in words.
 * @param {LibraryResults} results
 */
export function bar({ red, draws, black }) {
  const known = red + draws + black;
  if (known === 0) return nothing;
  const share = (/** @type {number} */ part) => `${(100 * part) / known}%`;
  return html`<div class="result-bar" aria-hidden="true">
    <span class="won" .style=${`width: ${share(red)}`}></span><span class="drawn" .style=${`width: ${share(draws)}`}></span><span class="lost" .style=${`width: ${share(black)}`}></span></div>`;
}

/**
 * @param {string} title
 * @param {string} first
 * @param {unknown[]} rows
 */
function table(title, first, rows) {
  if (rows.length === 0) return nothing;
  return html`
    <section class="stack tight"><h3>${title}</h3><div class="table-scroll" tabindex="0" role="region" aria-label=${title}>
      <table class="table"><thead><tr><th scope="col">${first}</th><th scope="col">${t('library.count')}</th><th scope="col">${t('library.red_won')}</th><th scope="col">${t('library.drawn')}</th><th scope="col">${t('library.black_won')}</th></tr></thead>
        <tbody>${rows}</tbody></table></div></section>`;
}

/**
 * @param {unknown} name
 * @param {LibraryResults} of
 */
function row(name, of) {
  const known = Math.max(1, of.red + of.draws + of.black);
  const part = (/** @type {number} */ value) => number(value / known, { style: 'percent', maximumFractionDigits: 0 });
  return html`<tr><th scope="row">${name}</th><td>${number(of.games)}</td><td>${part(of.red)}</td><td>${part(of.draws)}</td><td>${part(of.black)}</td></tr>`;
}

/** @param {LibrarySums} sums */
const years = ({ years: all }) => table(t('library.by_year'), t('library.year'), all.map((of) => row(of.year || '?', of)));

/** @param {LibrarySums} sums */
const openingTable = ({ openings: all }) => table(t('library.by_opening'), t('library.opening'), all.map((of) =>
  row(of.code ? html`<a href="/library/statistics?opening=${of.code}">${of.code} ${openingName(of.code)}</a>` : t('library.no_opening'), of)));

/** @param {LibrarySums} sums */
const eventTable = ({ events }) => table(t('library.by_event'), t('library.event'), events.map((of) =>
  row(html`<a href="/library?${new URLSearchParams({ event: of.name })}">${of.name}</a>`, of)));

/** @param {LibrarySums} sums */
function playerTable({ players }) {
  if (players.length === 0) return nothing;
  return html`
    <section class="stack tight"><h3>${t('library.by_player')}</h3><div class="table-scroll" tabindex="0" role="region" aria-label=${t('library.by_player')}>
      <table class="table"><thead><tr><th scope="col">${t('library.player')}</th><th scope="col">${t('library.count')}</th><th scope="col">${t('library.won')}</th><th scope="col">${t('library.drawn')}</th><th scope="col">${t('library.lost')}</th></tr></thead>
        <tbody>${players.map((of) => html`<tr><th scope="row"><a href="/library/statistics?${new URLSearchParams({ player: of.name })}">${of.name}</a></th>
          <td>${number(of.games)}</td><td>${number(of.wins)}</td><td>${number(of.draws)}</td><td>${number(of.losses)}</td></tr>`)}</tbody></table></div></section>`;
}
