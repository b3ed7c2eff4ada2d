/**
 * Asks for a line of text in a dialog.
 * @module parts/ask-text
 */

import { html, render } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';

/**
 * Shows a dialog with a field; null if it was cancelled.
 * @param {{ title: string, label: string, value: string, hint: string, yes: string, most: number }} question
 * @returns {Promise<string | null>}
 */
export function askText({ title, label, value, hint, yes, most }) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'ask-title');
  dialog.dataset.test = 'ask';
  render(html`
    <form method="dialog" class="stack">
      <h2 id="ask-title">${title}</h2>
      <label class="field"><span class="label">${label}</span>
        <input type="text" name="text" data-test="ask-text" autocomplete="off" maxlength=${most} placeholder=${hint} .value=${value}></label>
      <p class="row">
        <button class="button" type="button" data-test="ask-no" @click=${() => dialog.close('no')}>${t('action.cancel')}</button>
        <button class="button primary" type="submit" value="yes" data-test="ask-yes">${yes}</button>
      </p>
    </form>`, dialog);
  document.body.append(dialog);
  dialog.showModal();
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  field.select();
  return new Promise((answer) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue === 'yes' ? field.value : null);
    });
  });
}
