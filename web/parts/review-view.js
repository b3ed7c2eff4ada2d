/** The review's panel: graph, summary, marked moves, and the graph as a table. */

import { html, nothing } from '../vendor/lit-html.js';
import { number, t } from '../i18n/index.js';
import { notify } from '../notices.js';
import { settings } from '../settings.js';
import { textOf } from './lines.js';
import { plyText } from './pgn.js';
import { FAULTS, MARK_SIGNS, isFault } from './review.js';
import { BUDGETS, betterLine } from './reviewer.js';
import { profileSelect } from './profile-choice.js';
import { percent, scoreNumber, scoreText, signed } from './score.js';
import { firstIsBlack } from './status.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./reviewer.js').Reviewer} Reviewer */
/** @typedef {import('./review.js').Review} Review */
/** @typedef {import('./review.js').Fault} Fault */
/** @typedef {import('./review.js').Summary} Summary */
/** @typedef {import('./tree.js').TreeNode} TreeNode */

const SEATS = /** @type {const} */ (['first', 'second']);

/**
 * @param {Desk} desk
 * @param {Reviewer} reviewer
 */
export function reviewPanel(desk, reviewer) {
  const { review } = reviewer;
  if (!desk.tree.root.children.length) return html`<p class="muted small" data-test="review-empty">${t('analyse.review.empty')}</p>`;
  return html`
    ${review.hasScores() ? nothing : html`<p class="muted small">${t('analyse.review.intro')}</p>`}
    ${controls(reviewer)}
    ${reviewer.failure ? html`<p class="error-text" role="alert" data-test="review-error">${t('analyse.review.failed', { reason: reviewer.failure })}</p>` : nothing}
    ${review.hasScores() ? html`
      ${graph(desk, review)}
      ${review.summary ? summary(desk, review.summary) : nothing}
      ${reviewer.running ? nothing : faults(desk, reviewer)}
      ${table(desk, review)}` : nothing}`;
}

/** @param {Reviewer} reviewer */
function controls(reviewer) {
  const { review, running } = reviewer;
  const [done, of] = [review.count(), review.nodes.length];
  if (running) {
    return html`
      <div class="row review-controls">
        <progress max=${of} value=${done} aria-label=${t('analyse.review.progress', { done, of })} data-test="review-progress"></progress>
        <span>${t('analyse.review.progress', { done, of })}</span>
        <button type="button" class="button small" data-test="review-stop" @click=${() => stop(reviewer)}>${t('analyse.review.stop')}</button>
      </div>`;
  }
  return html`
    <div class="row review-controls" data-test=${done === of && of > 0 ? 'review-done' : nothing}>
      <label class="field-inline"><span>${t('analyse.review.budget')}</span>
        <select data-test="review-budget" @change=${(/** @type {Event} */ event) => (reviewer.budget = Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
          ${BUDGETS.map(([name, ms]) => html`<option value=${ms} ?selected=${ms === reviewer.budget}>${t(`analyse.review.budget.${name}`)}</option>`)}
        </select>
      </label>
      ${reviewer.profiles.names.length > 1 ? html`<label class="field-inline"><span>${t('analyse.engine.title')}</span>${profileSelect(reviewer.profiles, 'review-profile', t('analyse.engine.which'))}</label>` : nothing}
      <button type="button" class="button primary" data-test="review-start" @click=${() => reviewer.start()}>
        ${t(review.hasScores() ? 'analyse.review.again' : 'analyse.review.start')}
      </button>
    </div>`;
}

/** @param {Reviewer} reviewer */
function stop(reviewer) {
  reviewer.stop();
  reviewer.update();
}

/**
 * @param {Desk} desk
 * @param {Review} review
 */
