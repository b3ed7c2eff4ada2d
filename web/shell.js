/**
 * What surrounds every page: navigation, notices, and the state of the connection.
 * @module shell
 */

import { ApiError } from './api.js';
import { html, nothing, repeat } from './vendor/lit-html.js';
import { t } from './i18n/index.js';
import { liveState } from './live.js';
import { dismiss, errorText, notices } from './notices.js';
import { ROUTES } from './router.js';
import { icon } from './parts/icon.js';

/** @typedef {import('./router.js').Page} Page */
/** @typedef {import('./router.js').Route} Route */

let menuOpen = false;

/** @param {Event} event */
function toggleMenu(event) {
  menuOpen = !menuOpen;
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  button.setAttribute('aria-expanded', String(menuOpen));
  button.closest('header')?.classList.toggle('menu-open', menuOpen);
}

/** @param {Event} event */
function closeMenu(event) {
  menuOpen = false;
  const header = /** @type {HTMLElement} */ (event.currentTarget).closest('header');
  header?.classList.remove('menu-open');
  header?.querySelector('[aria-expanded]')?.setAttribute('aria-expanded', 'false');
}

/**
 * @param {Route} entry
 * @param {Route} here
 */
const navLink = (entry, here) => html`
  <li>
    <a href=${entry.path} @click=${closeMenu} data-test="nav-${entry.name}"
      aria-current=${entry === here ? 'page' : nothing}>${t(entry.nav ?? '')}</a>
  </li>`;

/** @param {Route} here */
const header = (here) => html`
  <header class="top">
    <a class="brand" href="/" data-test="brand">
      <img src="/icon.svg" alt="" width="32" height="32">
      <span class="brand-name">Chuhe</span><span class="brand-han" lang="zh-Hant">楚河</span>
      <span class="visually-hidden">${t('nav.brand')}</span>
    </a>
    <button class="menu-button icon-button" type="button" aria-expanded="false" aria-controls="navigation"
      aria-label=${t('nav.menu')} data-test="menu" @click=${toggleMenu}>${icon('menu')}</button>
    ${messages()}
    <nav id="navigation" aria-label=${t('nav.label')}>
      <ul>${ROUTES.filter((entry) => entry.nav).map((entry) => navLink(entry, here))}</ul>
    </nav>
  </header>`;

const offline = () =>
  liveState() === 'lost'
    ? html`<p class="offline" data-test="offline">${icon('offline')} ${t('live.lost')}</p>`
    : nothing;

/** The newest message, in the header's free room: nothing on the page is covered by it. */
const messages = () => html`
  <div class="notices" role="status" aria-live="polite" data-test="notices">
    ${offline()}
    ${repeat(notices().slice(-1), (notice) => notice.id, (notice) => html`
      <p class="notice ${notice.kind}" data-test="notice">
        <span>${notice.text()}</span>
        <button class="icon-button" type="button" aria-label=${t('action.close')} data-test="notice-close"
          @click=${() => dismiss(notice.id)}>${icon('close')}</button>
      </p>`)}
  </div>`;

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/**
 * The whole document body.
 * @param {Page} page
 * @param {Route} route
 */
export const shell = (page, route) => html`
  <a class="skip" href="#main" data-test="skip" @click=${skip}>${t('nav.skip')}</a>
  ${header(route)}
  <main id="main" tabindex="-1" class="page page-${route.name} ${page.wide ? 'wide' : ''}"
    data-test="page-${route.name}">${page.view()}</main>`;

/**
 * The page shown when one could not be opened.
 * @param {unknown} error
 */
export function errorView(error) {
  const missing = error instanceof ApiError && error.code === 'not_found';
  const title = () => (missing ? t('missing.title') : t('error.title'));
  if (!(error instanceof ApiError)) console.error(error);
  return {
    title,
    /** @param {() => void} again */
    view: (again) => html`
      <section class="lonely" data-test="error-page">
        <h1 tabindex="-1">${title()}</h1>
        <p>${missing ? t('missing.thing') : errorText(error)}</p>
        <p class="row">
          <button class="button primary" type="button" data-test="error-retry" @click=${again}>${t('action.retry')}</button>
          <a class="button" href="/" data-test="error-home">${t('missing.home')}</a>
        </p>
      </section>`,
  };
}
