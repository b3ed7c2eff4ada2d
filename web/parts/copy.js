/**
 * Puts text on the clipboard and says so.
 * @module parts/copy
 */

import { t } from '../i18n/index.js';
import { notify } from '../notices.js';

/**
 * The way of browsers that offer no clipboard to pages without TLS.
 * @param {string} text
 * @returns {boolean}
 */
function copyBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** @param {string} text */
export async function copyText(text) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    done = copyBySelection(text);
  }
  if (done) notify(() => t('action.copied'));
  else notify(() => t('action.copy_failed'), 'error');
}
