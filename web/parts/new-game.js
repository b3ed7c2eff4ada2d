/**
 * The form of a new game: what was chosen, as fields and as the server takes it.
 * @module parts/new-game
 */

import { currentLanguage } from '../i18n/index.js';
import { settings } from '../settings.js';
import { clockOf, NO_CLOCK } from './clock-choice.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').SeatName} SeatName */
/** @typedef {import('../types.js').NewGame} NewGame */
/** @typedef {{ profile: string, level: number }} EngineForm */

/**
 * @typedef {object} GameForm
 * @property {GameKind} game
 * @property {'engine' | 'people' | 'engines'} opponent
 * @property {SeatName | 'random'} seat  where the person sits
 * @property {Record<GameKind, EngineForm>} engine
 * @property {Record<GameKind, EngineForm>} rival  the second engine
 * @property {import('./clock-choice.js').ClockForm} clock
 * @property {string[]} handicap
 * @property {SeatName} giver
 * @property {string} seed
 * @property {Record<GameKind, string>} rules  empty: as in the settings
 */

const MEMORY = 'chuhe.new-game';
const ENGINE = { profile: 'chuhe', level: 3 };

/** @type {GameForm} */
const DEFAULTS = {
  game: 'xiangqi',
  opponent: 'engine',
  seat: 'first',
  engine: { xiangqi: ENGINE, banqi: ENGINE },
  rival: { xiangqi: { ...ENGINE, level: 5 }, banqi: { ...ENGINE, level: 5 } },
  clock: NO_CLOCK,
  handicap: [],
  giver: 'first',
  seed: '',
  rules: { xiangqi: '', banqi: '' },
};

/**
 * The choices of last time, without those that belong to one game only.
 * @returns {GameForm}
 */
export function rememberedForm() {
  try {
    const remembered = JSON.parse(localStorage.getItem(MEMORY) ?? '{}');
    return { ...DEFAULTS, ...remembered, handicap: [], giver: 'first', seed: '' };
  } catch {
    return DEFAULTS;
  }
}

/** @param {GameForm} form */
export function remember(form) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify(form));
  } catch {
    // Nothing is lost but a convenience.
  }
}

/** @param {GameForm} form @returns {{ first: import('../types.js').Seat, second: import('../types.js').Seat }} */
function seats(form) {
  const human = /** @type {const} */ ({ kind: 'human' });
  const engine = { kind: /** @type {const} */ ('engine'), ...form.engine[form.game] };
  const rival = { kind: /** @type {const} */ ('engine'), ...form.rival[form.game] };
  if (form.opponent === 'people') return { first: human, second: human };
  if (form.opponent === 'engines') return { first: engine, second: rival };
  const first = form.seat === 'random' ? Math.random() < 0.5 : form.seat === 'first';
  return first ? { first: human, second: engine } : { first: engine, second: human };
}

/**
 * Whether a text is a seed the server takes: a whole number below 2⁶⁴, or nothing.
 * @param {string} seed
 */
export const isSeed = (seed) => /^\d{0,20}$/.test(seed.trim()) && (seed.trim() === '' || BigInt(seed.trim()) < 1n << 64n);

/** The deal of the day: a number made of the date, the same for everybody. */
export function dailySeed(now = new Date()) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  return `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
}

/** Today, as people write it. */
export const dailyDate = () => new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(new Date());

/**
 * What to send.
 * @param {GameForm} form
 * @returns {NewGame}
 */
export function newGame(form) {
  const { game } = form;
  const preset = game === 'xiangqi' ? settings().rules_xiangqi : settings().rules_banqi;
  /** @type {NewGame} */
  const request = { game, ...seats(form), rules: form.rules[game] || preset };
  const clock = clockOf(form.clock);
  if (clock !== undefined) request.clock = clock;
  if (game === 'xiangqi' && form.handicap.length > 0) request.handicap = form.handicap;
  if (game === 'banqi' && form.seed.trim() !== '') request.seed = form.seed.trim();
  return request;
}
