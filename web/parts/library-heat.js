/**
 * Where a player's pieces stand: a small board a kind of piece.
 * @module parts/library-heat
 */

import { html, svg } from '../vendor/lit-html.js';
import { pieceName } from '../board/describe.js';
import { t } from '../i18n/index.js';

const KINDS = /** @type {[string, string][]} */ ([
  ['rook', 'R'], ['horse', 'N'], ['cannon', 'C'], ['pawn', 'P'], ['advisor', 'A'], ['elephant', 'B'], ['king', 'K'],
]);

/** @param {import('../types.js').LibraryPlayer['heat']} heat */
export function heatMaps(heat) {
  return html`
    <section class="stack tight" aria-labelledby="heat-title">
      <h2 id="heat-title">${t('library.heat')}</h2>
      <p class="muted small">${t('library.heat_hint')}</p>
      <div class="heat-grid" data-test="heat">${KINDS.filter(([kind]) => kind in heat).map(([kind, letter]) => heatMap(heat, kind, pieceName(letter)))}</div>
    </section>`;
}

/**
 * @param {import('../types.js').LibraryPlayer['heat']} heat
 * @param {string} kind
 * @param {string} name
 */
function heatMap(heat, kind, name) {
  const shares = /** @type {number[]} */ (heat[kind]);
  const most = Math.max(1, ...shares);
  const busiest = shares.indexOf(most);
  const point = `${'abcdefghi'[busiest % 9]}${Math.floor(busiest / 9)}`;
  return html`
    <figure class="heat-map">
      <svg viewBox="0 0 90 100" role="img" aria-label=${t('library.heat_label', { piece: name, point, share: Math.round(most / 10) })}>
        ${svg`<rect class="heat-ground" width="90" height="100"></rect>`}
        ${shares.map((share, index) => share === 0 ? '' : svg`<rect class="heat-cell" x=${(index % 9) * 10} y=${90 - Math.floor(index / 9) * 10}
          width="10" height="10" opacity=${Math.sqrt(share / most).toFixed(2)}></rect>`)}
        ${svg`<path class="heat-river" d="M0 50H90"></path>`}
      </svg>
      <figcaption>${name}</figcaption>
    </figure>`;
}
