/**
 * A game in a list: a small picture, who plays, how it stands.
 * @module parts/game-card
 */

import { html } from '../vendor/lit-html.js';
import { dateTime, t, tn } from '../i18n/index.js';
import { settings } from '../settings.js';
import { miniature } from '../board/view.js';
import { piecesOfFen } from './fen.js';
import { resultText, seatName, XIANGQI_COLOURS } from './seat.js';

/** @typedef {import('../types.js').Summary} Summary */

/** @param {Summary} game */
export const gameName = (game) => (game.game === 'xiangqi' ? t('game.xiangqi') : t('game.banqi'));

/** @param {Summary} game */
export const playersText = (game) => t('games.versus', { first: seatName(game, 'first'), second: seatName(game, 'second') });

/** @param {Summary} game */
export const stateText = (game) =>
  game.result === null ? t('games.running') : resultText(game.result, game.game === 'xiangqi' ? XIANGQI_COLOURS : null);

/** @param {Summary} game */
const picture = (game) => {
  const flipped = game.first.kind === 'engine' && game.second.kind === 'human';
  return miniature(game.game, piecesOfFen(game.game, game.fen), settings().pieces, flipped);
};

/**
 * @param {Summary} game
 * @param {unknown} [actions]  buttons of the list
 */
export const gameCard = (game, actions = '') => html`
  <li class="game-card" data-test="game-${game.id}" data-game=${game.game}>
    <a class="game-card-link" href="/play/${game.id}" data-test="game-open-${game.id}">
      <span class="game-card-picture ${game.game}">${picture(game)}</span>
      <span class="game-card-words">
        <strong>${playersText(game)}</strong>
        <span class="row small">
          <span class="chip ${game.result === null ? 'good' : ''}">${stateText(game)}</span>
          <span class="muted">${gameName(game)} · ${tn('games.plies', game.plies)}</span>
        </span>
        <span class="muted small">${dateTime(game.updated)}</span>
      </span>
    </a>
    ${actions}
  </li>`;
