/** A tree as text to copy: plain moves, or a PGN with variations and comments. */

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../types.js').Notation} Notation */

/** What the `Format` header calls a notation. */
const FORMATS = /** @type {Record<Notation, string>} */ ({
  zh_hant: 'Chinese',
  zh_hans: 'Chinese',
  wxf: 'WXF',
  iccs: 'ICCS',
});

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
 * @param {Tree} tree
 * @param {Notation} notation
 * @param {boolean} secondBegins
 * @param {Record<string, string>} [headers]
 */
export function writePgn(tree, notation, secondBegins, headers = {}) {
  const all = {
    Game: tree.game === 'xiangqi' ? 'Chinese Chess' : 'Chinese Dark Chess',
    ...headers,
    Rules: tree.rules,
    Format: FORMATS[notation],
    FEN: tree.start,
  };
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "'")}"]`);
  const words = [...comment(tree.root), ...line(tree.root, notation, secondBegins, true)];
  return `${lines.join('\n')}\n\n${[...words, headers.Result ?? '*'].join(' ')}\n`;
}

/**
 * What follows a node: its main child, the rivals in brackets, and so on.
 * @param {TreeNode} parent
 * @param {Notation} notation
 * @param {boolean} secondBegins
 * @param {boolean} fresh whether the next ply needs its number
 * @returns {string[]}
 */
function line(parent, notation, secondBegins, fresh) {
  const [main, ...rivals] = parent.children;
  if (!main) return [];
  const word = (/** @type {TreeNode} */ node, /** @type {boolean} */ numbered) =>
    `${numberOf(node, secondBegins, numbered)}${plyText(node, notation)}`;
  const brackets = rivals.flatMap((rival) => {
    const rest = line(rival, notation, secondBegins, Boolean(rival.comment));
    return [`(${[word(rival, true), ...comment(rival), ...rest].join(' ')})`];
  });
  const broken = brackets.length > 0 || Boolean(main.comment);
  return [word(main, fresh), ...comment(main), ...brackets, ...line(main, notation, secondBegins, broken)];
}

/** @param {TreeNode} node */
function comment(node) {
  return node.comment ? [`{${node.comment.replace(/[{}]/g, ' ')}}`] : [];
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
