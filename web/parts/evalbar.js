/** The evaluation bar beside the board. */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { scoreBrief, scoreShare, scoreText } from './score.js';

/** @typedef {import('../types.js').Score} Score */

/**
 * @param {Score | null} score
 * @param {boolean} flipped whether the second seat sits at the bottom
 */
export function evaluationBar(score, flipped) {
  const share = score ? scoreShare(score) : 0.5;
  const percent = (share * 100).toFixed(1);
  const label = score ? t('analyse.bar', { score: scoreText(score) }) : t('analyse.bar.none');
  return html`
    <div class="bar ${flipped ? 'flipped' : ''}" role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax="100"
      aria-valuenow=${Math.round(share * 100)} aria-valuetext=${label} data-test="eval-bar">
      <div class="bar-first" .style=${`--share: ${percent}%`}></div>
      <span class="bar-score ${share >= 0.5 ? 'ahead' : 'behind'}" aria-hidden="true" data-test="eval-score">${scoreBrief(score)}</span>
    </div>`;
}
