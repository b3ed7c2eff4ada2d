/** Scores as text and as a share of the evaluation bar and of the graph. */

import { number } from '../i18n/index.js';

/** @typedef {import('../types.js').Score} Score */

/** Scores beyond this are won; how far beyond says nothing. */
const MOST = 2000;

/**
 * A score in short: `+1.25`, `0.00`, `M5`, `−M3`; `1–0` or `0–1` when the game is over.
 * @param {Score | null | undefined} score
 * @returns {string}
 */
export function scoreText(score) {
  if (!score) return '–';
  if (score.mate === 0) return (score.cp ?? 0) < 0 ? '0–1' : '1–0';
  if (score.mate !== null) return `${score.mate < 0 ? '−' : ''}M${Math.abs(score.mate)}`;
  return signed(score.cp ?? 0);
}

/**
 * A score for narrow places: one digit after the point, none from ten pawns.
 * @param {Score | null} score
 */
export function scoreBrief(score) {
  if (score?.mate === 0) return scoreText(score);
  const [whole = '', digits] = scoreText(score).split('.');
  return digits && whole.length < 3 ? `${whole}.${digits[0]}` : whole;
}

/**
 * Centipawns in pawns, with sign; `+20` where the game is won anyway. Sums have no such end.
 * @param {number} centipawns
 */
export function signed(centipawns, most = MOST) {
  if (Math.abs(centipawns) >= most) return `${centipawns < 0 ? '−' : '+'}${most / 100}`;
  const pawns = (Math.abs(centipawns) / 100).toFixed(2);
  if (pawns === '0.00') return pawns;
  return `${centipawns < 0 ? '−' : '+'}${pawns}`;
}

/**
 * The score as a number; a mate counts as more than any evaluation.
 * @param {Score} score
 */
export function scoreNumber(score) {
  if (score.mate === null) return score.cp ?? 0;
  if (score.mate === 0) return Math.sign(score.cp ?? 0) * 30000;
  return Math.sign(score.mate || 1) * (30000 - Math.abs(score.mate));
}

/**
 * The points the first seat may expect, 0 to 1: its share of the evaluation bar. The
 * server knows what a score is worth; kept scores of old may lack it.
 * @param {Score} score
 */
export function scoreShare(score) {
  if (score.mate !== null) return scoreNumber(score) < 0 ? 0 : 1;
  return (score.share ?? 500) / 1000;
}

/**
 * Expected points in thousandths as a share: `2.5 %`.
 * @param {number} thousandths
 */
export function percent(thousandths) {
  return number(thousandths / 1000, { style: 'percent', maximumFractionDigits: 1 });
}

/** @param {number} value */
export function clampShare(value) {
  return Math.max(0, Math.min(1, value));
}

/**
 * A count in short: `950`, `12.3k`, `4.56M`.
 * @param {number} count
 */
export function short(count) {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${(count / 1e3).toFixed(1)}k`;
  if (count < 1e9) return `${(count / 1e6).toFixed(2)}M`;
  return `${(count / 1e9).toFixed(2)}G`;
}
