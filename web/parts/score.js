/** Scores as text, as a share of the evaluation bar and as a height in the graph. */

/** @typedef {import('../types.js').Score} Score */

/** Where the graph ends: beyond ten pawns nothing is to be told apart. */
export const GRAPH_LIMIT = 1000;

/** Centipawns at which a side is about twice as likely to win as not. */
const SHARE_SCALE = 300;

/**
 * A score in short: `+1.25`, `0.00`, `M5`, `−M3`.
 * @param {Score | null | undefined} score
 * @returns {string}
 */
export function scoreText(score) {
  if (!score) return '–';
  if (score.mate !== null) return `${score.mate < 0 ? '−' : ''}M${Math.abs(score.mate)}`;
  return signed(score.cp ?? 0);
}

/**
 * A score for narrow places: one digit after the point, none from ten pawns.
 * @param {Score | null} score
 */
export function scoreBrief(score) {
  const [whole = '', digits] = scoreText(score).split('.');
  return digits && whole.length < 3 ? `${whole}.${digits[0]}` : whole;
}

/**
 * Centipawns in pawns, with sign.
 * @param {number} centipawns
 */
export function signed(centipawns) {
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
  return Math.sign(score.mate || 1) * (30000 - Math.abs(score.mate));
}

/**
 * The score as the graph draws it.
 * @param {Score} score
 */
export function scoreHeight(score) {
  return clamp(scoreNumber(score), GRAPH_LIMIT);
}

/**
 * The first seat's share of the evaluation bar, 0 to 1.
 * @param {Score} score
 */
export function scoreShare(score) {
  if (score.mate !== null) return score.mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-(score.cp ?? 0) / SHARE_SCALE));
}

/**
 * Centipawns bent to −1…1 by what they mean for winning: a pawn counts most when
 * the game is even.
 * @param {number} centipawns
 */
export function bent(centipawns) {
  return 2 / (1 + Math.exp(-centipawns / SHARE_SCALE)) - 1;
}

/**
 * @param {number} value
 * @param {number} limit
 */
export function clamp(value, limit) {
  return Math.max(-limit, Math.min(limit, value));
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
