/**
 * Retry your mistakes: back to where a finished game went wrong.
 * @module pages/retry
 */

import { html, nothing } from '../vendor/lit-html.js';
import { get, post } from '../api.js';
import { t, tc, tn } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { navigate } from '../router.js';
import { settings } from '../settings.js';
import '../board/board.js';
import { boardInput, isNarrow } from '../parts/board-input.js';
import { icon } from '../parts/icon.js';
import { plyText } from '../parts/move-list.js';
import { Retry } from '../parts/retry.js';
import { gameTitle } from '../parts/seat.js';

/** @typedef {import('../board/board.js').BoardInput} BoardInput */

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ params, update, signal }) {
  const id = params.id ?? '';
  const game = /** @type {import('../types.js').Game} */ (await get(`/api/games/${encodeURIComponent(id)}`, signal));
  const retry = new Retry(game, update);
  retry.start();

  /** @type {{ parts: unknown[], input: BoardInput | null }} */
  let drawn = { parts: [], input: null };

  function input() {
    const parts = [retry.board, retry.at, retry.mayMove, retry.shown, retry.tried, settings(), isNarrow(), document.documentElement.lang];
    if (drawn.input === null || parts.some((part, index) => part !== drawn.parts[index])) {
      drawn = { parts, input: build() };
    }
    return drawn.input;
  }

  /** @returns {BoardInput} */
  function build() {
    const { board, mistake, played, shown, tried } = retry;
    const label = t('retry.board');
    if (board === null || mistake === null || played === null) {
      return boardInput(game.board, { disabled: true, label });
    }
    /** @type {import('../board/layers.js').Arrow[]} */
    const arrows = [];
    if (shown || tried?.worth === 'best') arrows.push({ from: mistake.best.from, to: mistake.best.to, colour: 'best' });
    else arrows.push({ from: played.from, to: played.to, colour: 'bad' });
    return boardInput(board, {
      flipped: game.game === 'xiangqi' && mistake.seat === 'second',
      disabled: !retry.mayMove,
      arrows,
      label,
      announce: verdictText(),
    });
  }

  function verdictText() {
    const { mistake, played, tried, shown, busy } = retry;
    if (mistake === null || played === null) return '';
    if (busy) return t('retry.looking');
    if (shown) return t('retry.better_was', { move: plyText(mistake.best) });
    if (tried !== null) return tc('retry.worth', tried.worth, { best: plyText(mistake.best) });
    return t('retry.find');
  }

  async function playOn() {
    const { board } = retry;
    if (board === null) return;
    const { first, second, rules } = game;
    const next = await post('/api/games', { game: game.game, first, second, rules, start: board.fen });
    navigate(`/play/${/** @type {{ id: string }} */ (next).id}`);
  }

  const ready = () => retry.state === 'ready' && retry.mistake !== null;

  const sideView = () => {
    if (retry.state === 'failed') return html`<p class="error-text" data-test="retry-failed">${t('retry.failed')}</p>`;
    if (retry.state === 'reviewing') {
      return html`
        <p role="status" data-test="retry-reviewing">${t('retry.reviewing', { looked: retry.looked, all: game.plies.length })}</p>
        <progress max=${Math.max(game.plies.length, 1)} value=${retry.looked} aria-label=${t('retry.title')}></progress>`;
    }
    const { mistake, played, tried } = retry;
    if (mistake === null || played === null) return html`<p data-test="retry-clean">${t('retry.clean')}</p>`;
    const good = tried !== null && ['best', 'equal', 'good'].includes(tried.worth);
    const kind = good ? 'good' : tried === null || retry.shown ? 'plain' : 'bad';
    return html`
      <section class="stack tight" aria-labelledby="retry-task" data-test="retry-task" data-index=${mistake.index} data-best=${mistake.best.ply} data-played=${played.ply}>
        <h2 id="retry-task">${t('retry.number', { number: retry.at + 1, all: retry.mistakes.length })}</h2>
        <p>${t('retry.played', { move: plyText(played), mark: tc('retry.mark', mistake.mark) })}</p>
        <p class="verdict ${kind}" role="status" data-test="retry-verdict" data-worth=${tried?.worth ?? nothing}>${verdictText()}</p>
      </section>
      <div class="row">
        <button class="button" type="button" data-test="retry-show" ?disabled=${retry.shown} @click=${() => retry.show()}>${icon('hint')} ${t('retry.show')}</button>
        <button class="button" type="button" data-test="retry-again" ?disabled=${tried === null && !retry.shown} @click=${() => retry.go(retry.at).catch(reportError)}>${icon('undo')} ${t('retry.again')}</button>
        ${retry.at + 1 < retry.mistakes.length ? html`<button class="button primary" type="button" data-test="retry-next" @click=${() => retry.go(retry.at + 1).catch(reportError)}>${icon('forward')} ${t('retry.next')}</button>` : nothing}
        ${retry.at > 0 ? html`<button class="button" type="button" data-test="retry-back" @click=${() => retry.go(retry.at - 1).catch(reportError)}>${icon('back')} ${t('retry.back')}</button>` : nothing}
      </div>
      <p data-test="retry-mended">${tn('retry.mended', retry.mended.size, { all: retry.mistakes.length })}</p>
      <p class="row">
        <button class="button" type="button" data-test="retry-play" @click=${() => playOn().catch(reportError)}>${icon('play')} ${t('retry.play_on')}</button>
      </p>`;
  };

  return {
    wide: true,
    title: () => t('retry.title'),
    close: () => retry.close(),
    view: () => html`
      <div class="page-head"><h1 tabindex="-1">${t('retry.title')}</h1><p class="muted">${gameTitle(game)}</p></div>
      <div class="play retry ${game.game}">
        <div class="play-board">
          <chuhe-board .input=${input()}
            @board-ply=${(/** @type {CustomEvent<{ from: string, to: string }>} */ { detail }) => retry.try(detail.from + detail.to)}
            @board-flip=${(/** @type {CustomEvent<{ square: string }>} */ { detail }) => retry.try(detail.square + detail.square)}></chuhe-board>
        </div>
        <aside class="play-side" aria-label=${t('retry.side')}>
          ${sideView()}
          <p class="row">
            <a class="button" href="/play/${game.id}" data-test="retry-game">${icon('back')} ${t('retry.to_game')}</a>
            <a class="button" href=${ready() ? `/analyse?game_id=${game.id}&ply=${retry.mistake?.index ?? 0}` : `/analyse?game_id=${game.id}`} data-test="retry-analyse">${icon('chart')} ${t('retry.analyse')}</a>
          </p>
        </aside>
      </div>`,
  };
}
