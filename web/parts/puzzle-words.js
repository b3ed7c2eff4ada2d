/**
 * Puzzles in words: what is to be done, what was said to a ply.
 * @module parts/puzzle-words
 */

import { currentLanguage, number, t, tc, tn } from '../i18n/index.js';
import { plyText } from './move-list.js';

/** @typedef {import('../types.js').Attempt} Attempt */
/** @typedef {import('../types.js').Goal} Goal */
/** @typedef {import('../types.js').Theme} Theme */

/** @param {Theme} theme */
export const themeName = (theme) =>
  ({ en: theme.en, 'zh-Hant': theme.zh_hant, 'zh-Hans': theme.zh_hans })[currentLanguage()];

/** @param {number} rating */
export const ratingText = (rating) => number(rating, { maximumFractionDigits: 0, useGrouping: false });

/**
 * What is to be done, in one line.
 * @param {Goal} goal
 */
export function goalText({ name, moves }) {
  if (name === 'mate') return tn('puzzles.goal.mate', moves);
  if (name === 'gain') return tn('puzzles.goal.gain', moves);
  return tc('puzzles.goal', name);
}

/** What counts as a solution. @param {Attempt} attempt */
export const lawText = ({ goal, game }) =>
  (goal.name === 'gain' && game === 'banqi' ? t('puzzles.law.dark') : tc('puzzles.law', goal.name));

/** Whose move it is. @param {Attempt} attempt */
export function moverText({ board }) {
  return board.side === null ? '' : board.side === 'red' ? t('puzzles.red_moves') : t('puzzles.black_moves');
}

/**
 * What was said last, for eyes and ears.
 * @param {Attempt} attempt
 * @returns {{ kind: 'good' | 'bad' | 'plain', text: string }}
 */
export function verdict(attempt) {
  const { wrong, state, rated, plies, hint, goal } = attempt;
  if (state === 'solved') {
    const text = rated !== null && rated.score === 0 ? t('puzzles.solved_late') : t('puzzles.solved');
    return { kind: 'good', text };
  }
  if (state === 'shown') return { kind: 'plain', text: t('puzzles.shown') };
  if (wrong !== null) {
    const move = plyText(wrong.ply);
    const why = tc('puzzles.wrong', wrong.reason, { move });
    const reply = wrong.refutation === null ? '' : ` ${t('puzzles.refutation', { move: plyText(wrong.refutation) })}`;
    return { kind: 'bad', text: `${why}${reply} ${t('puzzles.again')}` };
  }
  if (hint !== null) {
    const text = hint.ply ? t('puzzles.hint_move', { move: plyText(hint.ply) }) : t('puzzles.hint_piece', { square: hint.from });
    return { kind: 'plain', text };
  }
  const reply = plies.at(-1);
  if (reply !== undefined) return { kind: 'good', text: t('puzzles.right', { move: plyText(reply) }) };
  return { kind: 'plain', text: goal.name === 'chance' ? t('puzzles.find_best') : t('puzzles.find') };
}
