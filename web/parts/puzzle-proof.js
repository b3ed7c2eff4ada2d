/**
 * The proof of a puzzle as a tree: every answer, and what beats it.
 * @module parts/puzzle-proof
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t, tc, tn } from '../i18n/index.js';
import { plyText } from './move-list.js';

/** @typedef {import('../types.js').ProofNode} ProofNode */
/** @typedef {import('./puzzle-table.js').PuzzleTable} PuzzleTable */

/** @param {ProofNode['value']} value */
function valueText({ left, result, percent }) {
  if (percent !== undefined) return t('puzzles.percent', { percent });
  if (result !== undefined) return tc('puzzles.result', result);
  return left === undefined || left === 0 ? '' : tn('puzzles.left', left);
}

/**
 * The numbers of the nodes below one.
 * @param {ProofNode[]} nodes
 */
function childrenOf(nodes) {
  /** @type {Map<number | null, number[]>} */
  const found = new Map();
  for (const [number, { parent }] of nodes.entries()) {
    const list = found.get(parent) ?? [];
    list.push(number);
    found.set(parent, list);
  }
  return found;
}

/** @param {PuzzleTable} table */
export function proofView(table) {
  const { proof } = table;
  if (proof === null) return nothing;
  const children = childrenOf(proof);
  /**
   * @param {number} number
   * @returns {unknown}
   */
  const moveView = (number) => {
    const node = /** @type {ProofNode} */ (proof[number]);
    const here = table.shown?.node === number;
    const value = valueText(node.value);
    return html`
      <button type="button" class="proof-move ${node.good ? '' : 'poor'}" data-test="proof-move" aria-current=${here ? 'true' : nothing}
        @click=${() => table.look(here ? null : number)}>${plyText(node.ply)}</button>
      ${value ? html`<span class="muted small">${value}</span>` : nothing}${node.cut ? html`<span class="muted small">${t('puzzles.cut')}</span>` : nothing}`;
  };
  /**
   * @param {number | null} parent
   * @param {number} depth
   * @returns {unknown}
   */
  const listView = (parent, depth) => {
    const below = children.get(parent) ?? [];
    if (below.length === 0) return nothing;
    return html`<ul class="proof-list">${below.map((number) => {
      const more = children.has(number);
      if (!more || depth < 2) return html`<li>${moveView(number)}${listView(number, depth + 1)}</li>`;
      return html`<li>${moveView(number)}<details><summary data-test="proof-more"><span class="visually-hidden">${t('puzzles.more_of', { move: plyText(/** @type {ProofNode} */ (proof[number]).ply) })}</span></summary>${listView(number, depth + 1)}</details></li>`;
    })}</ul>`;
  };
  return html`
    <section class="proof" aria-labelledby="proof-title" data-test="proof">
      <h2 id="proof-title">${t('puzzles.proof')}</h2>
      <p class="muted small">${t('puzzles.proof_how')}</p>
      <div class="proof-tree" tabindex="0" role="region" aria-label=${t('puzzles.proof')}>${listView(null, 0)}</div>
    </section>`;
}
