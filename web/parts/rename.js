/**
 * Gives a game another name.
 * @module parts/rename
 */

import { act } from '../api.js';
import { t } from '../i18n/index.js';
import { askText } from './ask-text.js';
import { playersText } from './seat.js';

const LONGEST = 100;

/**
 * Asks for a name and keeps it; null if nothing changed.
 * @param {import('../types.js').Summary | import('../types.js').Game} game
 * @returns {Promise<import('../types.js').Game | null>}
 */
export async function renameGame(game) {
  const name = await askText({
    title: t('games.rename_title'), label: t('games.name'), value: game.name,
    hint: playersText(game), yes: t('action.save'), most: LONGEST,
  });
  return name === null || name.trim() === game.name ? null : act(game.id, 'rename', { name });
}
