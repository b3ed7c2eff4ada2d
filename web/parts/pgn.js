/** A tree as text to copy: plain moves, or a PGN with variations and comments. */

import { post } from '../api.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../types.js').Notation} Notation */

/**
 * A ply in a notation; coordinates as long as the server has not named it.
 * @param {TreeNode} node
 * @param {Notation} notation
 */
export function plyText(node, notation) {
  const bare = node.reveal && !node.ply.includes('=') ? `${node.ply.slice(0, 2)}=${node.reveal}` : node.ply;
  return node.text?.[notation] ?? bare;
}

/**
 * The main line's moves with numbers.
 * @param {Tree} tree
 * @param {Notation} notation
 * @param {boolean} secondBegins
 */
export function writeMoves(tree, notation, secondBegins) {
  return tree
    .mainLine()
    .map((node) => `${numberOf(node, secondBegins, node.depth === 1)}${plyText(node, notation)}`)
    .join(' ');
}

/**
 * The tree as PGN with comments and variations; the server writes it, as it writes
 * every other one.
 * @param {Tree} tree
 * @param {Notation} notation
 * @param {Record<string, string>} [headers] besides those of the tree
 * @returns {Promise<string>}
 */
export async function writePgn(tree, notation, headers = {}) {
  /** @type {{text: string}} */
  const { text } = await post('/api/pgn', {
    tree: tree.toJSON(),
    notation,
    headers: { Date: pgnDate(Date.now()), ...tree.headers, ...headers },
  });
  return text;
}

/**
 * `yyyy.mm.dd`.
 * @param {number} milliseconds
 */
export function pgnDate(milliseconds) {
  const date = new Date(milliseconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}

/**
 * @param {TreeNode} node
 * @param {boolean} secondBegins
 * @param {boolean} always
 */
function numberOf(node, secondBegins, always) {
  const place = node.depth - 1 + (secondBegins ? 1 : 0);
  if (place % 2 === 0) return `${place / 2 + 1}. `;
  return always ? `${(place + 1) / 2}... ` : '';
}
