/**
 * Pages by path. A page is a module loaded when first visited; adding one is
 * adding a line to the table of routes.
 * @module router
 */

import { loadAreas } from './i18n/index.js';

/** @typedef {import('./vendor/lit-html.js').TemplateResult} TemplateResult */

/**
 * What a page is given.
 * @typedef {object} PageContext
 * @property {Record<string, string>} params  parts of the path, such as `id`
 * @property {URLSearchParams} query
 * @property {() => void} update  asks for a new drawing of the page
 * @property {AbortSignal} signal  aborted when the page is left
 */

/**
 * What a page gives: a drawing, its title, and what to do when it is left.
 * @typedef {object} Page
 * @property {() => TemplateResult} view
 * @property {() => string} title
 * @property {() => void} [close]
 * @property {boolean} [wide]  uses the whole width of the window
 */

/** @typedef {{ open: (context: PageContext) => Page | Promise<Page> }} PageModule */

/**
 * @typedef {object} Route
 * @property {string} path      `/play/:id`
 * @property {string} name      stable name, used by navigation and tests
 * @property {string[]} areas   areas of text to load
 * @property {string[]} [styles] style sheets of this page
 * @property {string} [nav]     key of the navigation's label; absent: not in it
 * @property {() => Promise<PageModule>} load
 */

/** @type {Route[]} */
export const ROUTES = [
  { path: '/', name: 'home', nav: 'nav.home', areas: ['home', 'choices', 'games'], styles: ['home', 'games'], load: () => import('./pages/home.js') },
  { path: '/play/:id', name: 'play', areas: ['play', 'games'], styles: ['play'], load: () => import('./pages/play.js') },
  { path: '/retry/:id', name: 'retry', areas: ['retry', 'play', 'games'], styles: ['play', 'puzzles'], load: () => import('./pages/retry.js') },
  { path: '/games', name: 'games', nav: 'nav.games', areas: ['games', 'choices'], styles: ['games'], load: () => import('./pages/games.js') },
  { path: '/library', name: 'library', nav: 'nav.library', areas: ['library', 'setup'], styles: ['setup', 'library'], load: () => import('./pages/library.js') },
  { path: '/library/statistics', name: 'library-statistics', areas: ['library'], styles: ['library'], load: () => import('./pages/library-statistics.js') },
  { path: '/patterns', name: 'patterns', nav: 'nav.patterns', areas: ['patterns', 'setup', 'library'], styles: ['setup', 'library', 'analyse', 'patterns'], load: () => import('./pages/patterns.js') },
  { path: '/puzzles', name: 'puzzles', nav: 'nav.puzzles', areas: ['puzzles'], styles: ['play', 'puzzles'], load: () => import('./pages/puzzles.js') },
  { path: '/trainer', name: 'trainer', areas: ['trainer'], styles: ['play', 'puzzles'], load: () => import('./pages/trainer.js') },
  { path: '/knowledge', name: 'knowledge', areas: ['knowledge'], styles: ['explorer'], load: () => import('./pages/knowledge.js') },
  { path: '/arena', name: 'arena', nav: 'nav.arena', areas: ['arena', 'choices'], styles: ['arena'], load: () => import('./pages/arena.js') },
  { path: '/arena/:id', name: 'match', areas: ['arena'], styles: ['arena'], load: () => import('./pages/match.js') },
  { path: '/tuning', name: 'tuning', areas: ['arena', 'tuning'], styles: ['arena'], load: () => import('./pages/tuning.js') },
  { path: '/tuning/:id', name: 'tuning-run', areas: ['arena', 'tuning'], styles: ['arena'], load: () => import('./pages/tuning-run.js') },
  { path: '/analyse', name: 'analyse', nav: 'nav.analyse', areas: ['analyse', 'games', 'play', 'setup', 'explorer'], styles: ['analyse', 'explorer'], load: () => import('./pages/analyse.js') },
  { path: '/setup', name: 'setup', nav: 'nav.setup', areas: ['setup'], styles: ['setup'], load: () => import('./pages/setup.js') },
  { path: '/settings', name: 'settings', nav: 'nav.settings', areas: ['settings', 'choices'], styles: ['settings'], load: () => import('./pages/settings.js') },
  { path: '/tour', name: 'tour', areas: ['tour'], styles: ['help'], load: () => import('./pages/tour.js') },
  { path: '/help', name: 'help', nav: 'nav.help', areas: ['help', 'numbers'], styles: ['help'], load: () => import('./pages/help.js') },
];

/** @type {Route} */
const NOT_FOUND = { path: '*', name: 'not-found', areas: [], load: () => import('./pages/not-found.js') };

/**
 * The parameters of a path under a pattern, or null.
 * @param {string} pattern
 * @param {string} path
 * @returns {Record<string, string> | null}
 */
function parameters(pattern, path) {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (pattern === '/') return given.join('') === '' ? {} : null;
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const found = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) found[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return found;
}

/**
 * The route of a path with its parameters.
 * @param {string} path
 * @returns {{ route: Route, params: Record<string, string> }}
 */
export function match(path) {
  for (const route of ROUTES) {
    const params = parameters(route.path, path);
    if (params !== null) return { route, params };
  }
  return { route: NOT_FOUND, params: {} };
}

/**
 * Adds a style sheet once and waits for it, so that a page is never drawn bare.
 * @param {string} name  of `styles/<name>.css`
 * @returns {Promise<void>}
 */
function style(name) {
  const href = `/styles/${name}.css`;
  if (document.querySelector(`link[href="${href}"], link[data-holds~="${name}"]`) !== null) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((done) => {
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => done());
    document.head.append(link);
  });
}

/**
 * Loads everything a route needs.
 * @param {Route} route
 * @returns {Promise<PageModule>}
 */
export async function prepare(route) {
  const [module] = await Promise.all([
    route.load(),
    loadAreas(route.areas),
    ...(route.styles ?? []).map(style),
  ]);
  return module;
}

/** @type {(reason: 'push' | 'replace') => void} */
let moved = () => {};

/** @param {(reason: 'push' | 'replace') => void} listener */
export function onMove(listener) {
  moved = listener;
}

/**
 * Goes to a page of ours.
 * @param {string} path
 */
export function navigate(path) {
  history.pushState(null, '', path);
  moved('push');
}

/**
 * Changes the address without opening the page anew, to keep what the user looks
 * at in the link.
 * @param {string} path
 */
export function replaceAddress(path) {
  history.replaceState(null, '', path);
}

/** Makes links inside the document and the back button go through the router. */
export function startRouter() {
  addEventListener('popstate', () => moved('replace'));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(target instanceof HTMLAnchorElement) || target.target !== '' || target.hasAttribute('download')) return;
    const url = new URL(target.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
    if (url.hash !== '' && url.pathname === location.pathname) return;
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash);
  });
}
