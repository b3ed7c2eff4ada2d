/**
 * Starts Chuhe in the browser: settings, router, live connection, and the loop
 * that draws the shell around the open page.
 * @module app
 */

import { render } from './vendor/lit-html.js';
import { about } from './api.js';
import { connect, onLiveError, onLiveState } from './live.js';
import { onNarrow } from './parts/board-input.js';
import { t } from './i18n/index.js';
import { notify, onNotices, reportError } from './notices.js';
import { match, onMove, prepare, startRouter } from './router.js';
import { loadSettings, onSettings, startSettings } from './settings.js';
import { errorView, shell } from './shell.js';

/** @typedef {import('./router.js').Page} Page */
/** @typedef {import('./router.js').Route} Route */

/** @type {Page | null} */
let page = null;
/** @type {Route | null} */
let route = null;
/** @type {AbortController | null} */
let visit = null;
/** @type {number} */
let frame = 0;

function draw() {
  frame = 0;
  if (page === null || route === null) return;
  document.title = `${page.title()} · Chuhe 楚河`;
  render(shell(page, route), document.body);
}

function update() {
  if (frame === 0) frame = requestAnimationFrame(draw);
}

/** The keyboard and the screen reader start at the page's heading. */
function focusHeading() {
  const heading = document.querySelector('main h1');
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

/** @param {unknown} error @returns {Page} */
function failed(error) {
  const shown = errorView(error);
  return { view: () => shown.view(() => void open('replace')), title: shown.title };
}

/**
 * Opens the page of the present address.
 * @param {'push' | 'replace' | 'start'} reason
 */
async function open(reason) {
  visit?.abort();
  const mine = new AbortController();
  visit = mine;
  const found = match(location.pathname);
  const context = { params: found.params, query: new URLSearchParams(location.search), update, signal: mine.signal };
  /** @type {Page} */
  let next;
  try {
    next = await (await prepare(found.route)).open(context);
  } catch (error) {
    next = failed(error);
  }
  if (mine.signal.aborted) {
    next.close?.();
    return;
  }
  page?.close?.();
  page = next;
  route = found.route;
  draw();
  if (reason === 'push') {
    scrollTo(0, 0);
    focusHeading();
  }
}

/** @param {import('./types.js').About} about */
function tellDamage({ damaged }) {
  if (damaged) notify(() => t('error.damaged'), 'error');
}

async function start() {
  // Everything that can be fetched is asked for before anything is waited for.
  const settled = startSettings();
  prepare(match(location.pathname).route).catch(() => {});
  about().then(tellDamage, () => {});
  await settled;
  startRouter();
  onMove((reason) => void open(reason));
  onSettings(update);
  onNotices(update);
  onLiveState(update);
  onLiveError(reportError);
  onNarrow(update);
  connect();
  loadSettings().catch(reportError);
  await open('start');
  // The page can be used: `examples/first_load` asks when that was.
  performance.mark('chuhe-ready');
  // Only a secure page may be installed, and this machine counts as one.
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});
}

void start();
