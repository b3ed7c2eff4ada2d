/**
 * How a game stands, in words: result, offers, warnings.
 * @module parts/game-status
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { icon } from './icon.js';
import { humans, other, reasonText, resultText, sideText } from './seat.js';
import { warningText } from './warning.js';

/** @typedef {import('../types.js').Game} Game */
/**
 * What the rules warn of; an engine needs no warning of its own moves.
 * @param {Game} game
 */
const warningsFor = (game) =>
  game.warnings.filter(({ code, seat }) => code === 'check' || !seat || game[seat].kind === 'human');

/**
 * What is read aloud: checks, and moves that would end the game.
 * @param {Game} game
 */
export const spokenWarnings = (game) => warningsFor(game)
  .filter(({ code, plies }) => code === 'check' || (plies ?? []).length > 0)
  .map((warning) => (warning.code === 'check' ? t('play.check') : warningText(warning, game.colours)));

/**
 * The warnings that matter while a game runs.
 * @param {Game} game
 */
export const warningsView = (game) => game.result !== null || warningsFor(game).length === 0 ? nothing : html`
  <ul class="warnings" data-test="warnings">
    ${warningsFor(game).map((warning) => html`
      <li class="warning ${warning.code === 'check' ? 'check' : ''}" data-test="warning-${warning.code}">${icon('warning')}<span>${warningText(warning, game.colours)}</span></li>`)}
  </ul>`;

/**
 * One line: whose turn it is.
 * @param {Game} game
 */
export function turnText(game) {
  if (game.result !== null) return resultText(game.result, game.colours, game);
  if (game.paused) return t('play.paused');
  const { turn } = game.board;
  if (turn === null) return '';
  const side = sideText(turn, game.colours);
  const mine = humans(game);
  if (mine.length === 1) return mine[0] === turn ? t('play.your_turn', { side }) : t('play.engine_turn', { side });
  return t('play.side_turn', { side });
}

/**
 * The end of a game and what may come next.
 * @param {Game} game
 * @param {(swap: boolean) => void} again
 */
export function resultView(game, again) {
  if (game.result === null) return nothing;
  const dark = game.game === 'banqi';
  return html`
    <section class="result" data-test="result" data-reason=${game.result.reason} data-winner=${game.result.winner ?? 'draw'}
      aria-labelledby="result-title">
      <h2 id="result-title" data-test="result-title">${resultText(game.result, game.colours, game)}</h2>
      <p data-test="reason">${reasonText(game.result, game.colours, game)}</p>
      <div class="result-actions">
        <a class="button primary" href="/analyse?game_id=${game.id}" data-test="analyse">${icon('chart')} ${t('play.analyse')}</a>
        ${humans(game).length === 0 ? nothing : html`<a class="button" href="/retry/${game.id}" data-test="retry">${icon('undo')} ${t('play.retry')}</a>`}
        <button class="button" type="button" data-test="again-swap" @click=${() => again(true)}>${icon('swap')} ${dark ? t('play.again_deal_swap') : t('play.again_swap')}</button>
        <button class="button" type="button" data-test="again" @click=${() => again(false)}>${icon('turn')} ${dark ? t('play.again_deal') : t('play.again')}</button>
        <a class="button quiet" href="/" data-test="result-new">${t('play.new')}</a>
      </div>
    </section>`;
}

/**
 * A draw offered to somebody at this board.
 * @param {Game} game
 * @param {(accept: boolean) => void} answer
 */
export function offerView(game, answer) {
  if (game.draw_offer === null || game.result !== null) return nothing;
  if (!humans(game).includes(other(game.draw_offer))) return nothing;
  return html`
    <section class="offer" role="alert" data-test="draw-offer">
      <p>${t('play.draw_offered', { side: sideText(game.draw_offer, game.colours) })}</p>
      <div class="row">
        <button class="button primary" type="button" data-test="draw-accept" @click=${() => answer(true)}>${t('play.draw_accept')}</button>
        <button class="button" type="button" data-test="draw-decline" @click=${() => answer(false)}>${t('play.draw_decline')}</button>
      </div>
    </section>`;
}
