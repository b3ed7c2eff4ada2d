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
/** @typedef {import('../types.js').NestedNode} NestedNode */
/** @typedef {import('../types.js').NestedTree} NestedTree */
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
    /** Arrows and circles: `Gh2e2`, `Re4`. @type {string[]} */
    this.drawings = [];
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
    const open = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      this.nodes.delete(next.id);
      open.push(...next.children);
    }
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

  /**
   * The first node on the way to one that has a rival below it, seen from the node.
   * @param {TreeNode} node
   */
  #above(node) {
    /** @type {TreeNode | null} */
    let head = node;
    while (head?.parent && head.sibling(1) === head) head = head.parent;
    return head?.parent ? head : null;
  }

  /** @param {TreeNode} node */
  canDemote(node) {
    return this.#above(node) !== null;
  }

  /**
   * Moves the line a node belongs to down by one place among its rivals.
   * @param {TreeNode} node
   */
  demote(node) {
    const head = this.#above(node);
    if (!head) return;
    const siblings = head.parent?.children ?? [];
    const place = siblings.indexOf(head);
    siblings.splice(place, 1);
    siblings.splice(place + 1, 0, head);
  }

  /**
   * The line through a node to its end, with what is said on it, as a tree of its own.
   * @param {TreeNode} node
   * @returns {Tree}
   */
  line(node) {
    const line = new Tree(this.game, this.start, this.rules);
    line.headers = this.headers;
    describe(line.root, stored(this.root, new Map()));
    let end = line.root;
    for (const each of node.lineEnd().path()) {
      end = line.play(end, each.ply, each.reveal, each.text);
      describe(end, stored(each, new Map()));
    }
    return line;
  }

  /** The nodes of the main line, in order. */
  mainLine() {
    return this.root.lineEnd().path();
  }

  /** Every last node: the ends of all lines, the main line's first. */
  leaves() {
    return [...this.nodes.values()].filter((node) => node.children.length === 0);
  }

  /** Every node, each line to its end before its rivals. */
  all() {
    /** @type {TreeNode[]} */
    const found = [];
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      found.push(node);
      open.push(...node.children.toReversed());
    }
    return found;
  }

  /** @returns {StoredTree} */
  toJSON() {
    const { game, start, rules, review, headers } = this;
    const nodes = this.all();
    const places = new Map(nodes.map((node, place) => [node, place]));
    const told = Object.keys(headers).length > 0;
    return {
      version: 2,
      game,
      start,
      rules,
      nodes: nodes.map((node) => stored(node, places)),
      ...(review && { review }),
      ...(told && { headers }),
    };
  }

  /**
   * @param {StoredTree | NestedTree} json
   * @returns {Tree}
   */
  static from(json) {
    const tree = new Tree(json.game, json.start, json.rules);
    if (json.version === 2) tree.#load(json.nodes);
    else tree.#loadNested(tree.root, json.root);
    tree.review = json.review ?? null;
    tree.headers = json.headers ?? {};
    return tree;
  }

  /** @param {StoredNode[]} list */
  #load(list) {
    const nodes = [this.root];
    for (const [place, json] of list.entries()) {
      const parent = nodes[json.parent ?? 0] ?? this.root;
      const node = place === 0 ? this.root : this.play(parent, json.ply ?? '', json.reveal ?? null);
      nodes[place] = node;
      describe(node, json);
    }
  }

  /**
   * @param {TreeNode} node
   * @param {NestedNode} json
   */
  #loadNested(node, json) {
    describe(node, json);
    for (const child of json.children ?? []) {
      if (child.ply) this.#loadNested(this.play(node, child.ply, child.reveal ?? null), child);
    }
  }
}

/**
 * @param {TreeNode} node
 * @param {StoredNode} json
 */
function describe(node, json) {
  node.comment = json.comment ?? '';
  node.mark = json.mark ?? '';
  node.drawings = json.marks ?? [];
  node.score = json.score ?? null;
}

/**
 * @param {TreeNode} node
 * @param {Map<TreeNode, number>} places
 * @returns {StoredNode}
 */
function stored(node, places) {
  /** @type {StoredNode} */
  const json = {};
  if (node.parent) json.parent = places.get(node.parent);
  if (node.ply) json.ply = node.ply;
  if (node.reveal) json.reveal = node.reveal;
  if (node.comment) json.comment = node.comment;
  if (node.mark) json.mark = node.mark;
  if (node.drawings.length) json.marks = node.drawings;
  if (node.score) json.score = node.score;
  return json;
}
