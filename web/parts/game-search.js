/**
 * Words typed into the search box become a question the server understands: it
 * knows codes, names and dates, the page knows the words of the user's language.
 * @module parts/game-search
 */

import { t, tc } from '../i18n/index.js';

const REASONS = [
  'checkmate', 'stalemate', 'no_moves', 'no_pieces', 'resignation', 'agreement', 'time', 'repetition',
  'perpetual_check', 'perpetual_chase', 'no_progress', 'insufficient_material',
];
const PROFILES = ['chuhe', 'chuhe-hce', 'shenxiang', 'ntu-2018', 'foodchain-2010', 'static-2008', 'ta-1ply'];

/** What codes are called. @returns {[string, string][]} */
const vocabulary = () => [
  [t('game.xiangqi'), 'xiangqi'],
  [t('game.banqi'), 'banqi'],
  [t('games.running'), 'running'],
  [t('games.finished'), 'finished'],
  [t('result.draw'), 'draw'],
  [t('result.you_win'), 'won'],
  [t('result.you_lose'), 'lost'],
  [t('result.wins', { side: t('side.red') }), 'first_wins'],
  [t('result.wins', { side: t('side.black') }), 'second_wins'],
  ...REASONS.map((code) => /** @type {[string, string]} */ ([tc('reason', code, { winner: '', loser: '' }), code])),
  ...PROFILES.map((code) => /** @type {[string, string]} */ ([tc('profile', code), code])),
];

/** A letter or two of a Latin word say nothing: "in", "of". @param {string} word */
const isWord = (word) => word.length > 2 || !/^[a-z]+$/i.test(word);

/** @param {string} word */
function alternatives(word) {
  const wanted = word.toLowerCase();
  const codes = isWord(wanted) ? vocabulary().filter(([text]) => text.toLowerCase().includes(wanted)) : [];
  return [word, ...codes.map(([, code]) => `=${code}`)].join('\t');
}

/**
 * One condition a line; a phrase that is somewhere as a whole is one condition.
 * @param {string} typed
 */
export function searchQuestion(typed) {
  const words = typed.trim().split(/\s+/);
  const whole = alternatives(words.join(' '));
  const telling = words.filter(isWord);
  return whole.includes('\t') || telling.length === 0 ? whole : telling.map(alternatives).join('\n');
}
