/**
 * The coach: a switch, and what he says before a blunder.
 * @module parts/coach
 */

import { html, nothing } from '../vendor/lit-html.js';
import { currentLanguage, t } from '../i18n/index.js';
import { icon } from './icon.js';
import { plyText } from './move-list.js';

/** @typedef {import('./table.js').Table} Table */

const MEMORY = 'chuhe.coach';

/** Whether the coach looks on. */
export function coachOn() {
  try {
    return localStorage.getItem(MEMORY) === 'on';
  } catch {
    return false;
  }
}

/** @param {boolean} on */
function setCoach(on) {
  try {
    localStorage.setItem(MEMORY, on ? 'on' : 'off');
  } catch {
    // Nothing is lost but a convenience.
  }
}

/**
 * The switch, for games one plays oneself.
 * @param {() => void} update
 */
export const coachSwitch = (update) => html`
  <label class="checkbox"><input type="checkbox" data-test="coach" .checked=${coachOn()}
    @change=${(/** @type {Event} */ event) => { setCoach(/** @type {HTMLInputElement} */ (event.target).checked); update(); }}> ${t('play.coach')}</label>`;

/** What the coach says. @param {Table} table */
export function coachView(table) {
  const { warned } = table;
  if (warned === null) return nothing;
  const language = currentLanguage();
  const names = warned.shapes.map((shape) => ({ en: shape.en, 'zh-Hant': shape.zh_hant, 'zh-Hans': shape.zh_hans })[language]);
  return html`
    <section class="offer" role="alert" data-test="coach-warning" data-ply=${warned.ply} data-reply=${warned.reply.ply}>
      <p>${t('play.coach_warns', { reply: plyText(warned.reply) })}${names.length ? html` <strong data-test="coach-shape">${names.join(' · ')}</strong>` : nothing}</p>
      <div class="row">
        <button class="button primary" type="button" data-test="coach-heed" @click=${() => table.heed()}>${icon('undo')} ${t('play.coach_heed')}</button>
        <button class="button" type="button" data-test="coach-play" @click=${() => table.playWarned()}>${t('play.coach_play')}</button>
      </div>
    </section>`;
}
