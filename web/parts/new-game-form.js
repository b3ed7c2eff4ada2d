/**
 * The fields of a new game.
 * @module parts/new-game-form
 */

import { html, live, nothing } from '../vendor/lit-html.js';
import { t, tc } from '../i18n/index.js';
import { settings } from '../settings.js';
import { select, segments, slider } from './choice.js';
import { clockChoice } from './clock-choice.js';
import { handicapChoice } from './handicap.js';
import { icon } from './icon.js';
import { dailyDate, dailySeed, isSeed } from './new-game.js';
import { FOREIGN, profileName } from './seat.js';

/** @typedef {import('./new-game.js').GameForm} GameForm */
/** @typedef {import('../types.js').About} About */
/** @typedef {(change: Partial<GameForm>) => void} Change */

/** @param {number} level */
export const levelText = (level) => t('level.value', { level, words: tc('level', String(level)) });

/**
 * Profile and level of one engine.
 * @param {GameForm} form
 * @param {'engine' | 'rival'} which
 * @param {string} title
 * @param {About} about
 * @param {Change} change
 */
function engineFields(form, which, title, about, change) {
  const chosen = form[which][form.game];
  const offer = about[form.game];
  const set = (/** @type {Partial<import('./new-game.js').EngineForm>} */ part) =>
    change({ [which]: { ...form[which], [form.game]: { ...chosen, ...part } } });
  return html`
    <div class="pair" role="group" aria-label=${title}>
      ${select({
        name: `${which}-profile`,
        label: title,
        value: chosen.profile,
        options: offer.profiles.map(({ name }) => [name, profileName(name)]),
        change: (profile) => set({ profile }),
        hint: chosen.profile.startsWith(FOREIGN) ? t('profile.foreign') : tc('profile.about', chosen.profile),
      })}
      ${slider({
        name: `${which}-level`,
        label: t('level.label'),
        value: chosen.level,
        least: 1,
        most: offer.levels,
        words: levelText(chosen.level),
        change: (level) => set({ level }),
      })}
    </div>`;
}

/** @param {GameForm} form @param {About} about @param {Change} change */
function opponentFields(form, about, change) {
  if (form.opponent === 'people') return nothing;
  const [one, two] = form.game === 'xiangqi' ? [t('side.red'), t('side.black')] : [t('seat.first'), t('seat.second')];
  return form.opponent === 'engine'
    ? engineFields(form, 'engine', t('home.engine'), about, change)
    : [engineFields(form, 'engine', one, about, change), engineFields(form, 'rival', two, about, change)];
}

/** @param {GameForm} form @param {Change} change */
function seatField(form, change) {
  if (form.opponent !== 'engine') return nothing;
  const red = form.game === 'xiangqi';
  return segments({
    name: 'seat',
    label: t('home.seat'),
    value: form.seat,
    options: [
      ['first', red ? t('home.seat_red') : t('home.seat_first')],
      ['second', red ? t('home.seat_black') : t('home.seat_second')],
      ['random', t('home.seat_random')],
    ],
    change: (seat) => change({ seat }),
    hint: red ? undefined : t('home.seat_hint'),
  });
}

/** @param {GameForm} form @param {Change} change */
const seedField = (form, change) => html`
  <div class="field">
    <label for="seed">${t('home.seed')}</label>
    <div class="row nowrap">
      <input type="text" id="seed" data-test="seed" inputmode="numeric" autocomplete="off" maxlength="20" class="figures"
        placeholder=${t('home.seed_random')} .value=${live(form.seed)} aria-describedby="seed-hint"
        aria-invalid=${isSeed(form.seed) ? 'false' : 'true'}
        @input=${(/** @type {Event} */ event) => change({ seed: /** @type {HTMLInputElement} */ (event.target).value })}>
      <button class="icon-button" type="button" data-test="seed-random" aria-label=${t('home.seed_new')} title=${t('home.seed_new')}
        @click=${() => change({ seed: String(Math.floor(Math.random() * 1e9)) })}>${icon('dice')}</button>
    </div>
    <p class="row"><button class="button" type="button" data-test="daily" aria-pressed=${form.seed.trim() === dailySeed() ? 'true' : 'false'}
      @click=${() => change({ seed: dailySeed() })}>${icon('dice')} ${t('home.daily', { date: dailyDate() })}</button></p>
    <p class="hint" id="seed-hint">${form.seed.trim() === dailySeed() ? t('home.daily_hint') : isSeed(form.seed) ? t('home.seed_hint') : t('home.seed_bad')}</p>
  </div>`;

/** @param {GameForm} form @param {About} about @param {Change} change */
function rulesField(form, about, change) {
  const preset = form.game === 'xiangqi' ? settings().rules_xiangqi : settings().rules_banqi;
  const chosen = form.rules[form.game] || preset;
  return select({
    name: 'rules',
    label: t('home.rules'),
    value: chosen,
    options: about[form.game].rules.map(({ name }) => [name, tc('rules', name)]),
    change: (name) => change({ rules: { ...form.rules, [form.game]: name === preset ? '' : name } }),
    hint: tc('rules.about', chosen),
  });
}

/**
 * Everything below the choice of the game.
 * @param {GameForm} form
 * @param {About} about
 * @param {Change} change
 * @param {{ picking: boolean, pick: (on: boolean) => void }} handicap  whether taps on the board take pieces off
 */
export const newGameFields = (form, about, change, handicap) => html`
  ${segments({
    name: 'opponent',
    label: t('home.opponent'),
    value: form.opponent,
    options: [['engine', t('home.vs_engine')], ['people', t('home.vs_people')], ['engines', t('home.vs_engines')]],
    change: (opponent) => change({ opponent }),
  })}
  ${opponentFields(form, about, change)}
  ${seatField(form, change)}
  <details class="more" data-test="more-options">
    <summary data-test="more-options-toggle">${form.game === 'xiangqi' ? t('home.more') : t('home.more_banqi')}</summary>
    <div class="stack">
      <div class="pair">${clockChoice(form.clock, (part) => change({ clock: { ...form.clock, ...part } }))}</div>
      ${form.game === 'xiangqi'
        ? html`<div class="pair">${handicapChoice({ squares: form.handicap, giver: form.giver, change: (squares, giver) => change({ handicap: squares, giver }), ...handicap })}</div>`
        : seedField(form, change)}
      ${rulesField(form, about, change)}
    </div>
  </details>`;
