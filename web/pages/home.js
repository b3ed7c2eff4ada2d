/**
 * The first page: start a game, by its button or by the first move; go on with one, look at recent ones.
 * @module pages/home
 */

import { html, live, nothing, repeat } from '../vendor/lit-html.js';
import { about, act, get, post } from '../api.js';
import { t } from '../i18n/index.js';
import { onReconnect } from '../live.js';
import { reportError } from '../notices.js';
import { navigate } from '../router.js';
import { settings } from '../settings.js';
import { miniature } from '../board/view.js';
import '../board/board.js';
import { piecesOfFen } from '../parts/fen.js';
import { gameCard } from '../parts/game-card.js';
import { givenNote, givenStart } from '../parts/given-start.js';
import { giverOf, toggled } from '../parts/handicap.js';
import { FACE_DOWN, HomeBoard } from '../parts/home-board.js';
import { icon } from '../parts/icon.js';
import { isSeed, newGame, remember, rememberedForm } from '../parts/new-game.js';
import { newGameFields } from '../parts/new-game-form.js';
import { humans } from '../parts/seat.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {import('../types.js').Game} Game */

const SHOWN = 6;

/** @param {string} state */
const list = async (state) =>
  /** @type {{ games: Summary[] }} */ (await get(`/api/games?state=${state}&limit=${SHOWN}`)).games;

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  const offer = await about();
  const start = piecesOfFen('xiangqi', offer.xiangqi.start);
  const given = givenStart(context.query);
  let form = { ...rememberedForm(), ...(given === null ? {} : { game: given.game }) };
  /** The position the address gives, while its game is the chosen one. */
  const givenFen = () => (given?.game === form.game ? given.fen : null);
  let starting = false;
  /** @type {Summary[] | null} */
  let running = null;
  /** @type {Summary[] | null} */
  let finished = null;
  const board = new HomeBoard(offer.xiangqi, context.update);

  async function refresh() {
    [running, finished] = await Promise.all([list('running'), list('finished')]);
    board.ask(form, givenFen());
    context.update();
  }

  /** @param {Partial<import('../parts/new-game.js').GameForm>} change */
  function change(change) {
    form = { ...form, ...change };
    if (form.game !== 'xiangqi') board.picking = false;
    board.ask(form, givenFen());
    context.update();
  }

  /** @param {boolean} on */
  function pick(on) {
    board.picking = on;
    context.update();
  }

  const request = () => {
    const fen = givenFen();
    return fen === null ? newGame(form) : { ...newGame({ ...form, handicap: [] }), start: fen };
  };

  /**
   * Starts the game, with a first ply if one was made on the board.
   * @param {string | null} ply
   */
  async function begin(ply) {
    if (starting || !isSeed(form.seed)) return;
    starting = true;
    context.update();
    try {
      remember(form);
      const game = /** @type {Game} */ (await post('/api/games', request()));
      if (ply !== null) await act(game.id, 'play', { ply, revision: game.revision }).catch(reportError);
      navigate(`/play/${game.id}`);
    } catch (error) {
      starting = false;
      reportError(error);
      context.update();
    }
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    void begin(null);
  }

  /** @param {CustomEvent<{ square: string }>} event */
  function tapped({ detail: { square } }) {
    if (board.picking) {
      const handicap = toggled(form.handicap, square, start[square]);
      change({ handicap, giver: handicap.length === 0 ? form.giver : giverOf(handicap) });
    } else if (board.firstMoves(form, givenFen()) === null) void begin(null);
  }

  const stopReconnect = onReconnect(() => refresh().catch(reportError));
  refresh().catch(reportError);

  /** @param {GameKind} game @param {string} name @param {string} line @param {unknown} picture */
  const gameChoice = (game, name, line, picture) => html`
    <label class="game-choice ${game}">
      <input type="radio" name="game" value=${game} data-test="choose-${game}" .checked=${live(form.game === game)}
        @change=${() => change({ game })}>
      <span class="game-choice-face">
        <span class="game-choice-picture">${picture}</span>
        <span><strong>${name}</strong><span class="muted small">${line}</span></span>
      </span>
    </label>`;

  const formView = () => html`
    <form class="card stack new-game" data-test="new-game" @submit=${submit}>
      <fieldset class="game-choices field">
        <legend class="visually-hidden">${t('home.game')}</legend>
        ${gameChoice('xiangqi', t('game.xiangqi'), t('home.xiangqi_line'), miniature('xiangqi', start, settings().pieces))}
        ${gameChoice('banqi', t('game.banqi'), t('home.banqi_line'), miniature('banqi', FACE_DOWN, settings().pieces))}
      </fieldset>
      ${newGameFields(form, offer, change, { picking: board.picking, pick })}
      <button class="button primary large" type="submit" data-test="start" ?disabled=${starting}>${icon('play')} ${t('home.start')}</button>
    </form>`;

  /** @param {string} title @param {Summary[] | null} games @param {string} name @param {unknown} more */
  const section = (title, games, name, more = nothing) =>
    games === null || games.length === 0 ? nothing : html`
      <section class="home-list" aria-labelledby="${name}-title" data-test=${name}>
        <div class="row spread"><h2 id="${name}-title">${title}</h2>${more}</div>
        <ul class="game-cards">${repeat(games, ({ id }) => id, (game) => gameCard(game))}</ul>
      </section>`;

  const newest = () => {
    const game = running?.find((entry) => humans(entry).length > 0);
    return game === undefined ? nothing : html`
      <a class="button" href="/play/${game.id}" data-test="continue">${icon('play')} ${t('home.continue')}</a>`;
  };

  const boardView = () => html`
    <div class="home-preview ${board.firstMoves(form, givenFen()) === null && !board.picking ? 'starts' : ''}" data-test="preview">
      <chuhe-board .input=${board.input(form, givenFen())} @board-tap=${tapped}
        @board-ply=${(/** @type {CustomEvent<{ from: string, to: string }>} */ { detail }) => begin(detail.from + detail.to)}
        @board-flip=${(/** @type {CustomEvent<{ square: string }>} */ { detail }) => begin(detail.square + detail.square)}></chuhe-board>
      <div class="row home-words">
        <p class="muted small" data-test="preview-words">${board.words(form, givenFen())}</p>
        ${board.picking ? html`<button class="button small" type="button" data-test="handicap-done" @click=${() => pick(false)}>${t('handicap.done')}</button>` : nothing}
        ${givenFen() === null ? nothing : givenNote()}
      </div>
    </div>`;

  return {
    wide: true,
    title: () => t('home.title'),
    close: stopReconnect,
    view: () => html`
      <div class="home-columns">
        <div class="home-form">
          <div class="page-head">
            <h1 tabindex="-1">${t('home.title')}</h1>
            ${newest()}
            <p class="muted">${t('home.subtitle')}</p>
          </div>
          ${formView()}
        </div>
        ${boardView()}
      </div>
      ${section(t('home.running'), running, 'running')}
      ${section(t('home.recent'), finished, 'recent', html`<a href="/games" data-test="all-games">${t('home.all')}</a>`)}`,
  };
}
