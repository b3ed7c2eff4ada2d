/**
 * Short messages at the edge of the page.
 * @module notices
 */

import { ApiError } from './api.js';
import { t, tc } from './i18n/index.js';

/** @typedef {{ id: number, kind: 'info' | 'error', text: () => string }} Notice */

const SHOWN_MS = 6_000;

/** @type {Notice[]} */
let shown = [];
let nextId = 1;
/** @type {Set<() => void>} */
const listeners = new Set();

const changed = () => listeners.forEach((listener) => listener());

/** @returns {readonly Notice[]} */
export const notices = () => shown;

/** @param {() => void} listener */
export function onNotices(listener) {
  listeners.add(listener);
}

/** @param {number} id */
export function dismiss(id) {
  shown = shown.filter((notice) => notice.id !== id);
  changed();
}

/**
 * Shows a message for a few seconds. The text is a function, so that it follows a
 * change of language.
 * @param {() => string} text
 * @param {'info' | 'error'} [kind]
 */
export function notify(text, kind = 'info') {
  const id = nextId++;
  shown = [...shown.slice(-2), { id, kind, text }];
  changed();
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/**
 * What to tell the user of an error.
 * @param {unknown} error
 * @returns {string}
 */
export const errorText = (error) =>
  error instanceof ApiError ? tc('error', error.code) : t('error.internal');

/**
 * Shows an error. Ones that mean "the page was left" are nobody's business.
 * @param {unknown} error
 */
export function reportError(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (!(error instanceof ApiError)) console.error(error);
  // Being offline has its own lasting notice.
  if (error instanceof ApiError && error.code === 'offline') return;
  notify(() => errorText(error), 'error');
}
