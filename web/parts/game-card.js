/**
 * A game in a list: a small picture, who plays, how it stands.
 * @module parts/game-card
 */

import { html, nothing } from '../vendor/lit-html.js';
import { dateTime, t, tn } from '../i18n/index.js';
import { settings } from '../settings.js';
import { miniature } from '../board/view.js';
import { piecesOfFen } from './fen.js';
import { gameTitle, playersText, resultText, XIANGQI_COLOURS } from './seat.js';

/** @typedef {import('../types.js').Summary} Summary */

/** @param {Summary} game */
export const gameName = (game) => (game.game === 'xiangqi' ? t('game.xiangqi') : t('game.banqi'));

/** @param {Summary} game */
export const stateText = (game) =>
  game.result === null ? t('games.running') : resultText(game.result, game.game === 'xiangqi' ? XIANGQI_COLOURS : null, game);

/** Two plies are a move. @param {number} plies */
const movesText = (plies) => tn('games.moves', Math.ceil(plies / 2));

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
        <strong data-test="game-title">${gameTitle(game)}</strong>
        ${game.name === '' ? nothing : html`<span class="small">${playersText(game)}</span>`}
        <span class="row small">
          <span class="chip ${game.result === null ? 'good' : ''}" data-test="game-state">${stateText(game)}</span>
          <span class="muted" data-test="game-length">${gameName(game)} · ${movesText(game.plies)}</span>
        </span>
        <span class="muted small">${dateTime(game.updated)}</span>
      </span>
    </a>
    ${actions}
  </li>`;
