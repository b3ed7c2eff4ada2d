/** The move list of a tree: rows of the main line, variations, comments and tools. */

import { html, nothing, repeat } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { copyText } from './copy.js';
import { icon } from './icon.js';
import { plyText, writeMoves } from './pgn.js';
import { MARK_SIGNS } from './review.js';
import { scoreText } from './score.js';
import { layout } from './tree-layout.js';
import { Tree } from './tree.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('./tree-layout.js').Block} Block */
/** @typedef {import('./tree-layout.js').Inline} Inline */
/** @typedef {import('../types.js').Tree} StoredTree */

/** What can be undone: the tree before the last deletion, and the way to where one stood. */
export class Bin {
  constructor() {
    /** @type {{stored: StoredTree, way: number[]} | null} */
    this.last = null;
  }
}

/**
 * @param {Desk} desk
 * @param {Bin} bin
 * @param {unknown} below what is said about the move one stands on
 */
export function movesPanel(desk, bin, below) {
  const blocks = layout(desk.tree, desk.secondBegins);
  return html`
    <section class="card moves" aria-labelledby="moves-title" data-test="moves-panel">
      <div class="row spread moves-head"><h2 id="moves-title">${t('analyse.moves.title')}</h2>${tools(desk, bin)}</div>
      <div class="moves-scroll" tabindex="-1" data-test="moves">
        ${startButton(desk)}
        ${blocks.length ? nothing : html`<p class="muted small">${t('analyse.moves.empty')}</p>`}
        ${repeat(blocks, blockKey, (block) => blockView(desk, block))}
      </div>
      ${below}
    </section>`;
}

/** @param {Block} block */
function blockKey(block) {
  if (block.kind === 'row') return `r${block.first?.id ?? ''}/${block.second?.id ?? ''}`;
  if (block.kind === 'comment') return `c${block.node.id}`;
  const head = block.items[0];
  return `b${head?.kind === 'move' ? head.node.id : ''}`;
}

/** @param {Desk} desk */
function startButton(desk) {
  const here = desk.node === desk.tree.root;
  return html`
    <button type="button" class="move start ${here ? 'here' : ''}" data-test="move-start" tabindex=${here ? 0 : -1}
      aria-current=${here ? 'true' : nothing} @click=${() => desk.go(desk.tree.root)}>${t('analyse.moves.start')}</button>`;
}

/**
 * @param {Desk} desk
 * @param {Block} block
 */
function blockView(desk, block) {
  if (block.kind === 'comment') return commentView(desk, block.node);
  if (block.kind === 'branch') return branchView(desk, block.items);
  return html`
    <div class="move-row">
      <span class="move-number">${block.number}.</span>
      ${block.first ? moveButton(desk, block.first) : html`<span class="move gap">…</span>`}
      ${block.second ? moveButton(desk, block.second) : html`<span></span>`}
    </div>`;
}

/**
 * @param {Desk} desk
 * @param {TreeNode} node
 */
function moveButton(desk, node) {
  const here = desk.node === node;
  const sign = MARK_SIGNS[node.mark];
  return html`
    <button type="button" class="move ${here ? 'here' : ''} ${sign ? node.mark : ''}" data-test="move" data-ply=${node.depth}
      data-node=${node.id} data-mark=${node.mark || nothing} tabindex=${here ? 0 : -1} aria-current=${here ? 'true' : nothing}
      @click=${() => desk.go(node)}>
      <span class="move-text">${plyText(node, settings().notation)}</span>
      ${sign ? html`<span class="move-mark" aria-hidden="true">${sign}</span><span class="visually-hidden">, ${t(`analyse.mark.${node.mark}`)}</span>` : nothing}
      ${node.score ? html`<span class="move-score">${scoreText(node.score)}</span>` : nothing}
    </button>`;
}

/**
 * @param {Desk} desk
 * @param {Inline[]} items
 * @returns {unknown}
 */
function branchView(desk, items) {
  return html`
    <div class="branch" role="group" aria-label=${t('analyse.moves.variation')} data-test="variation">
      ${items.map((item) => {
        if (item.kind === 'comment') return commentView(desk, item.node);
        if (item.kind === 'branch') return branchView(desk, item.items);
        return html`<span class="branch-move">${item.label ? html`<span class="move-number">${item.label}</span>` : nothing}${moveButton(desk, item.node)}</span>`;
      })}
    </div>`;
}

/**
 * @param {Desk} desk
 * @param {TreeNode} node
 */
function commentView(desk, node) {
  return html`<p class="comment" data-test="comment" @click=${() => desk.go(node)}>${node.comment}</p>`;
}

/**
 * @param {Desk} desk
 * @param {Bin} bin
 */
function tools(desk, bin) {
  const { node } = desk;
  return html`
    <div class="row">
      ${bin.last ? tool('undo-delete', 'undo', t('analyse.moves.restore'), false, () => restore(desk, bin)) : nothing}
      ${tool('copy-line', 'copy', t('analyse.moves.copy'), !desk.tree.root.children.length, () => copyLine(desk))}
      ${tool('promote', 'up', t('analyse.moves.promote'), node.isMain(), () => promote(desk))}
      ${tool('demote', 'down', t('analyse.moves.demote'), !desk.tree.canDemote(node), () => demote(desk))}
      ${tool('delete-from-here', 'trash', t('analyse.moves.delete'), !node.parent, () => removeHere(desk, bin))}
    </div>`;
}

/**
 * @param {string} name
 * @param {string} sign
 * @param {string} label
 * @param {boolean} off
 * @param {() => void} act
 */
function tool(name, sign, label, off, act) {
  return html`<button type="button" class="icon-button" data-test=${name} aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${icon(sign)}</button>`;
}

/** @param {Desk} desk */
export function promote(desk) {
  desk.tree.promote(desk.node);
  desk.edited();
}

/** @param {Desk} desk */
export function demote(desk) {
  desk.tree.demote(desk.node);
  desk.edited();
}

/**
 * The line one stands in, to its end, as text.
 * @param {Desk} desk
 */
function copyLine({ tree, node, secondBegins }) {
  void copyText(writeMoves(tree.line(node), settings().notation, secondBegins));
}

/**
 * @param {Desk} desk
 * @param {Bin} bin
 */
export function removeHere(desk, bin) {
  if (!desk.node.parent) return;
  bin.last = { stored: structuredClone(desk.tree.toJSON()), way: wayTo(desk.node) };
  desk.go(desk.tree.remove(desk.node));
  desk.edited();
}

/**
 * @param {Desk} desk
 * @param {Bin} bin
 */
function restore(desk, bin) {
  if (!bin.last) return;
  const { stored, way } = bin.last;
  bin.last = null;
  desk.replaceTree(Tree.from(stored));
  desk.go(way.reduce((node, place) => node.children[place] ?? node, desk.tree.root));
  desk.edited();
  desk.nameAll().catch(() => {});
}

/**
 * The places among rivals on the way to a node.
 * @param {TreeNode} node
 */
function wayTo(node) {
  return node.path().map((each) => each.parent?.children.indexOf(each) ?? 0);
}
