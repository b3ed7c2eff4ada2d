/**
 * The standing of a match in figures and curves.
 * @module parts/match-standing
 */

import './curve.js';
import { html, nothing } from '../vendor/lit-html.js';
import { number, t, tc } from '../i18n/index.js';
import { eloText, playerName, resultsText, timeText } from './run-text.js';

/** @typedef {import('../types.js').MatchDetail} MatchDetail */
/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../types.js').MatchReport} MatchReport */

/** @param {number | null} value @param {number} digits */
const fixed = (value, digits) => (value === null ? '∞' : number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }));
/** @param {number} share */
const percent = (share) => number(share, { style: 'percent', maximumFractionDigits: 1 });

/** A number with the page that says what it means. @param {string} anchor @param {string} words */
const meaning = (anchor, words) => html`<a class="meaning" href="/help#${anchor}">${words}</a>`;

/**
 * @param {MatchDetail} run
 * @param {MatchView} match
 */
export function standingView(run, match) {
  const { standing, curve } = match;
  const pairing = standing.pairings[0];
  if (!pairing) return nothing;
  return html`
    <div class="run-grid">
      ${figures(pairing.report, playerName(pairing.engine), standing.decision)}
      <section class="card stack tight" aria-labelledby="curve-title">
        <h2 id="curve-title">${t('arena.curve')}</h2>
        ${curve.llr && pairing.report.sprt ? llrCurve(curve, pairing.report.sprt) : nothing}
        ${eloCurve(curve)}
      </section>
      ${enginesTable(standing)}
      ${planView(run)}
    </div>
    ${standing.warnings.map((warning) => html`<p class="warning-text small" lang="en">${warning}</p>`)}`;
}

/**
 * @param {MatchReport} report
 * @param {string} name
 * @param {string | undefined} decision
 */
function figures(report, name, decision) {
  const { sprt, pairs } = report;
  return html`
    <section class="card stack tight" aria-labelledby="standing-title" data-test="standing">
      <h2 id="standing-title">${t('arena.standing', { name })}</h2>
      <dl class="facts">
        <dt>${t('arena.results')}</dt><dd class="figures" data-test="run-wdl">${resultsText(report)}</dd>
        <dt>${t('arena.score')}</dt><dd class="figures">${t('arena.points', { points: number(report.points), games: number(report.games), share: percent(report.score) })}</dd>
        <dt>${meaning('number-elo', t('arena.elo_name'))}</dt><dd class="figures" data-test="run-elo" data-value=${report.elo.value ?? ''} data-margin=${report.elo.margin ?? ''}>${eloText(report.elo)}</dd>
        <dt>${meaning('number-nelo', t('arena.nelo_name'))}</dt><dd class="figures">${eloText(report.normalized_elo)}</dd>
        <dt>${meaning('number-los', t('arena.los'))}</dt><dd class="figures">${percent(report.superiority)}</dd>
        ${pairs ? html`<dt>${meaning('number-pairs', t('arena.pairs'))}</dt><dd class="figures" data-test="run-pairs">${pairs.pentanomial.join(' · ')}</dd>` : nothing}
        ${sprt ? html`<dt>${meaning('number-llr', t('arena.llr'))}</dt>
          <dd class="figures" data-test="run-llr" data-value=${sprt.llr}>${t('arena.llr_value', { llr: fixed(sprt.llr, 2), lower: fixed(sprt.lower_bound, 2), upper: fixed(sprt.upper_bound, 2) })}</dd>
          <dt>${t('arena.bounds')}</dt><dd class="figures">${t('arena.bounds_value', { elo0: number(sprt.elo0), elo1: number(sprt.elo1) })}</dd>
          <dt>${t('arena.decision')}</dt><dd data-test="run-decision">${tc('arena.decision', decision ?? 'continue')}</dd>` : nothing}
      </dl>
    </section>`;
}

const theme = () => document.documentElement.dataset.theme ?? '';

/**
 * @param {MatchView['curve']} curve
 * @param {NonNullable<MatchReport['sprt']>} sprt
 */
