/**
 * What part of the numbers a curve shows.
 * @module parts/curve-range
 */

/**
 * @typedef {object} CurveLine
 * @property {(number | null)[]} values
 * @property {'main' | 'second' | 'edge'} look  an edge bounds a band with the next edge
 */

/**
 * The least and the most of what is drawn, with some air; infinite ends are left out.
 * @param {{ lines: CurveLine[], levels: number[] }} input
 * @returns {[number, number]}
 */
export function rangeOf({ lines, levels }) {
  const values = [...lines.flatMap(({ values }) => values), ...levels];
  const finite = values.filter((value) => value !== null && Number.isFinite(value)).map(Number);
  if (finite.length === 0) return [-1, 1];
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const air = (most - least || Math.abs(most) || 1) * 0.06;
  return [least - air, most + air];
}
