/** What the address of the analysis page asks for, as a tree. */

import { about, get, post } from '../api.js';
import { settings } from '../settings.js';
import { looseTree, treeOfGame, treeOfStudy } from './keeper.js';
import { treeOf } from './paste.js';
import { Tree } from './tree.js';

/** @typedef {import('./keeper.js').Source} Source */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../types.js').GameKind} GameKind */

/**
 * @typedef {object} Opened
 * @property {Source} source
 * @property {Tree} tree
 * @property {string} title
 * @property {import('../types.js').ChapterInfo[]} [chapters]  of a study
 * @property {TreeNode} node where to stand first
 * @property {boolean} flipped whether the second seat's player looks on
 */

/**
 * `?game_id=`, `?study=`, `?library=`, `?run=&number=`, or `?game=&fen=&moves=`; `ply=` says where to stand.
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 */
export async function openSource(query, signal) {
  const [id, study, library] = [query.get('game_id'), query.get('study'), query.get('library')];
  const run = query.get('run');
  if (library) return openRecord(`/api/library/games/${encodeURIComponent(library)}`, query, signal);
  if (run) return openRecord(`/api/runs/${encodeURIComponent(run)}/games/${encodeURIComponent(query.get('number') ?? '0')}`, query, signal);
  if (id) {
    const { tree, game } = await treeOfGame(id, signal);
    const end = tree.root.lineEnd();
    const flipped = game.first.kind === 'engine' && game.second.kind === 'human';
    return { source: { kind: 'game', id }, tree, title: '', node: standing(tree, query, end), flipped };
  }
  if (study) {
    const wanted = query.get('chapter');
    const { tree, title, chapters, chapter } = await treeOfStudy(study, wanted === null ? null : Number(wanted), signal);
    return { source: { kind: 'study', id: study, chapter }, tree, title, chapters, node: standing(tree, query, tree.root), flipped: false };
  }
  const tree = looseTree() ?? (await newTree(query));
  return { source: { kind: 'loose' }, tree, title: '', node: standing(tree, query, tree.root.lineEnd()), flipped: false };
}

/**
 * A game of the archive or of a match; changes stay in this tab until they are saved.
 * @param {string} path where the server has it
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 */
async function openRecord(path, query, signal) {
  /** @type {import('../types.js').PasteAnswer} */
  const game = await get(path, signal);
  const rules = settings()[game.board.game === 'xiangqi' ? 'rules_xiangqi' : 'rules_banqi'];
  const tree = looseTree() ?? treeOf(game, rules);
  const [red, black] = [tree.headers.Red ?? tree.headers.First, tree.headers.Black ?? tree.headers.Second];
  const title = red || black ? `${red || '?'} – ${black || '?'}` : '';
  return { source: { kind: 'loose' }, tree, title, node: standing(tree, query, tree.root), flipped: false };
}

/**
 * @param {Tree} tree
 * @param {URLSearchParams} query
 * @param {TreeNode} otherwise
 */
function standing(tree, query, otherwise) {
  const ply = query.get('ply');
  if (ply === null) return otherwise;
  return tree.mainLine()[Number(ply) - 1] ?? tree.root;
}

/** @param {URLSearchParams} query */
async function newTree(query) {
  /** @type {GameKind} */
  const game = query.get('game') === 'banqi' ? 'banqi' : 'xiangqi';
  const start = query.get('fen') || (await about())[game].start;
  const rules = query.get('rules') || settings()[game === 'xiangqi' ? 'rules_xiangqi' : 'rules_banqi'];
  const tree = new Tree(game, start, rules);
  const moves = (query.get('moves') ?? '').split(',').filter(Boolean);
  if (moves.length) tree.playAll(tree.root, await legalPlies(game, start, moves));
  return tree;
}

/**
 * An address may have been cut or typed: its moves count up to the first impossible one.
 * @param {GameKind} game
 * @param {string} start
 * @param {string[]} moves `h2e2`, or `a1=R` for a flip with its outcome
 */
async function legalPlies(game, start, moves) {
  const text = `position fen ${start} moves ${moves.join(' ')}`;
  /** @type {import('../types.js').PasteAnswer} */
  const { plies } = await post('/api/paste', { game, text });
  return plies;
}

/**
 * The address that opens a line of plies, so that a reload or a link brings it back.
 * @param {GameKind} game
 * @param {string} start
 * @param {{ply: string, reveal?: string | null}[]} plies
 */
export function addressOf(game, start, plies) {
  const query = new URLSearchParams({ game, fen: start });
  const moves = plies.map(({ ply, reveal }) => (reveal ? `${ply.slice(0, 2)}=${reveal}` : ply));
  if (moves.length) query.set('moves', moves.join(','));
  return `/analyse?${query}`;
}