function llrCurve({ pairs, llr }, sprt) {
  const values = llr ?? [];
  const input = {
    at: pairs,
    lines: [{ values, look: 'main' }],
    levels: [sprt.lower_bound, 0, sprt.upper_bound],
    label: t('arena.llr_label', { llr: fixed(values.at(-1) ?? 0, 2), lower: fixed(sprt.lower_bound, 2), upper: fixed(sprt.upper_bound, 2) }),
    theme: theme(),
    name: (/** @type {number} */ place) => t('arena.llr_at', { pairs: pairs[place] ?? 0, llr: fixed(values[place] ?? 0, 2) }),
  };
  return html`<h3>${t('arena.llr')}</h3><chuhe-curve data-test="llr-curve" .input=${input}></chuhe-curve>`;
}

/** @param {MatchView['curve']} curve */
function eloCurve({ pairs, elo, low, high }) {
  const text = (/** @type {number} */ place) => t('arena.elo_at', { pairs: pairs[place] ?? 0, elo: fixed(elo[place] ?? null, 1), low: low[place] === null ? '−∞' : fixed(low[place] ?? null, 1), high: fixed(high[place] ?? null, 1) });
  const input = {
    at: pairs,
    lines: [{ values: low, look: 'edge' }, { values: high, look: 'edge' }, { values: elo, look: 'main' }],
    levels: [0],
    label: pairs.length ? text(pairs.length - 1) : t('arena.no_pairs'),
    theme: theme(),
    name: text,
  };
  return html`<h3>${t('arena.elo_name')}</h3><chuhe-curve data-test="elo-curve" .input=${input}></chuhe-curve>`;
}

/** @param {MatchView['standing']} standing */
function enginesTable({ engines }) {
  const faults = (/** @type {Record<string, number>} */ counts) => Object.entries(counts).map(([kind, count]) => `${tc('arena.cause', kind)} ${count}`).join(', ') || '–';
  return html`
    <section class="card stack tight" aria-labelledby="run-engines-title">
      <h2 id="run-engines-title">${t('arena.engines')}</h2>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${t('arena.engines')}><table class="table run-table">
        <thead><tr><th scope="col">${t('arena.engine')}</th><th scope="col">${t('arena.wall')}</th><th scope="col">${t('arena.nps')}</th><th scope="col">${t('arena.depth')}</th><th scope="col">${t('arena.faults')}</th></tr></thead>
        <tbody>${engines.map((engine) => html`<tr><th scope="row">${playerName(engine.name)}</th>
          <td class="figures">${fixed(engine.wall_ms, 1)}</td><td class="figures">${engine.nodes_per_second === null ? '–' : number(Math.round(engine.nodes_per_second))}</td>
          <td class="figures">${engine.depth === null ? '–' : fixed(engine.depth, 1)}</td><td>${faults(engine.faults)}</td></tr>`)}</tbody>
      </table></div>
    </section>`;
}

/** @param {MatchDetail} run */
function planView({ settings }) {
  const plan = /** @type {import('../types.js').MatchSettings} */ (settings);
  return html`
    <section class="card stack tight" aria-labelledby="plan-title">
      <h2 id="plan-title">${t('arena.plan')}</h2>
      <dl class="facts">
        <dt>${t('arena.game')}</dt><dd>${plan.game === 'banqi' ? t('game.banqi') : t('game.xiangqi')}</dd>
        <dt>${t('arena.time')}</dt><dd>${timeText(plan.tc)}</dd>
        <dt>${t('arena.openings')}</dt><dd>${plan.game === 'banqi' ? t('arena.openings.deals') : plan.opening_plies ? t('arena.openings.random', { plies: plan.opening_plies }) : t('arena.openings.start')}</dd>
        <dt>${t('arena.lanes')}</dt><dd>${plan.lanes}</dd>
        <dt>${t('arena.cut')}</dt><dd>${plan.cut ? t('arena.yes') : t('arena.no')}</dd>
      </dl>
    </section>`;
}
