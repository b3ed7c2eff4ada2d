/**
 * What still lies face down in dark chess.
 * @module parts/pool
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { pieceName } from '../board/describe.js';
import { pieceIcon } from '../board/pieces.js';

const LETTERS = [...'KAERHCPkaerhcp'];

/** @param {import('../types.js').Board} board */
export function poolView({ game, pool }) {
  if (game !== 'banqi' || pool === undefined) return nothing;
  return html`
    <section class="stack tight" aria-labelledby="pool-title" data-test="pool">
      <h2 id="pool-title">${t('play.pool')}</h2>
      <ul class="pool">
        ${LETTERS.map((letter) => html`
          <li class=${(pool[letter] ?? 0) === 0 ? 'none' : ''} data-test="pool-${letter}">
            ${pieceIcon(letter, settings().pieces, pieceName(letter))}<span>${pool[letter] ?? 0}</span></li>`)}
      </ul>
    </section>`;
}
