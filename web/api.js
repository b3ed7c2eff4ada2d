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
 * Sends a file as it is, however large, and tells how much of it has gone.
 * @template T
 * @param {string} path
 * @param {File} file
 * @param {(share: number) => void} sent
 * @returns {Promise<T>}
 */
export function postFile(path, file, sent) {
  // Only this old way of asking tells how much was sent.
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.addEventListener('progress', ({ loaded, total }) => sent(total ? loaded / total : 0));
  return new Promise((done, failed) => {
    request.addEventListener('error', () => failed(new ApiError(0, 'offline', 'the file could not be sent')));
    request.addEventListener('load', () => {
      const body = JSON.parse(request.responseText || 'null');
      if (request.status < 300) return done(body);
      const error = body?.error ?? {};
      failed(new ApiError(request.status, error.code ?? 'internal', error.message ?? request.statusText, error));
    });
    request.send(file);
  });
}

/**
 * Asks for a file and lets the browser keep it.
 * @param {string} path
 * @param {unknown} body
 */
export async function download(path, body) {
  const response = await request('POST', path, body);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'chuhe';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

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
