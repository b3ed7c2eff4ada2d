/**
 * One player of a game: colour, name, what he has taken, his clock.
 * @module parts/player-bar
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { colourOf, kindOf, pieceIcon } from '../board/pieces.js';
import { pieceName } from '../board/describe.js';
import { other, seatName, sideText } from './seat.js';
import './clock.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').SeatName} SeatName */

const ORDER = ['king', 'rook', 'cannon', 'horse', 'elephant', 'advisor', 'pawn'];

/**
 * What a seat has taken, the dearest first.
 * @param {Game} game
 * @param {string[]} captured
 * @param {SeatName} seat
 */
function takenBy({ colours }, captured, seat) {
  if (!colours) return [];
  return captured
    .filter((letter) => colourOf(letter) === colours[other(seat)])
    .sort((a, b) => ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)));
}

/**
 * Each kind once, with its number if there are several: so they can be large.
 * @param {string[]} letters
 * @param {SeatName} seat
 */
const takenView = (letters, seat) => letters.length === 0 ? nothing : html`
  <span class="taken" data-test="taken-${seat}" role="img" aria-label=${t('play.taken', { list: letters.map(pieceName).join(', ') })}>
    ${[...new Set(letters)].map((letter) => {
      const count = letters.filter((other) => other === letter).length;
      return html`<span class="taken-kind">${pieceIcon(letter, settings().pieces)}${count > 1 ? html`<span class="taken-count">${count}</span>` : nothing}</span>`;
    })}
  </span>`;

/**
 * @param {Game} game
 * @param {SeatName} seat
 * @param {number} receivedAt
 */
function clockView({ clocks, first, second }, seat, receivedAt) {
  if (!clocks) return nothing;
  const human = (seat === 'first' ? first : second).kind === 'human';
  const value = { ms: seat === 'first' ? clocks.first_ms : clocks.second_ms, running: clocks.running === seat, at: receivedAt, warn: human };
  return html`<chuhe-clock class="clock" aria-label=${t('play.clock')} data-test="clock-${seat}" .value=${value}></chuhe-clock>`;
}

/**
 * @param {Game} game
 * @param {SeatName} seat
 * @param {number} receivedAt  when the game came, by `performance.now()`
 * @param {string[]} captured  up to the position shown
 */
export function playerBar(game, seat, receivedAt, captured) {
  const colour = game.colours?.[seat];
  const turn = game.result === null && game.board.turn === seat;
  const letter = colour === undefined ? 'X' : colour === 'red' ? 'K' : 'k';
  return html`
    <section class="player ${turn ? 'turn' : ''}" data-test="player-${seat}" aria-label=${sideText(seat, game.colours)}>
      ${pieceIcon(letter, settings().pieces)}
      <span class="player-words">
        <strong>${seatName(game, seat)}</strong>
        <span class="muted small">${sideText(seat, game.colours)}${turn && game.thinking ? html` · <span class="thinking" data-test="thinking">${t('play.thinking')}</span>` : turn ? html` · ${t('play.to_move')}` : nothing}</span>
      </span>
      ${takenView(takenBy(game, captured, seat), seat)}
      ${clockView(game, seat, receivedAt)}
    </section>`;
}
