/**
 * The moves of a game, two a row, in the chosen notation.
 * @module parts/move-list
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { icon } from './icon.js';

/** @typedef {import('../types.js').Ply} Ply */

/**
 * Whether the second seat made the first move, as a FEN of xiangqi may want it.
 * @param {import('../types.js').Game} game
 */
export const secondStarts = (game) => game.game === 'xiangqi' && game.start.split(' ')[1] === 'b';

/** @param {Ply} ply */
export const plyText = (ply) => ply.text[settings().notation] ?? ply.ply;

/**
 * @param {{ plies: Ply[], offset: number, shown: number, choose: (index: number) => void }} list
 *   `shown`: how many plies the board shows; `offset`: 1 if the second seat began
 */
export function moveList({ plies, offset, shown, choose }) {
  const rows = Math.ceil((plies.length + offset) / 2);
  /** @param {number} index */
  const cell = (index) => {
    const ply = plies[index];
    if (ply === undefined) return html`<span class="ply none"></span>`;
    const current = shown === index + 1;
    return html`<button type="button" class="ply ${current ? 'current' : ''}" data-test="ply-${index + 1}"
      aria-current=${current ? 'step' : nothing} @click=${() => choose(index + 1)}>${plyText(ply)}</button>`;
  };
  return html`
    <ol class="moves" data-test="moves" aria-label=${t('play.moves')} tabindex="0">
      ${Array.from({ length: rows }, (_, row) => html`
        <li><span class="move-number" aria-hidden="true">${row + 1}</span>${cell(2 * row - offset)}${cell(2 * row + 1 - offset)}</li>`)}
    </ol>`;
}

/**
 * Buttons to walk through the moves.
 * @param {{ count: number, shown: number, choose: (index: number) => void }} walk
 */
export const moveWalk = ({ count, shown, choose }) => html`
  <div class="walk" role="group" aria-label=${t('play.walk')}>
    ${/** @type {[string, string, number, string][]} */ ([
      ['first', t('play.walk_first'), 0, 'first'],
      ['back', t('play.walk_back'), Math.max(0, shown - 1), 'back'],
      ['forward', t('play.walk_forward'), Math.min(count, shown + 1), 'forward'],
      ['last', t('play.walk_last'), count, 'last'],
    ]).map(([name, label, index, picture]) => html`
      <button type="button" class="icon-button" aria-label=${label} title=${label} data-test="walk-${name}"
        ?disabled=${index === shown} @click=${() => choose(index)}>${icon(picture)}</button>`)}
  </div>`;

/** Brings the current move into view without moving the page. */
export function showCurrentMove() {
  const list = document.querySelector('.moves');
  const current = list?.querySelector('.current');
  if (!(list instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
