/**
 * How a tree is set out as a move list: the main line in numbered rows of two,
 * variations and comments between them.
 */

/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('./tree.js').Tree} Tree */

/**
 * One row of the main line.
 * @typedef {object} Row
 * @property {'row'} kind
 * @property {number} number
 * @property {TreeNode | null} first
 * @property {TreeNode | null} second
 */
/** @typedef {{kind: 'comment', node: TreeNode}} Comment */
/** @typedef {{kind: 'move', node: TreeNode, label: string}} InlineMove */
/** @typedef {{kind: 'branch', items: Inline[]}} Branch */
/** @typedef {InlineMove | Comment | Branch} Inline */
/** @typedef {Row | Comment | Branch} Block */

/**
 * @param {Tree} tree
 * @param {boolean} secondBegins whether the second seat moves first in the start position
 * @returns {Block[]}
 */
export function layout(tree, secondBegins) {
  const numbering = new Numbering(secondBegins);
  /** @type {Block[]} */
  const blocks = [];
  if (tree.root.comment) blocks.push({ kind: 'comment', node: tree.root });
  /** @type {Row | null} */
  let open = null;
  for (const node of tree.mainLine()) {
    const isSecond = numbering.isSecond(node);
    if (!open) {
      open = { kind: 'row', number: numbering.number(node), first: null, second: null };
      blocks.push(open);
    }
    open[isSecond ? 'second' : 'first'] = node;
    const between = interruptions(node, numbering);
    blocks.push(...between);
    if (isSecond || between.length) open = null;
  }
  return blocks;
}

/**
 * What stands between a ply and the next of its line: its comment and its rivals.
 * @param {TreeNode} node
 * @param {Numbering} numbering
 * @returns {(Comment | Branch)[]}
 */
function interruptions(node, numbering) {
  /** @type {(Comment | Branch)[]} */
  const items = [];
  if (node.comment) items.push({ kind: 'comment', node });
  for (const rival of node.parent?.children.slice(1) ?? []) {
    items.push({ kind: 'branch', items: branch(rival, numbering) });
  }
  return items;
}

/**
 * A variation in running text.
 * @param {TreeNode} head
 * @param {Numbering} numbering
 * @returns {Inline[]}
 */
function branch(head, numbering) {
  /** @type {Inline[]} */
  const items = [];
  let labelled = true;
  /** @type {TreeNode | undefined} */
  let node = head;
  while (node) {
    items.push({ kind: 'move', node, label: numbering.label(node, labelled) });
    const between = node === head ? commentOf(node) : interruptions(node, numbering);
    items.push(...between);
    labelled = between.length > 0;
    node = node.children[0];
  }
  return items;
}

/**
 * @param {TreeNode} node
 * @returns {Comment[]}
 */
function commentOf(node) {
  return node.comment ? [{ kind: 'comment', node }] : [];
}

/** Move numbers, which count both seats' plies as one move. */
class Numbering {
  /** @param {boolean} secondBegins */
  constructor(secondBegins) {
    this.offset = secondBegins ? 1 : 0;
  }

  /** @param {TreeNode} node */
  isSecond(node) {
    return (node.depth - 1 + this.offset) % 2 === 1;
  }

  /** @param {TreeNode} node */
  number(node) {
    return Math.floor((node.depth - 1 + this.offset) / 2) + 1;
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} always also on the second seat's plies
   */
  label(node, always) {
    if (!this.isSecond(node)) return `${this.number(node)}.`;
    return always ? `${this.number(node)}…` : '';
  }
}
