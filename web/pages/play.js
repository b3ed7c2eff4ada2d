/**
 * A game at the board: played, watched or looked back at.
 * @module pages/play
 */

import { html, nothing } from '../vendor/lit-html.js';
import { act, get, text } from '../api.js';
import { t, tc } from '../i18n/index.js';
import { onReconnect } from '../live.js';
import { notify, reportError } from '../notices.js';
import { navigate } from '../router.js';
import { settings } from '../settings.js';
import '../board/board.js';
import { lastText } from '../board/describe.js';
import { boardInput, isNarrow } from '../parts/board-input.js';
import { coachSwitch, coachView } from '../parts/coach.js';
import { confirmed } from '../parts/confirm.js';
import { copyText } from '../parts/copy.js';
import { offerView, resultView, spokenWarnings, turnText, warningsView } from '../parts/game-status.js';
import { icon } from '../parts/icon.js';
import { moveList, moveWalk, plyText, secondStarts, showCurrentMove } from '../parts/move-list.js';
import { playActions } from '../parts/play-actions.js';
import { poolView } from '../parts/pool.js';
import { playerBar } from '../parts/player-bar.js';
import { renameGame } from '../parts/rename.js';
import { gameTitle, humans, other } from '../parts/seat.js';
import { Table } from '../parts/table.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */

