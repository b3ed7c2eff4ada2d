/**
 * What the rules will say soon, in words.
 * @module parts/warning
 */

import { t, tc } from '../i18n/index.js';
import { plyText } from './move-list.js';
import { sideText } from './seat.js';

/** @typedef {import('../types.js').Warning} Warning */
/** @typedef {import('../types.js').Colour} Colour */

/**
 * Which text a warning has: moves that lose are named, a series that is not yet
 * at its end is only counted.
 * @param {Warning} warning
 */
function textCode({ code, limit, plies }) {
  if (code !== 'long_check' && code !== 'long_chase') return code;
  if (plies !== undefined && plies.length > 0) return code;
  return limit ? `${code}_limit` : `${code}_soon`;
}

/**
 * @param {Warning} warning
 * @param {{ first: Colour, second: Colour } | null} colours
 */
export function warningText(warning, colours) {
  const { seat, count, limit, plies } = warning;
  const side = seat ? sideText(seat, colours) : '';
  const moves = (plies ?? []).map(plyText).join(t('warning.or'));
  return tc('warning', textCode(warning), { side, count: count ?? 0, limit: limit ?? 0, moves });
}
