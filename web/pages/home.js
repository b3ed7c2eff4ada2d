/**
 * The first page: start a game, go on with one, look at recent ones.
 * @module pages/home
 */

import { html, live, nothing, repeat } from '../vendor/lit-html.js';
import { about, get, post } from '../api.js';
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
import { icon } from '../parts/icon.js';
import { isSeed, newGame, remember, rememberedForm } from '../parts/new-game.js';
import { newGameFields } from '../parts/new-game-form.js';
import { humans } from '../parts/seat.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {import('../types.js').Game} Game */

const SHOWN = 6;
const FACE_DOWN = piecesOfFen('banqi', 'XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX');

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
  /** The preview is drawn anew only when one of these changed. */
  let preview = { key: '', input: /** @type {import('../board/board.js').BoardInput | null} */ (null) };

  async function refresh() {
    [running, finished] = await Promise.all([list('running'), list('finished')]);
    context.update();
  }

  /** @param {Partial<import('../parts/new-game.js').GameForm>} change */
  function change(change) {
    form = { ...form, ...change };
    context.update();
  }

  const request = () => {
    const fen = givenFen();
    return fen === null ? newGame(form) : { ...newGame({ ...form, handicap: [] }), start: fen };
  };

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (starting || !isSeed(form.seed)) return;
    starting = true;
    context.update();
    try {
      remember(form);
      const game = /** @type {Game} */ (await post('/api/games', request()));
      navigate(`/play/${game.id}`);
    } catch (error) {
      starting = false;
      reportError(error);
      context.update();
    }
  }

  const previewInput = () => {
    const { pieces: set, coordinates, notation } = settings();
    const flipped = form.opponent === 'engine' && form.seat === 'second';
    const fen = givenFen();
    const handicap = fen === null ? form.handicap : [];
    const key = JSON.stringify([t('home.preview'), form.game, fen, handicap, set, coordinates, notation, flipped]);
    if (preview.key !== key || preview.input === null) {
      const whole = fen !== null ? piecesOfFen(form.game, fen) : form.game === 'banqi' ? FACE_DOWN : start;
      const pieces = Object.fromEntries(Object.entries(whole).filter(([square]) => form.game === 'banqi' || !handicap.includes(square)));
      const highlights = form.game === 'banqi' ? [] : handicap.map((at) => ({ at, colour: /** @type {const} */ ('bad'), label: '×' }));
      preview = { key, input: { game: form.game, pieces, set, flipped, highlights, disabled: true, coordinates: coordinates ? notation : null, animate: false, label: t('home.preview') } };
    }
    return preview.input;
  };

  /** @param {CustomEvent<{ square: string }>} event */
  function tapped({ detail: { square } }) {
    if (form.game !== 'xiangqi' || givenFen() !== null) return;
    const handicap = toggled(form.handicap, square, start[square]);
    change({ handicap, giver: handicap.length === 0 ? form.giver : giverOf(handicap) });
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
      ${newGameFields(form, offer, change)}
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

  return {
    title: () => t('home.title'),
    close: stopReconnect,
    view: () => html`
      <div class="page-head">
        <div><h1 tabindex="-1">${t('home.title')}</h1><p class="muted">${t('home.subtitle')}</p></div>
        ${newest()}
      </div>
      <div class="home-columns">
        ${formView()}
        <div class="home-preview" data-test="preview">
          <chuhe-board .input=${previewInput()} @board-tap=${tapped}></chuhe-board>
          ${givenFen() !== null ? givenNote() : html`<p class="muted small">${form.game === 'xiangqi' ? t('handicap.tap') : t('home.deal')}</p>`}
        </div>
      </div>
      ${section(t('home.running'), running, 'running')}
      ${section(t('home.recent'), finished, 'recent', html`<a href="/games" data-test="all-games">${t('home.all')}</a>`)}`,
  };
}
