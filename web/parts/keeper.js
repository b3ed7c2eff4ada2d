/** Where an analysis comes from and where its changes are kept. */

import { get, post, put, remove } from '../api.js';
import { reportError } from '../notices.js';
import { pgnDate } from './pgn.js';
import { seatText } from './seat.js';
import { Tree } from './tree.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').Tree} StoredTree */
/** @typedef {import('../types.js').ChapterInfo} ChapterInfo */

/** @typedef {{kind: 'game', id: string} | {kind: 'study', id: string, chapter: number} | {kind: 'loose'}} Source */
/** @typedef {'kept' | 'saving' | 'loose' | 'failed'} KeepState */
/** @typedef {{id: string, title: string, game: GameKind, updated: number}} StudySummary */

const SETTLE_MS = 600;
/** How soon a save that was refused is tried again by itself. */
const RETRY_MS = 15_000;

/** Keeps a tree on the server, or for a loose one in this tab. */
export class Keeper {
  /**
   * @param {Source} source
   * @param {Tree} tree
   * @param {string} title
   * @param {() => void} update
   */
  constructor(source, tree, title, update) {
    /** @type {Source} */
    this.source = source;
    this.tree = tree;
    this.title = title;
    this.update = update;
    /** The chapters of a study. @type {ChapterInfo[]} */
    this.chapters = [];
    /** @type {KeepState} */
    this.state = source.kind === 'loose' ? 'loose' : 'kept';
    this.timer = 0;
    this.changed = false;
    /** Where a loose tree is kept: leaving the page changes the address before it is told. */
    this.looseKey = looseKey(location.search);
  }

  /** Something has changed: keep it soon. */
  touch() {
    clearTimeout(this.timer);
    this.changed = true;
    // A failure is shown until something was kept.
    if (this.source.kind !== 'loose' && this.state !== 'failed') this.state = 'saving';
    this.timer = window.setTimeout(() => this.flush(), SETTLE_MS);
    this.update();
  }

  /** Keeps what has not been kept yet. */
  async flush() {
    clearTimeout(this.timer);
    if (!this.changed) return;
    this.changed = false;
    if (this.source.kind === 'loose') return keepLoose(this.looseKey, this.tree);
    try {
      await this.#send();
      this.state = this.changed ? 'saving' : 'kept';
    } catch (error) {
      this.#refused(error);
    }
    this.update();
  }

  /**
   * What could not be kept is still to be kept: with the next change, after a while,
   * or when the page is left.
   * @param {unknown} error
   */
  #refused(error) {
    if (this.state !== 'failed') reportError(error);
    this.state = 'failed';
    this.changed = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.flush(), RETRY_MS);
  }

  #send() {
    const { source, tree, title } = this;
    if (source.kind === 'game') return put(`/api/games/${source.id}/tree`, tree);
    if (source.kind === 'study') return put(`/api/studies/${source.id}`, { ...study(tree, title), chapter: source.chapter });
    return Promise.resolve();
  }

  /** The page is left: a last try, and no more. */
  close() {
    const last = this.flush();
    void last.finally(() => clearTimeout(this.timer));
  }

  /** Lets a loose tree go: something new is begun. */
  abandon() {
    this.changed = false;
    clearTimeout(this.timer);
  }

  /**
   * Makes a study of it; from then on its changes are kept by themselves.
   * @param {string} title
   * @returns {Promise<string>} the study's id
   */
  async saveAsStudy(title) {
    /** @type {{id: string}} */
    const { id } = await post('/api/studies', study(this.tree, title));
    this.source = { kind: 'study', id, chapter: 1 };
    this.chapters = [{ id: 1, title: '' }];
    this.title = title;
    this.state = 'kept';
    this.abandon();
    this.update();
    return id;
  }
}

/**
 * @param {Tree} tree
 * @param {string} title
 */
function study(tree, title) {
  const { game, start, rules } = tree;
  return { game, start, rules, title, tree };
}

/**
 * Puts a tree where the analysis page of an address looks for it.
 * @param {string} address
 * @param {Tree} tree
 */
export function layOut(address, tree) {
  keepLoose(looseKey(new URL(address, location.href).search), tree);
}

/**
 * @param {string} key
 * @param {Tree} tree
 */
function keepLoose(key, tree) {
  try {
    sessionStorage.setItem(key, JSON.stringify(tree));
  } catch {
    // Without storage a reload starts afresh, which is all that is lost.
  }
}

/**
 * The loose tree of this address, if this tab has one.
 * @returns {Tree | null}
 */
export function looseTree() {
  try {
    const text = sessionStorage.getItem(looseKey(location.search));
    return text ? Tree.from(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/**
 * Forgets the loose tree of an address.
 * @param {string} search
 */
export function forgetLoose(search) {
  try {
    sessionStorage.removeItem(looseKey(search));
  } catch {
    // Nothing was kept, then.
  }
}

/** @param {string} search */
function looseKey(search) {
  return `chuhe.analysis ${search}`;
}

/**
 * A played game's tree: what was kept of it, with the game as its main line.
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function treeOfGame(id, signal) {
  /** @type {Game} */
  const game = await get(`/api/games/${id}`, signal);
  const kept = await storedTree(id, signal);
  const tree = kept ? Tree.from(kept) : new Tree(game.game, game.start, game.rules);
  const plies = game.plies.map(({ ply, reveal, text }) => ({ ply, reveal: reveal ?? null, text }));
  tree.playAll(tree.root, plies);
  tree.headers = { ...tree.headers, ...headersOf(game) };
  return { tree, game };
}

/**
 * Who played, when, and how it ended, as PGN says it.
 * @param {Game} game
 * @returns {Record<string, string>}
 */
function headersOf({ game, first, second, created, result }) {
  const [one, two] = game === 'xiangqi' ? ['Red', 'Black'] : ['First', 'Second'];
  const results = { first: '1-0', second: '0-1' };
  return {
    Event: 'Chuhe',
    Date: pgnDate(created),
    [one]: seatText(first),
    [two]: seatText(second),
    ...(result && { Result: result.winner ? results[result.winner] : '1/2-1/2' }),
  };
}

/**
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<StoredTree | null>}
 */
async function storedTree(id, signal) {
  try {
    return await get(`/api/games/${id}/tree`, signal);
  } catch {
    // None was kept yet.
    return null;
  }
}

/**
 * A chapter of a study; the first one unless another is named.
 * @param {string} id
 * @param {number | null} wanted
 * @param {AbortSignal} signal
 */
export async function treeOfStudy(id, wanted, signal) {
  /** @type {{title: string, tree: StoredTree, chapters: (ChapterInfo & {tree: StoredTree})[]}} */
  const { title, tree, chapters } = await get(`/api/studies/${id}`, signal);
  const found = chapters.find((each) => each.id === wanted) ?? chapters[0];
  const infos = chapters.map(({ id: number, title: name }) => ({ id: number, title: name }));
  return { tree: Tree.from(found?.tree ?? tree), title, chapters: infos, chapter: found?.id ?? 1 };
}

/** @returns {Promise<StudySummary[]>} */
export async function listStudies() {
  /** @type {{studies: StudySummary[]}} */
  const { studies } = await get('/api/studies');
  return studies;
}

/** @param {string} id */
export function deleteStudy(id) {
  return remove(`/api/studies/${id}`);
}