function graph(desk, review) {
  // The plotting library is loaded only when there is something to plot.
  void import('./graph.js');
  const { at, score, without } = review.columns();
  const dark = desk.tree.game === 'banqi';
  const place = desk.node === review.root ? 0 : review.nodes.indexOf(desk.node) + 1 || null;
  const known = [review.root, ...review.nodes].flatMap((node) => (node.score ? [scoreNumber(node.score)] : []));
  const values = { low: signed(Math.min(0, ...known)), high: signed(Math.max(0, ...known)), faults: review.faults().length };
  const marks = review.faults().flatMap(({ node, index }) => (isFault(node.mark) ? [{ place: index + 1, kind: node.mark }] : []));
  const input = {
    at, score, marks,
    without: dark && review.count() ? without : null,
    here: place,
    names: [`${t('analyse.moves.start')}  ${scoreText(review.root.score)}`, ...review.nodes.map((node) => `${nameOf(desk, node)}  ${scoreText(node.score)}`)],
    label: t('analyse.graph.label', values),
    theme: `${settings().theme} ${firstIsBlack(desk)}`,
  };
  return html`
    <chuhe-graph data-test="graph" .input=${input} @graph-walk=${(/** @type {CustomEvent<{place: number}>} */ event) => {
      const node = event.detail.place === 0 ? review.root : review.nodes[event.detail.place - 1];
      if (node) desk.go(node);
    }}></chuhe-graph>
    ${input.without ? html`
      <p class="graph-key" aria-hidden="true">
        <span class="key-score">${t('analyse.graph.score')}</span><span class="key-without">${t('analyse.graph.without')}</span>
      </p>` : nothing}`;
}

/**
 * `12. 炮二平五` or `12… 馬８進７`.
 * @param {Desk} desk
 * @param {TreeNode} node
 */
function nameOf(desk, node) {
  const place = node.depth - 1 + (desk.secondBegins ? 1 : 0);
  return `${Math.floor(place / 2) + 1}${place % 2 ? '…' : '.'} ${plyText(node, settings().notation)}`;
}

/**
 * @param {Desk} desk
 * @param {Summary} sums
 */
function summary(desk, { first, second }) {
  const dark = desk.tree.game === 'banqi';
  /** @typedef {Record<string, number>} Sums */
  const row = (/** @type {string} */ key, /** @type {(sums: Sums) => string} */ value) => html`
    <tr data-test="summary-${key}"><th scope="row">${t(`analyse.review.${key}`)}</th><td>${value(first)}</td><td>${value(second)}</td></tr>`;
  const count = (/** @type {string} */ name) => (/** @type {Sums} */ sums) => String(sums[name] ?? 0);
  const average = (/** @type {Sums} */ { points_lost: lost }) => (lost === undefined ? '–' : percent(lost));
  return html`
    <table class="summary" data-test="review-summary">
      <caption>${t('analyse.review.summary')}</caption>
      <thead><tr><td></td>${SEATS.map((seat) => html`<th scope="col">${t(`analyse.seat.${desk.tree.game}.${seat}`)}</th>`)}</tr></thead>
      <tbody>
        ${row('accuracy', ({ plies = 0, accuracy = 0 }) => (plies ? number(accuracy / 100, { style: 'percent' }) : '–'))}
        ${row('average', average)}
        ${row('inaccuracies', count('inaccuracy'))}
        ${row('mistakes', count('mistake'))}
        ${row('blunders', count('blunder'))}
        ${dark ? html`
          ${row('decisions', ({ lost = 0 }) => signed(-lost, Infinity))}
          ${row('luck', ({ luck = 0 }) => signed(luck, Infinity))}` : nothing}
      </tbody>
    </table>
    <p class="muted small">${t('analyse.review.accuracy.about')}${dark ? ` ${t('analyse.review.luck.about')}` : ''}</p>`;
}

/**
 * @param {Desk} desk
 * @param {Reviewer} reviewer
 */
