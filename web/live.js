/**
 * The one WebSocket of this tab. It reconnects by itself and then asks again for
 * everything that was being watched, so callers need not care.
 * @module live
 */

import { ApiError } from './api.js';

/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').Analysis} Analysis */
/** @typedef {import('./types.js').ReviewPly} ReviewPly */
/** @typedef {import('./types.js').ReviewEnd} ReviewEnd */
/** @typedef {'connecting' | 'open' | 'lost'} LiveState */
/** @typedef {{ type: string, key?: number, [field: string]: unknown }} Message */

const PING_EVERY_MS = 20_000;
const SILENCE_LIMIT_MS = 45_000;
const LONGEST_WAIT_MS = 8_000;
/** A connection that held so long was a good one. */
const LASTING_MS = 10_000;
/** The server closes the connection on larger messages (`limits.message_bytes`). */
const MOST_CHARACTERS = 120_000;

/** @type {WebSocket | null} */
let socket = null;
/** @type {LiveState} */
let state = 'connecting';
let attempts = 0;
let lastHeard = 0;
/** When the connection was opened; 0 while there is none. */
let openedAt = 0;
let nextKey = 1;
let everOpen = false;

/** @type {Set<(state: LiveState) => void>} */
const stateListeners = new Set();
/** @typedef {{ changed: (game: Game) => void, gone?: () => void }} Watcher */
/** @type {Map<string, Set<Watcher>>} */
const watchers = new Map();
/** @type {Map<number, { request: Message, listen: (message: any) => void }>} */
const jobs = new Map();
/** @type {Set<() => void>} */
const reconnectListeners = new Set();
/** @type {Set<(error: ApiError) => void>} */
const errorListeners = new Set();

/** @param {LiveState} next */
function setState(next) {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener(state);
}

/** @param {object} message */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** @param {Message} message */
function receive(message) {
  if (message.type === 'game') {
    const game = /** @type {Game} */ (message.game);
    for (const watcher of watchers.get(game.id) ?? []) watcher.changed(game);
  } else if (message.type === 'gone') {
    for (const watcher of watchers.get(String(message.id)) ?? []) watcher.gone?.();
  } else if (message.key !== undefined) {
    jobs.get(message.key)?.listen(message);
  } else if (message.type === 'error') {
    const { code, message: text } = /** @type {{ code: string, message: string }} */ (message.error);
    for (const listener of errorListeners) listener(new ApiError(0, code, text));
  }
}

function opened() {
  openedAt = performance.now();
  lastHeard = performance.now();
  setState('open');
  for (const id of watchers.keys()) send({ type: 'watch', id });
  for (const job of jobs.values()) send(job.request);
  if (everOpen) for (const listener of reconnectListeners) listener();
  everOpen = true;
}

function lost() {
  socket = null;
  // A connection that does not last is not tried again at once, over and over.
  if (openedAt !== 0 && performance.now() - openedAt > LASTING_MS) attempts = 0;
  openedAt = 0;
  setState('lost');
  const wait = Math.min(LONGEST_WAIT_MS, 250 * 2 ** attempts++);
  setTimeout(connect, wait);
}

/** Opens the socket; called once at start, and by itself after a loss. */
export function connect() {
  if (socket !== null) return;
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const mine = new WebSocket(`${scheme}//${location.host}/api/live`);
  socket = mine;
  mine.addEventListener('open', opened);
  mine.addEventListener('message', (event) => {
    lastHeard = performance.now();
    receive(JSON.parse(event.data));
  });
  mine.addEventListener('close', () => {
    if (socket === mine) lost();
  });
}

setInterval(() => {
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (performance.now() - lastHeard > SILENCE_LIMIT_MS) socket.close();
  else send({ type: 'ping' });
}, PING_EVERY_MS);

/** @returns {LiveState} */
export const liveState = () => state;

/**
 * Tells of every change of the connection.
 * @param {(state: LiveState) => void} listener
 * @returns {() => void} stops telling
 */
export function onLiveState(listener) {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/**
 * Tells when the connection is back after a loss: the moment to read again what
 * was missed.
 * @param {() => void} listener
 * @returns {() => void} stops telling
 */
export function onReconnect(listener) {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/**
 * Tells of errors that belong to no job, such as an engine that failed in a game.
 * @param {(error: ApiError) => void} listener
 */
export function onLiveError(listener) {
  errorListeners.add(listener);
}

/**
 * Follows a game: `changed` gets it at once and after every change from any tab,
 * `gone` is called when it was deleted.
 * @param {string} id
 * @param {(game: Game) => void} changed
 * @param {() => void} [gone]
 * @returns {() => void} stops watching
 */
export function watch(id, changed, gone) {
  const watcher = { changed, gone };
  const mine = watchers.get(id) ?? new Set();
  watchers.set(id, mine);
  mine.add(watcher);
  send({ type: 'watch', id });
  return () => {
    mine.delete(watcher);
    if (mine.size > 0) return;
    watchers.delete(id);
    send({ type: 'unwatch', id });
  };
}

/**
 * Starts a keyed job and gives its messages (and `error` messages) to the listener.
 * @param {Record<string, unknown> & { type: string }} request  without `key`
 * @param {(message: any) => void} listen
 * @returns {() => void} stops the job
 */
function start(request, listen) {
  const key = nextKey++;
  const message = { ...request, key };
  if (JSON.stringify(message).length > MOST_CHARACTERS) {
    const error = { code: 'too_large', message: `a message has at most ${MOST_CHARACTERS} characters` };
    queueMicrotask(() => listen({ type: 'error', key, error }));
    return () => {};
  }
  jobs.set(key, { request: message, listen });
  send(message);
  return () => {
    if (jobs.delete(key)) send({ type: 'stop', key });
  };
}

/**
 * Starts infinite analysis; it replaces the one before on the server, so stop that first.
 * @param {{ game: string, start: string, plies: (string | import('./types.js').PlyRequest)[], rules?: string, lines: number, profile?: string }} request
 * @param {(message: Analysis | { type: 'error', error: { code: string, message: string } }) => void} listen
 * @returns {() => void} stops it
 */
export const analyse = (request, listen) => start({ type: 'analyse', ...request }, listen);

/**
 * Starts a review of a whole game.
 * @param {{ id: string, budget_ms: number } | { game: string, start: string, plies: (string | import('./types.js').PlyRequest)[], rules?: string, budget_ms: number, profile?: string }} request
 * @param {(message: ReviewPly | ReviewEnd | { type: 'error', error: { code: string, message: string } }) => void} listen
 * @returns {() => void} stops it
 */
export function review(request, listen) {
  const stop = start({ type: 'review', ...request }, (message) => {
    // A finished review must not start again after a lost connection.
    if (message.type === 'review_end') stop();
    listen(message);
  });
  return stop;
}

/**
 * Tells of runs until told otherwise: all in brief, and the one whose page is open.
 * @param {string | null} id
 * @param {(news: { runs: import('./types.js').RunBrief[], run: import('./types.js').RunDetail | null }) => void} listen
 * @returns {() => void} stops telling
 */
export const watchRuns = (id, listen) =>
  start({ type: 'runs', id }, (message) => {
    if (message.type === 'runs') listen(message);
  });
