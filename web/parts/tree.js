/**
 * A game with its variations: a tree of plies with comments, marks and scores.
 * It knows no rules; what may be played is the server's word.
 */

/** @typedef {import('../types.js').Score} Score */
/** @typedef {import('../types.js').Ply['text']} PlyText */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').PlyRequest} PlyRequest */
/** @typedef {import('../types.js').TreeNode} StoredNode */
/** @typedef {import('../types.js').Tree} StoredTree */
/** @typedef {import('../types.js').StoredReview} StoredReview */

/** One ply of the tree; the root has none and stands for the start. */
export class TreeNode {
  /** Plies from the start. */
  depth = 0;

  /**
   * @param {number} id
   * @param {TreeNode | null} parent
   * @param {string} ply empty for the root
   * @param {string | null} reveal the piece a flip turned up
   */
  constructor(id, parent, ply, reveal) {
    this.id = id;
    this.parent = parent;
    this.ply = ply;
    this.reveal = reveal;
    this.comment = '';
    this.mark = '';
    /** @type {Score | null} */
    this.score = null;
    /** @type {PlyText | null} */
    this.text = null;
    /** @type {TreeNode[]} */
    this.children = [];
    if (parent) this.depth = parent.depth + 1;
  }

  /** @returns {PlyRequest} */
  request() {
    return this.reveal ? { ply: this.ply, reveal: this.reveal } : { ply: this.ply };
  }

  /** Whether the node lies on the main line. */
  isMain() {
    /** @type {TreeNode} */
    let node = this;
    while (node.parent) {
      if (node.parent.children[0] !== node) return false;
      node = node.parent;
    }
    return true;
  }

  /** The nodes from the first ply to this one. */
  path() {
    /** @type {TreeNode[]} */
    const nodes = [];
    /** @type {TreeNode} */
    let node = this;
    while (node.parent) {
      nodes.push(node);
      node = node.parent;
    }
    return nodes.reverse();
  }

  /** The last node of the line that goes on from here. */
  lineEnd() {
    /** @type {TreeNode} */
    let node = this;
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /**
   * The variation above (-1) or below (+1), else this node.
   * @param {-1 | 1} step
   * @returns {TreeNode}
   */
  sibling(step) {
    const siblings = this.parent?.children ?? [this];
    return siblings[siblings.indexOf(this) + step] ?? this;
  }
}

/** A game tree. */
export class Tree {
  /**
   * @param {GameKind} game
   * @param {string} start FEN
   * @param {string} rules
   */
  constructor(game, start, rules) {
    this.game = game;
    this.start = start;
    this.rules = rules;
    /** What the last review found. @type {StoredReview | null} */
    this.review = null;
    /** What the game says about itself: event, players, date, result. @type {Record<string, string>} */
    this.headers = {};
    this.count = 0;
    this.root = new TreeNode(this.count++, null, '', null);
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map([[0, this.root]]);
  }

  /**
   * Plays a ply after a node: the child that already has it, or a new one.
   * @param {TreeNode} parent
   * @param {string} ply
   * @param {string | null} [reveal]
   * @param {PlyText | null} [text]
   * @returns {TreeNode}
   */
  play(parent, ply, reveal = null, text = null) {
    let child = parent.children.find((node) => node.ply === ply && node.reveal === reveal);
    if (!child) {
      child = new TreeNode(this.count++, parent, ply, reveal);
      parent.children.push(child);
      this.nodes.set(child.id, child);
    }
    child.text ??= text;
    return child;
  }

  /**
   * Plays several plies and returns the last node.
   * @param {TreeNode} parent
   * @param {{ply: string, reveal?: string | null, text?: PlyText | null}[]} plies
   */
  playAll(parent, plies) {
    let node = parent;
    for (const { ply, reveal, text } of plies) node = this.play(node, ply, reveal ?? null, text);
    return node;
  }

  /**
   * Removes a node with all that follows it; returns where to stand then.
   * @param {TreeNode} node
   * @returns {TreeNode}
   */
  remove(node) {
    if (!node.parent) {
      for (const child of [...node.children]) this.remove(child);
      return node;
    }
    node.parent.children = node.parent.children.filter((child) => child !== node);
    this.#forget(node);
    return node.parent;
  }

  /** @param {TreeNode} node */
  #forget(node) {
    this.nodes.delete(node.id);
    node.children.forEach((child) => this.#forget(child));
  }

  /**
   * Moves the variation a node belongs to up by one place among its rivals.
   * @param {TreeNode} node
   */
  promote(node) {
    /** @type {TreeNode | null} */
    let head = node;
    while (head?.parent && head.parent.children[0] === head) head = head.parent;
    if (!head?.parent) return;
    const siblings = head.parent.children;
    const place = siblings.indexOf(head);
    siblings.splice(place, 1);
    siblings.splice(place - 1, 0, head);
  }

  /** The nodes of the main line, in order. */
  mainLine() {
    return this.root.lineEnd().path();
  }

  /** Every last node: the ends of all lines, the main line's first. */
  leaves() {
    return [...this.nodes.values()].filter((node) => node.children.length === 0);
  }

  /** @returns {StoredTree} */
  toJSON() {
    const { game, start, rules, root, review, headers } = this;
    const told = Object.keys(headers).length > 0;
    return { version: 1, game, start, rules, root: stored(root), ...(review && { review }), ...(told && { headers }) };
  }

  /**
   * @param {StoredTree} json
   * @returns {Tree}
   */
  static from(json) {
    const tree = new Tree(json.game, json.start, json.rules);
    tree.#load(tree.root, json.root);
    tree.review = json.review ?? null;
    tree.headers = json.headers ?? {};
    return tree;
  }

  /**
   * @param {TreeNode} node
   * @param {StoredNode} json
   */
  #load(node, json) {
    node.comment = json.comment ?? '';
    node.mark = json.mark ?? '';
    node.score = json.score ?? null;
    for (const child of json.children ?? []) {
      if (child.ply) this.#load(this.play(node, child.ply, child.reveal ?? null), child);
    }
  }
}

/**
 * @param {TreeNode} node
 * @returns {StoredNode}
 */
function stored(node) {
  /** @type {StoredNode} */
  const json = { children: node.children.map(stored) };
  if (node.ply) json.ply = node.ply;
  if (node.reveal) json.reveal = node.reveal;
  if (node.comment) json.comment = node.comment;
  if (node.mark) json.mark = node.mark;
  if (node.score) json.score = node.score;
  return json;
}