/** Whether the second seat sits at the bottom unless turned. @param {Game} game */
const seenFromSecond = (game) => humans(game).join() === 'second';

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  const id = context.params.id ?? '';
  const table = new Table(await get(`/api/games/${encodeURIComponent(id)}`, context.signal), update, deleted);
  let turned = false;
  let movesShown = -1;

  function update() {
    context.update();
    if (movesShown === table.count) return;
    movesShown = table.count;
    setTimeout(showCurrentMove, 40);
  }

  function deleted() {
    notify(() => t('play.deleted'));
    navigate('/games');
  }

  /** @type {{ parts: unknown[], input: BoardInput | null }} */
  let drawn = { parts: [], input: null };

  /** A new input only when something changed: the board draws exactly then. */
  function input() {
    const { game, pending, hint, warned, board } = table;
    const flipped = (game.game === 'xiangqi' && seenFromSecond(game)) !== turned;
    const parts = [board, pending, hint, warned, flipped, table.mayMove, table.count, settings(), isNarrow(), document.documentElement.lang];
    if (drawn.input === null || parts.some((part, index) => part !== drawn.parts[index])) {
      drawn = { parts, input: build(flipped) };
    }
    return drawn.input;
  }

  /** @param {boolean} flipped @returns {BoardInput} */
  function build(flipped) {
    const { game, pending, hint, warned, board } = table;
    const ply = game.plies[table.count - 1];
    const pieces = pending ?? board.pieces;
    const last = ply === undefined ? null : { from: ply.from, to: ply.to };
    return boardInput(board, {
      pieces,
      flipped,
      disabled: !table.mayMove,
      last: pending === null ? last : null,
      check: pending === null ? board.check : [],
      arrows: warned !== null && table.shown === null ? [{ from: warned.reply.from, to: warned.reply.to, colour: 'bad' }] : hint === null || table.shown !== null ? [] : [{ from: hint.ply.from, to: hint.ply.to, colour: 'hint' }],
      label: t('play.board', { game: game.game === 'xiangqi' ? t('game.xiangqi') : t('game.banqi') }),
      announce: [lastText(pieces, last), turnText(game), ...spokenWarnings(game)].join(' '),
    });
  }

  async function offerDraw() {
    const sure = await confirmed({ title: t('play.draw_title'), text: t('play.draw_text'), yes: t('play.draw') });
    if (sure) await table.offerDraw();
  }

  async function resign() {
    const { seat } = table;
    if (seat === null) return;
    const sure = await confirmed({ title: t('play.resign_title'), text: t('play.resign_text'), yes: t('play.resign'), danger: true });
    if (sure) await table.send('resign', { seat });
  }

  /** @param {boolean} swap */
  async function again(swap) {
    const next = await act(table.game.id, 'again', { swap });
    navigate(`/play/${next.id}`);
  }

  const title = () => gameTitle(table.game);

  async function rename() {
    const renamed = await renameGame(table.game);
    if (renamed !== null) table.adopt(renamed);
  }

  const statusView = () => html`
    <div class="status" data-test="status">
      <div class="turn-row">
        ${table.shown === null
          ? table.game.result === null ? html`<p class="turn-line" data-test="turn">${turnText(table.game)}</p>` : nothing
          : html`<button class="button" type="button" data-test="back-to-game" @click=${() => table.look(Infinity)}>${icon('last')} ${t('play.back_to_game')}</button>`}
        ${table.game.paused && table.game.result === null
          ? html`<button class="button primary" type="button" data-test="resume" ?disabled=${table.busy} @click=${() => table.send('resume')}>${icon('play')} ${t('play.resume')}</button>`
          : nothing}
      </div>
      ${resultView(table.game, (swap) => again(swap).catch(reportError))}
      ${table.game.result !== null ? nothing : html`
        <div class="messages" data-test="messages">
          ${coachView(table)}
          ${offerView(table.game, (accept) => table.send('answer-draw', { accept }))}
          ${warningsView(table.game)}
          ${table.hint === null ? nothing : html`<p class="hint-line" data-test="hint-text">${icon('hint')} ${t('play.hint_text', { move: plyText(table.hint.ply) })}</p>`}
        </div>`}
    </div>`;

  const factsView = () => html`
    <details class="facts" data-test="facts">
      <summary data-test="facts-toggle">${t('play.facts')}</summary>
      <dl>
        <dt>${t('games.name')}</dt><dd data-test="game-name">${gameTitle(table.game)}
          <button class="button quiet" type="button" data-test="rename" @click=${() => rename().catch(reportError)}>${icon('edit')} ${t('games.rename')}</button></dd>
        <dt>${t('play.rules')}</dt><dd>${tc('rules', table.game.rules)}</dd>
        ${table.game.seed === null ? nothing : html`<dt>${t('play.seed')}</dt><dd class="figures" data-test="seed-shown">${table.game.seed}</dd>`}
        <dt>FEN</dt><dd class="figures fen" data-test="fen">${table.board.fen}</dd>
      </dl>
      <p class="row">
        <button class="button" type="button" data-test="copy-fen" @click=${() => copyText(table.board.fen)}>${icon('copy')} FEN</button>
        <button class="button" type="button" data-test="copy-pgn" @click=${() => copyExport('pgn')}>${icon('copy')} PGN</button>
        <a class="button" href="/analyse?game_id=${table.game.id}" data-test="analyse-now">${icon('chart')} ${t('play.analyse')}</a>
      </p>
    </details>`;

  /** @param {string} format */
  function copyExport(format) {
    text(`/api/games/${table.game.id}/export?format=${format}`).then(copyText).catch(reportError);
  }

  const actions = () => playActions(table.game, {
    undo: () => table.send('undo'),
    hint: () => table.askHint(),
    draw: offerDraw,
    resign,
    pause: () => table.send('pause'),
    turnBoard: () => {
      turned = !turned;
      context.update();
    },
    busy: table.busy,
    asking: table.asking,
  });

  const stopReconnect = onReconnect(() => {
    get(`/api/games/${encodeURIComponent(id)}`).then((game) => table.adopt(/** @type {Game} */ (game))).catch(reportError);
  });

  return {
    wide: true,
    title,
    close() {
      stopReconnect();
      table.close();
    },
    view() {
      const { game, receivedAt } = table;
      const bottom = seenFromSecond(game) !== turned ? 'second' : 'first';
      const walk = (/** @type {number} */ index) => table.look(index).catch(reportError);
      return html`
        <h1 tabindex="-1" class="visually-hidden">${title()}</h1>
        <div class="play ${game.game}">
          <div class="play-board">
            ${playerBar(game, other(bottom), receivedAt, table.board.captured)}
            <chuhe-board .input=${input()}
              @board-ply=${(/** @type {CustomEvent<{ from: string, to: string }>} */ { detail }) => table.move(detail.from, detail.to)}
              @board-flip=${(/** @type {CustomEvent<{ square: string }>} */ { detail }) => table.flip(detail.square)}></chuhe-board>
            ${playerBar(game, bottom, receivedAt, table.board.captured)}
          </div>
          <aside class="play-side" aria-label=${t('play.side')}>
            ${statusView()}
            ${actions()}
            ${humans(game).length > 0 && game.result === null ? coachSwitch(context.update) : nothing}
            <div class="moves-box">
              <div class="row spread"><h2>${t('play.moves')}</h2>${moveWalk({ count: game.plies.length, shown: table.count, choose: walk })}</div>
              ${game.plies.length === 0
                ? html`<p class="muted small">${t('play.no_moves')}</p>`
                : moveList({ plies: game.plies, offset: secondStarts(game) ? 1 : 0, shown: table.count, choose: walk })}
            </div>
            ${poolView(table.board)}
            ${factsView()}
          </aside>
        </div>`;
    },
  };
}
