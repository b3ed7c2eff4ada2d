/**
 * Books, endgame tables, engines, and what they take of this machine.
 * @module pages/knowledge
 */

import { html, nothing } from '../vendor/lit-html.js';
import { about, get } from '../api.js';
import { number, t, tn } from '../i18n/index.js';
import { FOREIGN, profileName } from '../parts/seat.js';

/** @typedef {import('../types.js').KnowledgeAnswer} KnowledgeAnswer */

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ signal }) {
  /** @type {[KnowledgeAnswer, import('../types.js').About]} */
  const [found, server] = await Promise.all([/** @type {Promise<KnowledgeAnswer>} */ (get('/api/knowledge', signal)), about()]);
  return { title: () => t('knowledge.title'), view: () => view(found, server) };
}

/** @param {import('../types.js').GameKind} game */
const gameName = (game) => (game === 'xiangqi' ? t('game.xiangqi') : t('game.banqi'));

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6
  ? t('knowledge.kb', { size: number(bytes / 1e3, { maximumFractionDigits: 0 }) })
  : t('knowledge.mb', { size: number(bytes / 1e6, { maximumFractionDigits: 1 }) }));

/**
 * @param {KnowledgeAnswer} found
 * @param {import('../types.js').About} server
 */
function view(found, server) {
  return html`
    <div class="page-head"><h1 tabindex="-1">${t('knowledge.title')}</h1></div>
    <div class="stack knowledge">
      ${engines(server)}
      ${foreignEngines(found)}
      ${booksView(found)}
      ${tablesView(found)}
      ${status(found)}
    </div>`;
}

/** @param {import('../types.js').About} server */
function engines(server) {
  const list = (/** @type {'xiangqi' | 'banqi'} */ game) => html`
    <li><strong>${gameName(game)}</strong>: ${server[game].profiles.filter(({ name }) => !name.startsWith(FOREIGN)).map(({ name }) => profileName(name)).join(', ')}</li>`;
  return html`
    <section class="card stack tight" aria-labelledby="engines-title" data-test="engines">
      <h2 id="engines-title">${t('knowledge.engines')}</h2>
      <ul class="plain-list">${list('xiangqi')}${list('banqi')}</ul>
    </section>`;
}

/** How an engine is written into the server's file. */
const EXAMPLE = `[[engine]]
name = "Pikafish"
cmd = "/opt/pikafish/pikafish"
proto = "uci"

[engine.options]
Hash = 128
Threads = 2`;

/** @param {KnowledgeAnswer} found */
function foreignEngines({ engines: list, foreign }) {
  return html`
    <section class="card stack tight" aria-labelledby="foreign-title" data-test="foreign">
      <h2 id="foreign-title">${t('knowledge.foreign')}</h2>
      ${list.length === 0 ? html`<p class="muted" data-test="foreign-none">${t('knowledge.foreign_none')}</p>` : html`
        <ul class="plain-list" data-test="foreign-list">${list.map(({ name, about: words, protocol }) => html`
          <li><strong>${name}</strong> <span class="muted">${protocol}</span>${words ? html` – ${words}` : nothing}</li>`)}</ul>
        <p class="small muted">${t('knowledge.running', foreign)}</p>`}
      <details data-test="foreign-how"><summary>${t('knowledge.foreign_how')}</summary>
        <p class="small">${t('knowledge.foreign_file')}</p>
        <pre class="figures" tabindex="0" aria-label=${t('knowledge.foreign_how')}>${EXAMPLE}</pre>
        <p class="small muted">${t('knowledge.foreign_safe')}</p></details>
    </section>`;
}

/** @param {KnowledgeAnswer} found */
function booksView({ books, folders }) {
  return html`
    <section class="card stack tight" aria-labelledby="books-title" data-test="books">
      <h2 id="books-title">${t('knowledge.books')}</h2>
      ${books.length === 0 ? html`<p class="muted">${folders.books ? t('knowledge.no_books') : t('knowledge.no_folder')}</p>` : html`
        <div class="table-scroll" tabindex="0" role="region" aria-label=${t('knowledge.books')}><table class="table">
          <thead><tr><th scope="col">${t('knowledge.name')}</th><th scope="col">${t('knowledge.game')}</th><th scope="col">${t('knowledge.moves')}</th><th scope="col">${t('knowledge.size')}</th></tr></thead>
          <tbody>${books.map((book) => html`<tr><th scope="row">${book.game ? html`<a href="/analyse?game=${book.game}&tab=explorer" data-test="book-${book.name}">${book.name}</a>` : book.name}</th>
            <td>${book.error ? html`<span class="error-text" lang="en">${book.error}</span>` : gameName(book.game ?? 'xiangqi')}</td>
            <td>${book.moves === undefined ? '' : number(book.moves)}</td><td>${size(book.bytes)}</td></tr>`)}</tbody></table></div>`}
      <p class="muted small">${t('knowledge.books_how')} <code>chuhe book build</code></p>
    </section>`;
}

/** @param {KnowledgeAnswer} found */
function tablesView({ tables }) {
  const one = (/** @type {'xiangqi' | 'banqi'} */ game) => {
    const list = tables[game];
    const sum = list.reduce((all, { bytes }) => all + bytes, 0);
    return html`
      <h3>${gameName(game)}</h3>
      <p data-test="tables-${game}">${tn('knowledge.tables_count', list.length, { tables: number(list.length), size: size(sum) })}</p>
      ${list.length ? html`<details><summary>${t('knowledge.classes')}</summary><p class="figures">${list.map(({ name }) => name).join(' · ')}</p></details>` : nothing}`;
  };
  return html`
    <section class="card stack tight" aria-labelledby="endgames-title" data-test="tables">
      <h2 id="endgames-title">${t('knowledge.tables')}</h2>
      ${one('xiangqi')}${one('banqi')}
      <p class="muted small">${t('knowledge.tables_how')} <code>chuhe tables build</code></p>
    </section>`;
}

/** @param {KnowledgeAnswer} found */
function status({ disk, searches, hash_mb: hash }) {
  return html`
    <section class="card stack tight" aria-labelledby="status-title" data-test="status">
      <h2 id="status-title">${t('knowledge.status')}</h2>
      <dl class="facts">
        <dt>${t('knowledge.searches')}</dt><dd>${t('knowledge.running', { running: searches.running, slots: searches.slots })}</dd>
        <dt>${t('knowledge.hash')}</dt><dd>${t('knowledge.mb', { size: hash })}</dd>
        <dt>${t('knowledge.own_games')}</dt><dd>${disk.library === null ? t('knowledge.memory') : size(disk.library)}</dd>
        <dt>${t('knowledge.archive')}</dt><dd>${disk.archive === null ? '–' : size(disk.archive)}</dd>
      </dl>
    </section>`;
}
