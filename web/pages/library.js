/**
 * The archive of games: import, a list of any length, conditions, what is done to games.
 * @module pages/library
 */

import { html, nothing } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { number, t, tn } from '../i18n/index.js';
import { onReconnect } from '../live.js';
import { reportError } from '../notices.js';
import { replaceAddress } from '../router.js';
import { loadOpenings } from '../parts/library-openings.js';
import { LibraryFilter, filterPanel } from '../parts/library-filter.js';
import { GameList, listView } from '../parts/library-list.js';
import { Imports, dropZone, importsView } from '../parts/library-import.js';
import { actionsBar } from '../parts/library-actions.js';

/** @typedef {import('../types.js').LibraryAbout} LibraryAbout */

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open(context) {
  const { update } = context;
  const page = {
    /** @type {LibraryAbout} */
    about: await get('/api/library', context.signal),
    filter: new LibraryFilter(context.query, () => refine()),
    list: new GameList(update),
    imports: new Imports(() => refresh().catch(reportError), update),
    update,
    refresh: () => refresh().catch(reportError),
  };
  await loadOpenings();

  function refine() {
    replaceAddress(`/library${page.filter.address()}`);
    page.list.choose(page.filter.request()).catch(reportError);
    update();
  }

  async function refresh() {
    page.about = await get('/api/library');
    await page.list.choose(page.filter.request());
    update();
  }

  const off = onReconnect(page.refresh);
  void page.imports.look();
  page.list.choose(page.filter.request()).catch(reportError);
  return {
    title: () => t('library.title'),
    wide: true,
    view: () => view(page),
    close() {
      off();
      page.list.close();
      page.imports.close();
      page.filter.close();
    },
  };
}

/**
 * @typedef {object} LibraryPage
 * @property {LibraryAbout} about
 * @property {LibraryFilter} filter
 * @property {GameList} list
 * @property {Imports} imports
 * @property {() => void} update
 * @property {() => void} refresh
 */

/** @param {LibraryPage} page */
function view(page) {
  const { about, filter, list, imports } = page;
  return html`
    <div class="page-head">
      <div><h1 tabindex="-1">${t('library.title')}</h1>
        <p class="muted" data-test="library-size">${tn('library.size', about.games, { games: number(about.games), mb: number(about.bytes / 1e6, { maximumFractionDigits: 1 }) })}</p></div>
      <div class="row">
        <a class="button" href="/knowledge" data-test="to-knowledge">${t('library.knowledge')}</a>
        <a class="button" href="/library/statistics" data-test="to-statistics">${t('library.statistics')}</a>
      </div>
    </div>
    ${dropZone(imports, about)}
    ${importsView(imports)}
    ${about.games > 0 || filter.removed ? html`
      <div class="library">
        ${filterPanel(filter, about)}
        <section class="library-found" aria-labelledby="found-title">
          <h2 id="found-title" class="visually-hidden">${t('library.found')}</h2>
          ${actionsBar(page)}
          ${list.error ? html`<p class="error-text" role="alert" data-test="list-error" lang="en">${list.error}</p>` : nothing}
          ${listView(list, filter)}
        </section>
      </div>` : nothing}`;
}
