/**
 * One tuning run: its curve, what it came to, which parameters moved.
 * @module pages/tuning-run
 */

import '../parts/curve.js';
import { html, nothing } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { number, t, tc } from '../i18n/index.js';
import { watchRuns } from '../live.js';
import { runActions } from '../parts/run-actions.js';
import { progress, stateChip } from '../parts/run-list.js';
import { runTitle } from '../parts/run-text.js';

/** @typedef {import('../types.js').TuningDetail} TuningDetail */
/** @typedef {import('../types.js').TuningView} TuningView */

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ params, signal, update }) {
  /** @type {TuningDetail} */
  let run = await get(`/api/runs/${encodeURIComponent(params.id ?? '')}`, signal);
  const off = watchRuns(run.id, (news) => {
    if (!news.run) return;
    run = /** @type {TuningDetail} */ (news.run);
    update();
  });
  return { title: () => runTitle(run), wide: true, view: () => view(run, update), close: off };
}

/**
 * @param {TuningDetail} run
 * @param {() => void} update
 */
function view(run, update) {
  const { tuning } = run;
  return html`
    <div class="page-head">
      <div class="stack tight grow"><h1 tabindex="-1">${runTitle(run)}</h1>
        <p class="row">${stateChip(run.state)} <a href="/tuning" data-test="to-tuning">${t('tuning.all')}</a></p></div>
      ${runActions(run, '/tuning', update)}
    </div>
    ${run.error ? html`<p class="error-text" role="alert" lang="en" data-test="run-error">${run.error}</p>` : nothing}
    <div class="stack run-page" data-test="run-page" data-done=${run.brief.done ?? 0}>
      ${progress(run)}
      ${tuning ? html`
        ${tuning.jobs.of > 0 ? html`<div class="row nowrap"><progress max=${tuning.jobs.of} .value=${tuning.jobs.done} aria-label=${t('tuning.jobs')}></progress>
          <span class="figures small">${t('tuning.jobs_of', { done: number(tuning.jobs.done), of: number(tuning.jobs.of) })}</span></div>` : nothing}
        <div class="run-grid">${figures(run, tuning)}${curveView(tuning)}${movedView(tuning)}</div>` : html`<p class="muted">${t('arena.not_begun')}</p>`}
    </div>`;
}

/**
 * A figure of the run's measure: wrong answers, or a share of points lost.
 * @param {TuningView} tuning
 * @param {number | null | undefined} value
 */
function figure({ measure }, value) {
  if (value === null || value === undefined) return '–';
  if (measure.kind === 'suite') return number(value);
  if (measure.kind === 'loss') return number(value, { maximumSignificantDigits: 6 });
  return number(value, { style: 'percent', maximumFractionDigits: 1 });
}

/** @param {TuningView} tuning */
const measureText = ({ measure }) => tc('tuning.measure', measure.kind, { positions: number(measure.positions ?? 0), held_out: number(measure.held_out ?? 0) });

/**
 * @param {TuningDetail} run
 * @param {TuningView} tuning
 */
function figures({ settings }, tuning) {
  const last = tuning.history.at(-1);
  const held = tuning.history.findLast(({ held_out: value }) => value !== null);
  return html`
    <section class="card stack tight" aria-labelledby="tuning-figures" data-test="tuning-figures">
      <h2 id="tuning-figures">${t('tuning.standing')}</h2>
      <dl class="facts">
        <dt>${t('tuning.method')}</dt><dd>${tc('tuning.method', settings.method)}</dd>
        <dt>${t('tuning.profile')}</dt><dd>${tc('profile', settings.profile)}</dd>
        <dt>${t('tuning.what')}</dt><dd>${measureText(tuning)}</dd>
        <dt>${t('tuning.training')}</dt><dd class="figures" data-test="tuning-training" data-value=${last?.training ?? ''}>${t('tuning.from_to', { from: figure(tuning, tuning.first?.training), to: figure(tuning, last?.training) })}</dd>
        <dt><a class="meaning" href="/help#number-holdout">${t('tuning.held_out')}</a></dt><dd class="figures" data-test="tuning-held-out">${t('tuning.from_to', { from: figure(tuning, tuning.first?.held_out), to: figure(tuning, held?.held_out) })}</dd>
        <dt>${t('tuning.parameters')}</dt><dd class="figures">${t('tuning.moved_of', { moved: number(tuning.moved_count), all: number(tuning.parameters) })}</dd>
        ${tuning.jobs.failed ? html`<dt>${t('tuning.failed')}</dt><dd class="figures">${number(tuning.jobs.failed)}</dd>` : nothing}
      </dl>
    </section>`;
}

/** @param {TuningView} tuning */
function curveView(tuning) {
  const { history } = tuning;
  const name = (/** @type {number} */ place) => {
    const point = history[place];
    return point ? t('tuning.at', { generation: point.generation, training: figure(tuning, point.training), held_out: figure(tuning, point.held_out) }) : '';
  };
  const input = {
    at: history.map(({ generation }) => generation),
    lines: [
      { values: history.map(({ training }) => training), look: 'main' },
      { values: history.map(({ held_out: value }) => value), look: 'second' },
    ],
    levels: [],
    label: history.length ? name(history.length - 1) : t('tuning.no_points'),
    theme: document.documentElement.dataset.theme ?? '',
    name,
  };
  return html`
    <section class="card stack tight" aria-labelledby="tuning-curve">
      <h2 id="tuning-curve">${t('tuning.curve')}</h2>
      <p class="row small curve-key"><span class="key-main">${t('tuning.training')}</span><span class="key-second">${t('tuning.held_out')}</span></p>
      <chuhe-curve data-test="tuning-curve" .input=${input}></chuhe-curve>
    </section>`;
}

/** @param {TuningView} tuning */
function movedView({ moved, moved_count: count }) {
  return html`
    <section class="card stack tight" aria-labelledby="tuning-moved">
      <h2 id="tuning-moved">${t('tuning.moved')}</h2>
      ${moved.length === 0 ? html`<p class="muted">${t('tuning.none_moved')}</p>` : html`
        <div class="table-scroll moved-table" tabindex="0" role="region" aria-label=${t('tuning.moved')}><table class="table run-table" data-test="tuning-moved">
          <thead><tr><th scope="col">${t('tuning.parameter')}</th><th scope="col">${t('tuning.before')}</th><th scope="col">${t('tuning.now')}</th><th scope="col">${t('tuning.range')}</th></tr></thead>
          <tbody>${moved.map((one) => html`<tr data-test="moved"><th scope="row"><code>${one.name}</code></th><td class="figures">${number(one.from)}</td><td class="figures">${number(one.to)}</td><td class="figures muted">${number(one.min)} – ${number(one.max)}</td></tr>`)}</tbody>
        </table></div>`}
      ${count > moved.length ? html`<p class="muted small">${t('tuning.more_moved', { count: number(count - moved.length) })}</p>` : nothing}
    </section>`;
}
