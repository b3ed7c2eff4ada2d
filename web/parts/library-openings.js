/**
 * Our names of openings, read once.
 * @module parts/library-openings
 */

import { get } from '../api.js';
import { currentLanguage } from '../i18n/index.js';

/** @typedef {{ code: string, en: string, zh_hant: string, zh_hans: string }} Opening */

/** @type {Map<string, Opening>} */
const known = new Map();

/** Makes sure that the names are there. */
export async function loadOpenings() {
  if (known.size > 0) return;
  /** @type {{ openings: Opening[] }} */
  const { openings } = await get('/api/library/openings');
  for (const opening of openings) known.set(opening.code, opening);
}

/** Every opening, by code. */
export const openings = () => [...known.values()];

/**
 * The name of an opening; its code if there is none.
 * @param {string | null} code
 */
export function openingName(code) {
  const opening = known.get(code ?? '');
  if (!opening) return code ?? '';
  const language = currentLanguage();
  return language === 'en' ? opening.en : language === 'zh-Hant' ? opening.zh_hant : opening.zh_hans;
}
