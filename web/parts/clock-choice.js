/**
 * Choosing a clock for a new game.
 * @module parts/clock-choice
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { numberField, select } from './choice.js';

/** @typedef {import('../types.js').Clock} Clock */

/**
 * @typedef {object} ClockForm
 * @property {string} kind  `none`, `5+3`, `move10`, `custom` or `custom-move`
 * @property {number} minutes
 * @property {number} increment  seconds
 * @property {number} perMove    seconds
 */

/** @type {ClockForm} */
export const NO_CLOCK = { kind: 'none', minutes: 15, increment: 10, perMove: 20 };

const PRESETS = ['3+2', '5+3', '10+5', '20+10', '60+30'];
const PER_MOVE = [5, 10, 30];

/**
 * The clock as the server takes it; undefined for none.
 * @param {ClockForm} form
 * @returns {Clock | undefined}
 */
export function clockOf({ kind, minutes, increment, perMove }) {
  if (kind === 'none') return undefined;
  if (kind === 'custom') return { base_ms: minutes * 60_000, increment_ms: increment * 1000 };
  if (kind === 'custom-move') return { per_move_ms: perMove * 1000 };
  if (kind.startsWith('move')) return { per_move_ms: Number(kind.slice(4)) * 1000 };
  const [base = 5, plus = 0] = kind.split('+').map(Number);
  return { base_ms: base * 60_000, increment_ms: plus * 1000 };
}

/**
 * A clock in words.
 * @param {Clock | null | undefined} clock
 */
export function clockText(clock) {
  if (!clock) return t('clock.none');
  if ('per_move_ms' in clock) return t('clock.per_move', { seconds: clock.per_move_ms / 1000 });
  return t('clock.base', { minutes: clock.base_ms / 60_000, seconds: clock.increment_ms / 1000 });
}

/**
 * @param {ClockForm} form
 * @param {(change: Partial<ClockForm>) => void} change
 */
export function clockChoice(form, change) {
  /** @type {[string, unknown][]} */
  const options = [
    ['none', t('clock.none')],
    ...PRESETS.map((kind) => /** @type {[string, unknown]} */ ([kind, clockText(clockOf({ ...form, kind }))])),
    ...PER_MOVE.map((seconds) => /** @type {[string, unknown]} */ ([`move${seconds}`, t('clock.per_move', { seconds })])),
    ['custom', t('clock.custom')],
    ['custom-move', t('clock.custom_move')],
  ];
  return html`
    ${select({ name: 'clock', label: t('clock.label'), value: form.kind, options, change: (kind) => change({ kind }) })}
    ${form.kind === 'custom' ? html`<div class="pair">
      ${numberField({ name: 'clock-minutes', label: t('clock.minutes'), value: form.minutes, least: 1, most: 180, change: (minutes) => change({ minutes }) })}
      ${numberField({ name: 'clock-increment', label: t('clock.increment'), value: form.increment, least: 0, most: 120, change: (increment) => change({ increment }) })}
    </div>` : nothing}
    ${form.kind === 'custom-move'
      ? numberField({ name: 'clock-per-move', label: t('clock.seconds'), value: form.perMove, least: 1, most: 600, change: (perMove) => change({ perMove }) })
      : nothing}`;
}
