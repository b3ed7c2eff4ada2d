/**
 * The finished games of a match, the newest first, while more are played.
 * @module parts/match-games
 */

import { html, nothing, repeat } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { number, t, tc } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { playerName } from './run-text.js';

/** @typedef {import('../types.js').MatchGame} MatchGame */

/** So many games are shown at once; the server gives as many. */
const SHOWN = 20;

/** Games, read when there are new ones. */
export class MatchGames {
  /** @type {MatchGame[]} */
  list = [];
  count = 0;
  from = 0;
  #known = -1;
  #reading = false;
  #closed = false;

  /**
   * @param {string} path of the run
   * @param {() => void} update
   */
  constructor(path, update) {
    this.path = path;
    this.update = update;
  }

  /**
   * There are so many games now.
   * @param {number} done
   */
  follow(done) {
    if (done === 0 || done === this.#known || this.#closed) return;
    this.#known = done;
    void this.#read();
  }

  /** @param {number} from */
  show(from) {
    this.from = Math.max(0, from);
    void this.#read();
  }

  close() {
    this.#closed = true;
  }

  async #read() {
    if (this.#reading) return;
    this.#reading = true;
    let asked;
    do {
      asked = `${this.#known} ${this.from}`;
      try {
        /** @type {import('../types.js').MatchGamesAnswer} */
        const { games, count } = await get(`${this.path}/games?from=${this.from}`);
        this.list = games.slice(0, SHOWN);
        this.count = count;
      } catch (error) {
        // A match that has not begun has no games yet.
        if (!(error instanceof Error && 'code' in error && error.code === 'not_found')) reportError(error);
      }
      this.update();
    } while (asked !== `${this.#known} ${this.from}` && !this.#closed);
    this.#reading = false;
  }
}

/** @param {MatchGame} game */
const result = ({ winner }) => (winner === 'first' ? '1–0' : winner === 'second' ? '0–1' : '½–½');

/**
 * @param {MatchGames} games
 * @param {string} id of the run
 */
export function gamesView(games, id) {
  if (games.count === 0) return nothing;
  return html`
    <section class="card stack tight" aria-labelledby="run-games-title">
      <h2 id="run-games-title">${t('arena.games_title')}</h2>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${t('arena.games_title')}><table class="table run-table" data-test="run-games">
        <thead><tr><th scope="col">${t('arena.number')}</th><th scope="col">${t('arena.first')}</th><th scope="col">${t('arena.second')}</th>
          <th scope="col">${t('arena.result')}</th><th scope="col">${t('arena.cause')}</th><th scope="col">${t('arena.plies')}</th><th scope="col"><span class="visually-hidden">${t('arena.replay')}</span></th></tr></thead>
        <tbody>${repeat(games.list, (game) => game.number, (game) => html`<tr data-test="run-game">
          <th scope="row">${game.number + 1}</th><td>${playerName(game.first)}</td><td>${playerName(game.second)}</td><td class="figures">${result(game)}</td>
          <td>${tc('arena.cause', game.cause)}</td><td class="figures">${number(game.plies)}</td>
          <td><a href="/analyse?run=${id}&number=${game.number}" data-test="run-game-open" aria-label=${t('arena.replay_game', { number: game.number + 1 })}>${t('arena.replay')}</a></td></tr>`)}</tbody>
      </table></div>
      ${games.count > SHOWN ? html`<div class="row spread">
        <button class="button" type="button" data-test="games-newer" ?disabled=${games.from === 0} @click=${() => games.show(games.from - SHOWN)}>${t('arena.newer')}</button>
        <span class="figures small muted">${t('arena.shown', { from: number(games.from + 1), to: number(Math.min(games.count, games.from + SHOWN)), count: number(games.count) })}</span>
        <button class="button" type="button" data-test="games-older" ?disabled=${games.from + SHOWN >= games.count} @click=${() => games.show(games.from + SHOWN)}>${t('arena.older')}</button>
      </div>` : nothing}
    </section>`;
}
