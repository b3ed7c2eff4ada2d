/** The evaluation's terms as a table with a bar for each side. */

import { html, nothing } from '../vendor/lit-html.js';
import { t, tc } from '../i18n/index.js';
import { Asked } from './asked.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').Evaluation} Evaluation */
/** @typedef {import('../types.js').Term} Term */

/**
 * @param {() => void} update
 * @returns {Asked<Evaluation>}
 */
export function askTerms(update) {
  return new Asked('/api/evaluate', update);
}

/**
 * @param {Desk} desk
 * @param {Asked<Evaluation>} asked
 */
export function termsPanel(desk, asked) {
  // The whole line is sent: in dark chess the position alone does not say who began.
  const fen = desk.answer?.board.fen;
  const evaluation = fen ? asked.of(fen, desk.line()) : 'waiting';
  if (evaluation === 'waiting') return html`<p class="muted small">${t('analyse.loading')}</p>`;
  if (evaluation === 'failed') return html`<p class="muted small" data-test="terms-failed">${t('analyse.terms.failed')}</p>`;
  // Rounding and the like are told only when they matter.
  const terms = evaluation.terms.filter(({ first, second, total }) => first || second || total);
  return html`
    <p class="muted small">${t('analyse.terms.about')}</p>
    <table class="terms" data-test="terms">
      <caption class="visually-hidden">${t('analyse.terms.title')}</caption>
      <thead><tr>
        <th scope="col">${t('analyse.terms.term')}</th>
        <th scope="col" class="number">${t(`analyse.seat.${desk.tree.game}.first`)}</th>
        <td class="bars"></td>
        <th scope="col" class="number">${t(`analyse.seat.${desk.tree.game}.second`)}</th>
        <th scope="col" class="number">${t('analyse.terms.difference')}</th>
      </tr></thead>
      <tbody>${terms.map((term) => termRow(term, longest(terms)))}</tbody>
      <tfoot><tr data-test="terms-sum">
        <th scope="row">${t('analyse.terms.sum')}</th><td></td><td class="bars"></td><td></td>
        <td class="number">${plain(sum(evaluation.terms))}</td>
      </tr>${decided(evaluation)}</tfoot>
    </table>`;
}

/**
 * What the engine goes by, if not by these terms.
 * @param {Evaluation} evaluation
 */
function decided({ decided_by: by, score }) {
  if (by === 'rows' || score.cp === null) return nothing;
  return html`
    <tr data-test="terms-decided">
      <th scope="row">${tc('analyse.decided', by)}</th><td></td><td class="bars"></td><td></td>
      <td class="number">${plain(score.cp ?? 0)}</td>
    </tr>`;
}

/** @param {Term[]} terms */
function sum(terms) {
  return terms.reduce((total, term) => total + term.total, 0);
}

/**
 * The longest bar; material would dwarf everything, so it has its own measure.
 * @param {Term[]} terms
 */
function longest(terms) {
  const sizes = terms.filter(({ name }) => name !== 'material').flatMap(({ first, second }) => [Math.abs(first), Math.abs(second)]);
  return Math.max(1, ...sizes);
}

/**
 * @param {Term} term
 * @param {number} most
 */
function termRow({ name, first, second, total }, most) {
  const key = name.replaceAll(' ', '_');
  const measure = key === 'material' ? Math.max(1, Math.abs(first), Math.abs(second)) : most;
  return html`
    <tr data-test="term-${key}">
      <th scope="row">${tc('analyse.term', key)}</th>
      <td class="number">${plain(first)}</td>
      <td class="bars" aria-hidden="true">${bars(first / measure, second / measure)}</td>
      <td class="number">${plain(second)}</td>
      <td class="number difference ${total < 0 ? 'second' : total > 0 ? 'first' : ''}">${signedPlain(total)}</td>
    </tr>`;
}

/**
 * Two bars that grow from the middle; what counts against a side is hollow.
 * @param {number} first
 * @param {number} second
 */
function bars(first, second) {
  const bar = (/** @type {number} */ share, /** @type {string} */ side) => html`
    <span class="term-bar ${side} ${share < 0 ? 'hollow' : ''}" .style=${`width: ${(Math.min(1, Math.abs(share)) * 50).toFixed(1)}%`}></span>`;
  return html`<span class="term-bars">${first ? bar(first, 'first') : nothing}${second ? bar(second, 'second') : nothing}</span>`;
}

/** @param {number} value */
function plain(value) {
  return value < 0 ? `−${-value}` : String(value);
}

/** @param {number} value */
function signedPlain(value) {
  return value > 0 ? `+${value}` : plain(value);
}
