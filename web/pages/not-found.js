/**
 * The page of an address that has none.
 * @module pages/not-found
 */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';

/** @returns {import('../router.js').Page} */
export const open = () => ({
  title: () => t('missing.title'),
  view: () => html`
    <section class="lonely" data-test="not-found">
      <h1 tabindex="-1">${t('missing.title')}</h1>
      <p>${t('missing.page')}</p>
      <p><a class="button primary" href="/" data-test="not-found-home">${t('missing.home')}</a></p>
    </section>`,
});