function faults(desk, reviewer) {
  const marked = reviewer.review.faults();
  if (!marked.length) return html`<p data-test="review-clean">${t('analyse.review.clean')}</p>`;
  return html`
    <h3>${t('analyse.review.faults')}</h3>
    <ul class="faults" data-test="faults">${marked.map((fault) => faultView(desk, fault))}</ul>
    ${marked.some(({ ply }) => ply) ? html`
      <button type="button" class="button small" data-test="add-better" @click=${() => addBetter(reviewer)}>${t('analyse.review.add')}</button>` : nothing}`;
}

/** @param {Reviewer} reviewer */
function addBetter(reviewer) {
  const n = reviewer.addBetter();
  notify(() => t('analyse.review.added', { n }));
  reviewer.desk.nameAll().catch(() => {});
}

/**
 * @param {Desk} desk
 * @param {Fault} fault
 */
function faultView(desk, { node, ply, seat }) {
  const better = ply ? textOf(ply.best) : '';
  return html`
    <li class="fault ${node.mark}" data-test="fault" data-mark=${node.mark} data-ply=${node.depth}>
      <button type="button" class="ply-link" data-test="fault-go" @click=${() => desk.go(node)}>
        <span class="seat-dot ${seat}" aria-hidden="true"></span>${nameOf(desk, node)}<span class="move-mark" aria-hidden="true">${MARK_SIGNS[node.mark]}</span>
        <span class="visually-hidden">, ${t(`analyse.seat.${desk.tree.game}.${seat}`)}, ${t(`analyse.mark.${node.mark}`)}</span>
      </button>
      ${ply ? html`
        <span class="fault-loss">${t('analyse.review.lost', { loss: percent(ply.points_lost ?? 0) })}</span>
        <button type="button" class="ply-link better" data-test="fault-better"
          @click=${() => showBetter(desk, node, ply)}>${t('analyse.review.better', { move: better })}</button>` : nothing}
    </li>`;
}

/**
 * Stands where the better move would be played, with that line as a variation.
 * @param {Desk} desk
 * @param {TreeNode} node
 * @param {import('../types.js').ReviewPly} ply
 */
function showBetter(desk, node, ply) {
  if (!node.parent) return;
  const [next] = betterLine(ply);
  desk.go(node.parent);
  if (next) desk.walkLine([next]);
  else desk.ask(ply.best.from);
}

/**
 * @param {Desk} desk
 * @param {Review} review
 */
function table(desk, review) {
  const dark = desk.tree.game === 'banqi';
  return html`
    <details class="graph-table" data-test="graph-table">
      <summary data-test="graph-table-toggle">${t('analyse.graph.table')}</summary>
      <div class="scroll-y" tabindex="0" role="region" aria-label=${t('analyse.graph.table')}>
        <table>
          <thead><tr>
            ${['move', 'score', 'mark', 'loss', ...(dark ? ['luck'] : [])].map((key) => html`<th scope="col">${t(`analyse.graph.${key}`)}</th>`)}
          </tr></thead>
          <tbody>${review.nodes.map((node, index) => tableRow(desk, review, node, index, dark))}</tbody>
        </table>
      </div>
    </details>`;
}

/**
 * @param {Desk} desk
 * @param {Review} review
 * @param {TreeNode} node
 * @param {number} index
 * @param {boolean} dark
 */
function tableRow(desk, review, node, index, dark) {
  const ply = review.plies[index];
  const fault = FAULTS.some((kind) => kind === node.mark);
  return html`
    <tr>
      <th scope="row"><button type="button" class="ply-link" data-test="table-go" @click=${() => desk.go(node)}>${nameOf(desk, node)}</button></th>
      <td>${scoreText(node.score)}</td>
      <td>${fault ? t(`analyse.mark.${node.mark}`) : ''}</td>
      <td>${ply ? percent(ply.points_lost ?? 0) : ''}</td>
      ${dark ? html`<td>${ply?.luck == null ? '' : signed(ply.luck)}</td>` : nothing}
    </tr>`;
}
