/**
 * The buttons beside a running game.
 * @module parts/play-actions
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { changeSettings, settings } from '../settings.js';
import { icon } from './icon.js';
import { humans } from './seat.js';

/** @typedef {import('../types.js').Game} Game */

/**
 * What the buttons do.
 * @typedef {object} Actions
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} draw
 * @property {() => void} resign
 * @property {() => void} turnBoard
 * @property {() => void} pause
 * @property {boolean} busy   an answer is awaited
 * @property {boolean} asking a hint is awaited
 */

/**
 * @param {{ name: string, picture: string, label: string, act: () => void, off?: boolean, pressed?: boolean }} button
 */
const action = ({ name, picture, label, act, off = false, pressed }) => html`
  <button class="action" type="button" data-test=${name} ?disabled=${off}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)} @click=${act}>${icon(picture)}<span>${label}</span></button>`;

/**
 * @param {Game} game
 * @param {Actions} actions
 */
export function playActions(game, actions) {
  const over = game.result !== null;
  const mine = humans(game);
  const myTurn = game.board.turn !== null && mine.includes(game.board.turn);
  const playing = mine.length > 0 && !over;
  const muted = !settings().sound;
  return html`
    <div class="actions" role="group" aria-label=${t('play.actions')}>
      ${playing ? [
        action({ name: 'undo', picture: 'undo', label: t('play.undo'), act: actions.undo, off: !game.can_undo || actions.busy }),
        action({ name: 'hint', picture: 'hint', label: actions.asking ? t('play.hint_wait') : t('play.hint'), act: actions.hint, off: !myTurn || actions.asking || actions.busy }),
        action({ name: 'draw', picture: 'draw', label: t('play.draw'), act: actions.draw, off: game.draw_offer !== null || actions.busy || (mine.length === 1 && !myTurn) }),
        action({ name: 'resign', picture: 'flag', label: t('play.resign'), act: actions.resign, off: actions.busy }),
      ] : nothing}
      ${!over && !game.paused && mine.length === 0
        ? action({ name: 'pause', picture: 'pause', label: t('play.pause'), act: actions.pause, off: actions.busy })
        : nothing}
      ${action({ name: 'turn-board', picture: 'turn', label: t('play.turn_board'), act: actions.turnBoard })}
      ${action({
        name: 'mute', picture: muted ? 'mute' : 'sound', label: t('play.sound'), pressed: !muted,
        act: () => void changeSettings({ sound: muted }).catch(reportError),
      })}
    </div>`;
}
