/**
 * What is said about the move one stands on: a mark, drawings, a comment.
 * @module parts/annotate
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { palette } from './drawings.js';
import { icon } from './icon.js';
import { plyText } from './pgn.js';
import { MARK_SIGNS } from './review.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./drawings.js').Drawings} Drawings */

/** The marks in the order of their PGN numbers, which are also their keys. */
export const MARKS = ['strong', 'mistake', 'brilliant', 'blunder', 'interesting', 'inaccuracy'];

/**
 * Gives the move one stands on a mark; the same again takes it away.
 * @param {Desk} desk
 * @param {string} mark empty: none
 */
export function setMark(desk, mark) {
  const { node } = desk;
  if (!node.parent) return;
  node.mark = node.mark === mark ? '' : mark;
  desk.edited();
}

/**
 * @param {Desk} desk
 * @param {Drawings} drawings
 */
export function annotations(desk, drawings) {
  return html`
    <div class="annotate">
      ${marks(desk)}
      ${palette(drawings)}
    </div>
    ${commentEditor(desk)}`;
}

/** @param {Desk} desk */
function marks(desk) {
  const { node } = desk;
  return html`
    <div class="row mark-choice" role="group" aria-label=${t('annotate.mark')}>
      ${MARKS.map((mark, index) => html`
        <button type="button" class="icon-button mark-button ${mark}" data-test="mark-${mark}" aria-pressed=${node.mark === mark ? 'true' : 'false'}
          ?disabled=${!node.parent} aria-label=${t(`analyse.mark.${mark}`)} title=${`${t(`analyse.mark.${mark}`)} (${index + 1})`}
          @click=${() => setMark(desk, mark)}><span class="move-mark" aria-hidden="true">${MARK_SIGNS[mark]}</span></button>`)}
    </div>`;
}

/** @param {Desk} desk */
function commentEditor(desk) {
  const { node } = desk;
  const move = plyText(node, settings().notation);
  const write = (/** @type {string} */ text) => {
    node.comment = text;
    desk.edited();
  };
  return html`
    <div class="comment-editor">
      <label for="comment">${node.parent ? t('analyse.comment.label', { move }) : t('analyse.comment.start')}</label>
      <textarea id="comment" rows="2" maxlength="3000" data-test="comment-input" placeholder=${t('analyse.comment.hint')} .value=${node.comment}
        @input=${(/** @type {Event} */ event) => write(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
      ${node.comment ? html`
        <button type="button" class="button small" data-test="comment-delete" @click=${() => write('')}>
          ${icon('trash')} ${t('analyse.comment.delete')}
        </button>` : nothing}
    </div>`;
}
