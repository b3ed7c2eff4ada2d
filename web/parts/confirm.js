/**
 * Asks before something that cannot be taken back.
 * @module parts/confirm
 */

import { html, render } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';

/**
 * Shows a dialog and gives the answer.
 * @param {{ title: string, text: string, yes: string, no?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, yes, no, danger = false }) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'confirm-title');
  dialog.dataset.test = 'confirm';
  render(html`
    <h2 id="confirm-title">${title}</h2>
    <p>${text}</p>
    <p class="row">
      <button class="button" type="button" data-test="confirm-no" @click=${() => dialog.close('no')}>${no ?? t('action.cancel')}</button>
      <button class="button ${danger ? 'danger' : 'primary'}" type="button" data-test="confirm-yes"
        @click=${() => dialog.close('yes')}>${yes}</button>
    </p>`, dialog);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue === 'yes');
    });
  });
}
