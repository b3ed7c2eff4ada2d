/**
 * The user's settings: kept by the server, mirrored in this browser so that the
 * first paint already has the right theme and language.
 * @module settings
 */

import { get, put } from './api.js';
import { currentLanguage, setLanguage } from './i18n/index.js';

/** @typedef {import('./types.js').Settings} Settings */
/** @typedef {NonNullable<Settings['notation']>} Notation */
/** @typedef {NonNullable<Settings['theme']>} Theme */
/** Settings with everything decided. @typedef {Settings & { notation: Notation, theme: Theme }} Decided */

const MIRROR = 'chuhe.settings';

/** @type {Settings} */
const DEFAULTS = {
  language: null,
  notation: null,
  pieces: 'traditional',
  theme: null,
  sound: true,
  coordinates: true,
  animation: true,
  threads: 1,
  hash_mb: 64,
  rules_xiangqi: 'computer',
  rules_banqi: 'tcga',
};

/** @returns {Settings} */
function mirrored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(MIRROR) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** What the user chose. @type {Settings} */
let chosen = mirrored();

/** What follows from it here. @type {Decided} */
let current = decide(chosen);

/** @type {Set<(settings: Decided) => void>} */
const listeners = new Set();

/** @returns {Notation} */
function languageNotation() {
  const language = currentLanguage();
  return language === 'en' ? 'wxf' : language === 'zh-Hant' ? 'zh_hant' : 'zh_hans';
}

/**
 * Fills in what the user left to us.
 * @param {Settings} settings
 * @returns {Decided}
 */
function decide(settings) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return { ...settings, notation: settings.notation ?? languageNotation(), theme: settings.theme ?? (dark ? 'dark' : 'wood') };
}

/** @param {Settings} settings */
async function adopt(settings) {
  chosen = { ...DEFAULTS, ...settings };
  try {
    localStorage.setItem(MIRROR, JSON.stringify(chosen));
  } catch {
    // A browser without storage only loses the head start of the next visit.
  }
  document.documentElement.dataset.theme = decide(chosen).theme;
  await setLanguage(chosen.language);
  current = decide(chosen);
  for (const listener of listeners) listener(current);
}

/** The settings now. @returns {Decided} */
export const settings = () => current;

/**
 * Tells of every change.
 * @param {(settings: Decided) => void} listener
 * @returns {() => void} stops telling
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies what this browser remembers; no network. Follows other tabs and the system from then on. */
export function startSettings() {
  addEventListener('storage', ({ key }) => key === MIRROR && void adopt(mirrored()));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void adopt(chosen));
  return adopt(chosen);
}

/** Reads them from the server. */
export async function loadSettings() {
  await adopt(await get('/api/settings'));
}

/**
 * Changes some of them, here at once and on the server; on refusal the old ones return.
 * @param {Partial<Settings>} change
 */
export async function changeSettings(change) {
  const before = chosen;
  await adopt({ ...chosen, ...change });
  try {
    await put('/api/settings', chosen);
  } catch (error) {
    await adopt(before);
    throw error;
  }
}
