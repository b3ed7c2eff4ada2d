/**
 * The pieces to place in the editor: a click chooses one, a drag takes it to the board.
 * @module parts/palette
 */

import { html, render } from '../vendor/lit-html.js';
import { pieceName } from '../board/describe.js';
import { pieceIcon } from '../board/pieces.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { FACE_DOWN, LETTERS, unused } from './draft.js';
import { icon } from './icon.js';

/** @typedef {import('./draft.js').Draft} Draft */

/** What a tap on the board does: move what is there, remove it, or place a piece. */
/** @typedef {'move' | 'erase' | string} Brush */

const DRAG_FROM_PX = 6;

/**
 * @param {Draft} draft
 * @param {Brush} brush
 * @param {(brush: Brush) => void} choose
 * @param {(letter: string, square: string) => void} place
 */
export function palette(draft, brush, choose, place) {
  const letters = LETTERS[draft.game];
  const rows = [letters.slice(0, 7), letters.slice(7)];
  return html`
    <div class="palette" role="group" aria-label=${t('setup.palette')} data-test="palette">
      ${rows.map((row) => html`<div class="palette-row">${row.map((letter) => pieceButton(draft, letter, brush, choose, place))}</div>`)}
      <div class="palette-row tools">
        ${toolButton('move', 'hand', t('setup.brush.move'), brush, choose)}
        ${toolButton('erase', 'erase', t('setup.brush.erase'), brush, choose)}
        ${draft.game === 'banqi' ? pieceButton(draft, FACE_DOWN, brush, choose, place) : ''}
      </div>
    </div>`;
}

/**
 * @param {Draft} draft
 * @param {string} letter
 * @param {Brush} brush
 * @param {(brush: Brush) => void} choose
 * @param {(letter: string, square: string) => void} place
 */
function pieceButton(draft, letter, brush, choose, place) {
  const down = letter === FACE_DOWN;
  const left = down ? 1 : unused(draft, letter);
  const name = down ? t('setup.brush.face_down') : pieceName(letter);
  return html`
    <button type="button" class="palette-piece ${left > 0 ? '' : 'spent'}" aria-pressed=${brush === letter ? 'true' : 'false'}
      aria-label=${down ? name : `${name}, ${t('setup.brush.left', { n: Math.max(0, left) })}`} data-test="palette-${letter}"
      @pointerdown=${(/** @type {PointerEvent} */ event) => dragFrom(event, letter, place)} @click=${() => choose(letter)}>
      ${pieceIcon(letter, settings().pieces)}
      ${down ? '' : html`<span class="palette-left" aria-hidden="true">${Math.max(0, left)}</span>`}
    </button>`;
}

/**
 * @param {Brush} name
 * @param {string} sign
 * @param {string} label
 * @param {Brush} brush
 * @param {(brush: Brush) => void} choose
 */
function toolButton(name, sign, label, brush, choose) {
  return html`
    <button type="button" class="button small" aria-pressed=${brush === name ? 'true' : 'false'} data-test="palette-${name}"
      @click=${() => choose(name)}>${icon(sign)} ${label}</button>`;
}

/**
 * Follows the pointer with a picture of the piece and places it where it is let go.
 * @param {PointerEvent} start
 * @param {string} letter
 * @param {(letter: string, square: string) => void} place
 */
function dragFrom(start, letter, place) {
  if (start.button !== 0) return;
  const source = /** @type {HTMLElement} */ (start.currentTarget);
  const ending = new AbortController();
  /** @type {HTMLElement | null} */
  let ghost = null;
  source.setPointerCapture(start.pointerId);
  const finish = () => {
    ending.abort();
    ghost?.remove();
  };
  source.addEventListener('pointermove', (event) => {
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > DRAG_FROM_PX;
    if (!ghost && far) ghost = ghostOf(letter);
    if (ghost) ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  }, { signal: ending.signal });
  source.addEventListener('pointerup', (event) => {
    const dragged = ghost !== null;
    finish();
    const square = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square]')?.getAttribute('data-square');
    if (dragged && square) place(letter, square);
  }, { signal: ending.signal });
  source.addEventListener('pointercancel', finish, { signal: ending.signal });
}

/** @param {string} letter */
function ghostOf(letter) {
  const ghost = document.createElement('div');
  ghost.className = 'palette-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  render(pieceIcon(letter, settings().pieces), ghost);
  document.body.append(ghost);
  return ghost;
}
