/**
 * Which pieces are meant: a button for each, and for whole sides.
 * @module parts/pattern-pieces
 */

import { html } from '../vendor/lit-html.js';
import { pieceIcon, characterOf } from '../board/pieces.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';

/** Ours, then theirs. */
export const LETTERS = [...'KABNRCPkabnrcp'];
const OURS = 'KABNRCP';
const THEIRS = 'kabnrcp';

/**
 * What a piece is called: ours and theirs, or red and black.
 * @param {string} letter
 * @param {boolean} colours
 */
export function pieceWord(letter, colours) {
  const ours = letter === letter.toUpperCase();
  const kind = t(`patterns.kind.${letter.toUpperCase()}`);
  return t(`patterns.${colours ? 'colour' : 'view'}.${ours ? 'ours' : 'theirs'}`, { kind });
}

/**
 * A set of pieces in few words, for labels.
 * @param {string} letters
 * @param {boolean} colours
 */
export function piecesText(letters, colours) {
  const has = (/** @type {string} */ side) => [...side].every((letter) => letters.includes(letter));
  const view = colours ? 'colour' : 'view';
  if (has(OURS) && has(THEIRS)) return t('patterns.any');
  const all = [];
  let rest = letters;
  for (const [side, name] of /** @type {[string, string][]} */ ([[OURS, 'ours'], [THEIRS, 'theirs']])) {
    if (!has(side)) continue;
    all.push(t(`patterns.${view}.${name}`, { kind: t('patterns.kind.any') }));
    rest = [...rest].filter((letter) => !side.includes(letter)).join('');
  }
  return [...all, ...[...rest].map((letter) => pieceWord(letter, colours))].join(t('patterns.or')) || t('patterns.no_pieces');
}

/**
 * A set of pieces in one or two signs, for narrow places.
 * @param {string} letters
 */
export function piecesSign(letters) {
  if (letters.length === 14) return '＊';
  if (letters === OURS) return '＋';
  if (letters === THEIRS) return '－';
  const [first = ''] = letters;
  return letters.length === 1 ? characterOf(first, settings().pieces) : `${characterOf(first, settings().pieces)}…`;
}

/**
 * @param {object} choice
 * @param {string} choice.name     for tests, unique on the page
 * @param {string} choice.label
 * @param {string} choice.pieces
 * @param {boolean} choice.colours
 * @param {(pieces: string) => void} choice.change
 */
export function pieceChooser({ name, label, pieces, colours, change }) {
  const set = (/** @type {Iterable<string>} */ wanted) => change(LETTERS.filter((letter) => [...wanted].includes(letter)).join(''));
  const toggle = (/** @type {string} */ letter) => set(pieces.includes(letter) ? [...pieces].filter((one) => one !== letter) : [...pieces, letter]);
  const whole = (/** @type {string} */ side) => [...side].every((letter) => pieces.includes(letter));
  const group = (/** @type {string} */ side, /** @type {string} */ label_, /** @type {string} */ test) => html`
    <button type="button" class="button small" aria-pressed=${whole(side) ? 'true' : 'false'} data-test="${name}-${test}"
      @click=${() => set(whole(side) ? [...pieces].filter((letter) => !side.includes(letter)) : [...pieces, ...side])}>${label_}</button>`;
  const view = colours ? 'colour' : 'view';
  return html`
    <div class="field piece-chooser" role="group" aria-label=${label}>
      <span class="label" aria-hidden="true">${label}</span>
      <div class="piece-grid">
        ${LETTERS.map((letter) => html`<button type="button" class="piece-toggle" aria-pressed=${pieces.includes(letter) ? 'true' : 'false'}
          aria-label=${pieceWord(letter, colours)} title=${pieceWord(letter, colours)} data-test="${name}-${letter}" @click=${() => toggle(letter)}>
          ${pieceIcon(letter, settings().pieces)}</button>`)}
      </div>
      <div class="row">
        ${group(OURS, t(`patterns.${view}.ours`, { kind: t('patterns.kind.any') }), 'ours')}
        ${group(THEIRS, t(`patterns.${view}.theirs`, { kind: t('patterns.kind.any') }), 'theirs')}
      </div>
    </div>`;
}
