/**
 * Runs in a list: who plays, where it stands.
 * @module parts/run-list
 */

import { html, nothing, repeat } from '../vendor/lit-html.js';
import { dateTime, number, t, tc } from '../i18n/index.js';
import { eloText, resultsText, runTitle } from './run-text.js';

/** @typedef {import('../types.js').RunBrief} RunBrief */

/** @param {RunBrief['state']} state */
export const stateChip = (state) => html`
  <span class="chip ${{ done: 'good', failed: 'bad', stopped: 'warn', waiting: '', running: '' }[state]}" data-test="run-state" data-state=${state}>${tc('arena.state', state)}</span>`;

/**
 * @param {RunBrief[]} runs
 * @param {(run: RunBrief) => string} address
 */
export const runList = (runs, address) => html`
  <ul class="run-list" data-test="runs">
    ${repeat(runs, ({ id }) => id, (run) => html`
      <li class="run-row" data-test="run" data-id=${run.id}>
        <div class="row spread">
          <a href=${address(run)} data-test="run-open"><strong>${runTitle(run)}</strong></a>
          ${stateChip(run.state)}
        </div>
        ${progress(run)}
        <div class="row spread small muted">
          ${run.kind === 'match' ? html`<span class="figures">${resultsText(run.brief)}</span><span class="figures">${eloText(run.brief.elo)}</span>` : nothing}
          <span>${dateTime(run.created)}</span>
        </div>
        ${run.error ? html`<p class="error-text small" lang="en">${run.error}</p>` : nothing}
      </li>`)}
  </ul>`;

/** @param {RunBrief} run */
export function progress({ brief }) {
  const { done, planned } = brief;
  if (done === undefined || !planned) return nothing;
  return html`<div class="row nowrap"><progress max=${planned} .value=${done} aria-label=${t('arena.progress')}></progress>
    <span class="figures small" data-test="run-done">${t('arena.of', { done: number(done), planned: number(planned) })}</span></div>`;
}
