/**
 * Talks to the server: JSON in, JSON out, and one kind of error.
 * @module api
 */

/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').Settings} Settings */

/** What the server refused, or that it could not be reached (`code` is `offline`). */
export class ApiError extends Error {
  /**
   * @param {number} status  HTTP status, 0 when no answer came
   * @param {string} code    one of the contract's codes, or `offline`
   * @param {string} message for developers
   * @param {Record<string, unknown>} [details] the whole error object
   */
  constructor(status, code, message, details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * The error a failed answer carries.
 * @param {Response} response
 * @returns {Promise<ApiError>}
 */
async function errorOf(response) {
  const body = await response.json().catch(() => ({}));
  const error = body.error ?? {};
  const details = { ...body, ...error };
  return new ApiError(response.status, error.code ?? 'internal', error.message ?? response.statusText, details);
}

/**
 * Sends a request and gives the answer, or throws an {@link ApiError}.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function request(method, path, body, signal) {
  /** @type {RequestInit} */
  const options = { method, signal, headers: { accept: 'application/json' }, credentials: 'same-origin' };
  if (body instanceof ArrayBuffer) {
    options.headers = { accept: 'application/json', 'content-type': 'application/octet-stream' };
    options.body = body;
  } else if (method !== 'GET') {
    options.headers = { accept: 'application/json', 'content-type': 'application/json' };
    options.body = JSON.stringify(body ?? {});
  }
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'offline', String(error));
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function json(method, path, body, signal) {
  const response = await request(method, path, body, signal);
  const text = await response.text();
  return /** @type {T} */ (text === '' ? null : JSON.parse(text));
}

/**
 * Reads JSON.
 * @template T
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export const get = (path, signal) => json('GET', path, undefined, signal);

/**
 * Sends JSON to an action.
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export const post = (path, body, signal) => json('POST', path, body, signal);

/**
 * Sends the bytes of a file.
 * @template T
 * @param {string} path
 * @param {ArrayBuffer} bytes
 * @returns {Promise<T>}
 */
export const postBytes = (path, bytes) => json('POST', path, bytes);

/**
 * Replaces something.
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export const put = (path, body) => json('PUT', path, body);

/**
 * Deletes something.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export const remove = (path) => json('DELETE', path);

/**
 * Reads plain text, such as an exported game.
 * @param {string} path
 * @returns {Promise<string>}
 */
export const text = async (path) => (await request('GET', path)).text();

/** @type {Promise<import('./types.js').About> | null} */
let aboutOnce = null;

/**
 * What the server offers; asked once a page load.
 * @returns {Promise<import('./types.js').About>}
 */
export function about() {
  aboutOnce ??= /** @type {Promise<import('./types.js').About>} */ (get('/api/about')).catch((error) => {
    aboutOnce = null;
    throw error;
  });
  return aboutOnce;
}

/**
 * An action on a running game; the answer is the game after it.
 * @param {string} id
 * @param {'play' | 'undo' | 'resign' | 'offer-draw' | 'answer-draw' | 'pause' | 'resume' | 'again' | 'rename'} action
 * @param {object} body
 * @returns {Promise<Game>}
 */
export const act = (id, action, body) => post(`/api/games/${encodeURIComponent(id)}/${action}`, body);
