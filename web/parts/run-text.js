/**
 * Runs in words: players, results, Elo.
 * @module parts/run-text
 */

import { number, t, tc } from '../i18n/index.js';

/** @typedef {import('../types.js').RunBrief} RunBrief */
/** @typedef {import('../types.js').Estimate} Estimate */

/**
 * Elo with its error bar: `+12.3 ± 8.2`.
 * @param {Estimate | null | undefined} elo
 */
export function eloText(elo) {
  if (!elo || elo.value === null) return t('arena.elo_unknown');
  const value = number(elo.value, { maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: 'exceptZero' });
  if (elo.margin === null) return t('arena.elo_open', { value });
  return t('arena.elo', { value, margin: number(elo.margin, { maximumFractionDigits: 1, minimumFractionDigits: 1 }) });
}

/** @param {{ wins?: number | null, draws?: number | null, losses?: number | null }} results */
export const resultsText = ({ wins, draws, losses }) =>
  t('arena.wdl', { wins: number(wins ?? 0), draws: number(draws ?? 0), losses: number(losses ?? 0) });

/** An engine in words. @param {string} engine */
export const engineWord = (engine) =>
  engine === 'random' ? t('arena.player.random') : engine === 'greedy' ? t('arena.player.greedy') : tc('profile', engine);

/** The name of a player of a match: `chuhe-3 (2)` is the second Chuhe, at level 3. @param {string} name */
export function playerName(name) {
  const [, one = name, twice = ''] = /^(.*?)( \(2\))?$/.exec(name) ?? [];
  const [, engine = one, level] = /^(.*)-(\d)$/.exec(one) ?? [];
  if (level === undefined) return engineWord(one) + twice;
  return t('arena.player_level', { player: engineWord(engine), level }) + twice;
}

/** @param {RunBrief} run */
export function runTitle({ title, brief }) {
  if (title) return title;
  if (brief.profile) return `${engineWord(brief.profile)} · ${(brief.method ?? '').toUpperCase()}`;
  return (brief.players ?? []).map(playerName).join(' – ') || t('arena.unnamed');
}

/** A thinking time in words. @param {string} time */
export function timeText(time) {
  const [kind = '', value = ''] = time.split('=');
  if (kind === 'nodes') return t('arena.time.nodes', { nodes: Number(value) });
  if (kind === 'movetime') return t('arena.time.move', { seconds: Number(value) / 1000 });
  if (kind === 'depth') return t('arena.time.depth', { depth: Number(value) });
  const [base = '', more = '0'] = kind.split('+');
  return t('arena.time.clock', { seconds: base, increment: more });
}
