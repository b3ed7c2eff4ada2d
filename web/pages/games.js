/**
 * All games kept on this machine.
 * @module pages/games
 */

import { html, nothing, repeat } from '../vendor/lit-html.js';
import { get, remove, text } from '../api.js';
import { t } from '../i18n/index.js';
import { onReconnect } from '../live.js';
import { notify, reportError } from '../notices.js';
import { replaceAddress } from '../router.js';
import { segments } from '../parts/choice.js';
import { confirmed } from '../parts/confirm.js';
import { copyText } from '../parts/copy.js';
import { gameCard } from '../parts/game-card.js';
import { searchQuestion } from '../parts/game-search.js';
import { icon } from '../parts/icon.js';
import { progressView } from '../parts/progress.js';
import { renameGame } from '../parts/rename.js';
import { gameTitle } from '../parts/seat.js';

/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {'' | 'xiangqi' | 'banqi'} GameFilter */
/** @typedef {'' | 'running' | 'finished'} StateFilter */

const AT_ONCE = 24;
/** How long a person may pause while typing. */
const SETTLE_MS = 250;

/**
 * @param {{ game: string, state: string, search: string }} filter
 * @param {string} [before]
 * @returns {Promise<{ games: Summary[], more: boolean }>}
 */
function load(filter, before) {
  const query = new URLSearchParams({ limit: String(AT_ONCE) });
  if (filter.game !== '') query.set('game', filter.game);
  if (filter.state !== '') query.set('state', filter.state);
  if (filter.search !== '') {
    query.set('search', searchQuestion(filter.search));
    query.set('zone', String(-new Date().getTimezoneOffset()));
  }
  if (before !== undefined) query.set('before', before);
  return get(`/api/games?${query}`);
}

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  let filter = {
    game: /** @type {GameFilter} */ (context.query.get('game') ?? ''),
    state: /** @type {StateFilter} */ (context.query.get('state') ?? ''),
    search: context.query.get('search') ?? '',
  };
  let typing = 0;
  let { games, more } = await load(filter);
  /** @type {import('../parts/progress.js').Progress[]} */
  let progress = [];
  Promise.all(['xiangqi', 'banqi'].map((game) => get(`/api/progress?game=${game}`, context.signal)))
    .then((found) => {
      progress = /** @type {import('../parts/progress.js').Progress[]} */ (found);
      context.update();
    }, () => {});

  async function reload() {
    const wanted = filter;
    const answer = await load(wanted);
    if (wanted !== filter) return;
    ({ games, more } = answer);
    context.update();
  }

  /** @param {InputEvent} event */
  function typed({ target }) {
    const { value } = /** @type {HTMLInputElement} */ (target);
    clearTimeout(typing);
    typing = window.setTimeout(() => refine({ search: value.trim() }), SETTLE_MS);
  }

  /** @param {Partial<typeof filter>} change */
  function refine(change) {
    filter = { ...filter, ...change };
    const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
    replaceAddress(`/games${query.size > 0 ? `?${query}` : ''}`);
    context.update();
    reload().catch(reportError);
  }

  async function loadMore() {
    const answer = await load(filter, games.at(-1)?.id);
    games = [...games, ...answer.games];
    more = answer.more;
    context.update();
  }

  /** @param {Summary} game */
  async function deleteGame(game) {
    const sure = await confirmed({
      title: t('games.delete_title'), text: `${gameTitle(game)}. ${t('games.delete_text')}`, yes: t('action.delete'), danger: true,
    });
    if (!sure) return;
    await remove(`/api/games/${game.id}`);
    games = games.filter(({ id }) => id !== game.id);
    notify(() => t('games.deleted'));
    context.update();
  }

  /** @param {Summary} game */
  async function rename(game) {
    const renamed = await renameGame(game);
    if (renamed === null) return;
    games = games.map((entry) => (entry.id === game.id ? { ...entry, name: renamed.name } : entry));
    context.update();
  }

  const filters = () => html`
    <label class="field search"><span class="label">${t('games.search')}</span>
      <input type="search" data-test="search" autocomplete="off" maxlength="100" placeholder=${t('games.search_hint')}
        .value=${filter.search} @input=${typed}></label>
    <div class="filters">
      ${segments({
        name: 'filter-game', label: t('games.filter_game'), value: filter.game,
        options: /** @type {[GameFilter, unknown][]} */ ([['', t('games.all')], ['xiangqi', t('game.xiangqi')], ['banqi', t('game.banqi')]]),
        change: (game) => refine({ game }),
      })}
      ${segments({
        name: 'filter-state', label: t('games.filter_state'), value: filter.state,
        options: /** @type {[StateFilter, unknown][]} */ ([['', t('games.all')], ['running', t('games.running')], ['finished', t('games.finished')]]),
        change: (state) => refine({ state }),
      })}
    </div>`;

  /** @param {Summary} game */
  const actions = (game) => html`
    <div class="game-card-actions">
      <a class="button quiet" href="/analyse?game_id=${game.id}" data-test="game-analyse-${game.id}">${icon('chart')} ${t('games.analyse')}</a>
      <button class="button quiet" type="button" data-test="game-pgn-${game.id}"
        @click=${() => text(`/api/games/${game.id}/export?format=pgn`).then(copyText).catch(reportError)}>${icon('copy')} ${t('games.copy_pgn')}</button>
      <button class="icon-button" type="button" data-test="game-rename-${game.id}" aria-label=${t('games.rename')} title=${t('games.rename')}
        @click=${() => rename(game).catch(reportError)}>${icon('edit')}</button>
      <button class="icon-button" type="button" data-test="game-delete-${game.id}" aria-label=${t('action.delete')} title=${t('action.delete')}
        @click=${() => deleteGame(game).catch(reportError)}>${icon('trash')}</button>
    </div>`;

  const list = () => games.length === 0 && filter.search !== ''
    ? html`<p class="empty" data-test="none-found">${t('games.none_found')}</p>`
    : games.length === 0
    ? html`<div class="empty" data-test="no-games"><p>${t('games.none')}</p><a class="button primary" href="/" data-test="no-games-start">${t('games.start')}</a></div>`
    : html`<ul class="game-cards" data-test="game-list">${repeat(games, ({ id }) => id, (game) => gameCard(game, actions(game)))}</ul>`;

  const stopReconnect = onReconnect(() => reload().catch(reportError));

  return {
    title: () => t('games.title'),
    close() {
      clearTimeout(typing);
      stopReconnect();
    },
    view: () => html`
      <div class="page-head"><h1 tabindex="-1">${t('games.title')}</h1></div>
      ${progressView(progress)}
      ${filters()}
      ${list()}
      ${more ? html`<div class="more-games"><button class="button" type="button" data-test="more-games"
        @click=${() => loadMore().catch(reportError)}>${t('games.more')}</button></div>` : nothing}`,
  };
}
