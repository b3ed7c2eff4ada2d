/**
 * A position to start from that the address gives, as the editor and the analysis do.
 * @module parts/given-start
 */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';

/** @typedef {import('../types.js').GameKind} GameKind */

/**
 * `?game=&fen=`, or null.
 * @param {URLSearchParams} query
 * @returns {{ game: GameKind, fen: string } | null}
 */
export function givenStart(query) {
  const fen = query.get('fen');
  if (!fen) return null;
  return { game: query.get('game') === 'banqi' ? 'banqi' : 'xiangqi', fen };
}

/** Says that a given position will be played, and how to have the usual one. */
export const givenNote = () => html`
  <p class="muted small" data-test="given-start">${t('home.given')} <a href="/" data-test="given-drop">${t('home.given_drop')}</a></p>`;
