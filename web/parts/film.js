/**
 * A game as an animated GIF: the board after each ply of a line, with what is drawn there.
 * @module parts/film
 */

import { ChuheBoard } from '../board/board.js';
import { svgText } from '../board/picture.js';
import { boardInput } from './board-input.js';
import { drawn } from './drawings.js';
import { GifWriter, paletteOf } from './gif.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../types.js').Board} Board */

const WIDTH = 480;
const PLY_MS = 1000;
const LAST_MS = 3000;
/** More plies are a film nobody watches. */
export const MOST_PLIES = 400;

/**
 * The pieces after each node of a line, the start first.
 * @param {Record<string, string>} start
 * @param {TreeNode[]} nodes
 */
export function boardsOf(start, nodes) {
  const boards = [start];
  for (const { ply, reveal } of nodes) {
    const pieces = { ...boards.at(-1) };
    const [from, to] = [ply.slice(0, 2), ply.includes('=') ? ply.slice(0, 2) : ply.slice(2, 4)];
    const piece = reveal ?? (ply.includes('=') ? ply.slice(3) : pieces[from]);
    delete pieces[from];
    if (piece) pieces[to || from] = piece;
    boards.push(pieces);
  }
  return boards;
}

/**
 * @param {ChuheBoard} board
 * @param {CanvasRenderingContext2D} context
 */
async function photograph(board, context) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(board))}`;
  await image.decode();
  const { width, height } = context.canvas;
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/**
 * The line through where one stands.
 * @param {Desk} desk
 * @param {Board} start the board at the start
 * @param {boolean} flipped
 * @param {(done: number, of: number) => void} tell
 * @returns {Promise<Blob>}
 */
export async function film({ node, tree }, start, flipped, tell) {
  const nodes = node.lineEnd().path().slice(0, MOST_PLIES);
  const boards = boardsOf(start.pieces, nodes);
  const board = new ChuheBoard();
  board.className = 'off-screen';
  board.inert = true;
  document.body.append(board);
  try {
    const show = (/** @type {number} */ at) => {
      const here = at ? nodes[at - 1] : tree.root;
      const ply = here?.ply ?? '';
      const last = at && ply ? { from: ply.slice(0, 2), to: ply.includes('=') ? null : ply.slice(2, 4) } : null;
      const extra = { pieces: boards[at] ?? {}, legal: {}, flips: [], check: [], last, flipped, animate: false, tall: false, arrows: drawn(here?.drawings ?? []) };
      board.input = boardInput(start, extra);
    };
    show(0);
    const [, , width = 1, height = 1] = (board.querySelector('svg')?.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * height) / width);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('the browser draws no pictures');
    const samples = [];
    for (const at of new Set([0, Math.floor(nodes.length / 2), nodes.length])) {
      show(at);
      samples.push(await photograph(board, context));
    }
    const gif = new GifWriter(canvas.width, canvas.height, paletteOf(samples));
    for (let at = 0; at <= nodes.length; at++) {
      show(at);
      gif.frame(await photograph(board, context), at === nodes.length ? LAST_MS : PLY_MS);
      tell(at + 1, nodes.length + 1);
    }
    return gif.end();
  } finally {
    board.remove();
  }
}
