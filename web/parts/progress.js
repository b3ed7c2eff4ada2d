/**
 * Progress against levels: the rating, its way, and the results against each level.
 * @module parts/progress
 */

import { html, nothing, svg } from '../vendor/lit-html.js';
import { number, t, tc, tn } from '../i18n/index.js';

/**
 * @typedef {object} Progress
 * @property {import('../types.js').GameKind} game
 * @property {number} rating
 * @property {number} deviation
 * @property {number} games
 * @property {number} next  the level that suits it
 * @property {{ level: number, rating: number, won: number, drawn: number, lost: number }[]} levels
 * @property {{ game: string, level: number, score: number, rating: number, played: number }[]} history
 */

/** @param {number} rating */
const shown = (rating) => number(rating, { maximumFractionDigits: 0, useGrouping: false });

/** @param {Progress['history']} history */
function wayView(history) {
  if (history.length < 2) return nothing;
  const ratings = history.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const points = ratings.map((rating, at) => `${(100 * at) / (ratings.length - 1)},${34 - (30 * (rating - low)) / Math.max(high - low, 1)}`);
  return html`
    <svg class="way" viewBox="0 0 100 38" preserveAspectRatio="none" role="img"
      aria-label=${t('games.progress_way', { from: shown(ratings[0] ?? 0), to: shown(ratings.at(-1) ?? 0) })}>${svg`<polyline points=${points.join(' ')}></polyline>`}</svg>`;
}

/** @param {Progress} progress */
const oneView = ({ game, rating, deviation, games, levels, history, next }) => games === 0 ? nothing : html`
  <section class="card stack tight" aria-labelledby="progress-${game}" data-test="progress-${game}" data-rating=${rating}>
    <h3 id="progress-${game}">${game === 'xiangqi' ? t('game.xiangqi') : t('game.banqi')}: ${shown(rating)} <span class="muted small">± ${shown(2 * deviation)}</span></h3>
    <p class="muted small">${tn('games.progress_games', games)} ${t('games.progress_next', { level: next, words: tc('level', String(next)) })}</p>
    ${wayView(history)}
    <div class="table-scroll" tabindex="0" role="region" aria-labelledby="progress-${game}"><table class="table">
      <thead><tr><th scope="col">${t('games.progress_level')}</th><th scope="col">${t('games.progress_won')}</th><th scope="col">${t('games.progress_drawn')}</th><th scope="col">${t('games.progress_lost')}</th></tr></thead>
      <tbody>${levels.filter(({ won, drawn, lost }) => won + drawn + lost > 0).map(({ level, rating: its, won, drawn, lost }) => html`
        <tr><th scope="row">${level} · ${tc('level', String(level))} <span class="muted small">${shown(its)}</span></th><td>${won}</td><td>${drawn}</td><td>${lost}</td></tr>`)}</tbody>
    </table></div>
  </section>`;

/** @param {Progress[]} all */
export const progressView = (all) => all.every(({ games }) => games === 0) ? nothing : html`
  <details class="progress" data-test="progress"><summary data-test="progress-toggle">${t('games.progress')}</summary>
    <div class="stack">${all.map(oneView)}</div></details>`;
