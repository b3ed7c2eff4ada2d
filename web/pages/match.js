/**
 * One match: how it goes, live; its games, to be replayed.
 * @module pages/match
 */

import { html, nothing } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { t } from '../i18n/index.js';
import { watchRuns } from '../live.js';
import { icon } from '../parts/icon.js';
import { MatchGames, gamesView } from '../parts/match-games.js';
import { standingView } from '../parts/match-standing.js';
import { runActions } from '../parts/run-actions.js';
import { progress, stateChip } from '../parts/run-list.js';
import { runTitle } from '../parts/run-text.js';

/** @typedef {import('../types.js').MatchDetail} MatchDetail */

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ params, signal, update }) {
  const path = `/api/runs/${encodeURIComponent(params.id ?? '')}`;
  /** @type {MatchDetail} */
  let run = await get(path, signal);
  const games = new MatchGames(path, update);
  const off = watchRuns(run.id, (news) => {
    if (!news.run) return;
    run = /** @type {MatchDetail} */ (news.run);
    games.follow(run.brief.done ?? 0);
    update();
  });
  games.follow(run.brief.done ?? 0);
  return {
    title: () => runTitle(run),
    wide: true,
    view: () => view(run, games, update),
    close() {
      off();
      games.close();
    },
  };
}

/**
 * @param {MatchDetail} run
 * @param {MatchGames} games
 * @param {() => void} update
 */
function view(run, games, update) {
  const record = run.match
    ? html`<a class="button" href="/api/runs/${run.id}/record" download data-test="run-record">${icon('download')} ${t('arena.download')}</a>`
    : nothing;
  return html`
    <div class="page-head">
      <div class="stack tight grow"><h1 tabindex="-1">${runTitle(run)}</h1>
        <p class="row">${stateChip(run.state)} <a href="/arena" data-test="to-arena">${t('arena.all')}</a></p></div>
      ${runActions(run, '/arena', update, record)}
    </div>
    ${run.error ? html`<p class="error-text" role="alert" lang="en" data-test="run-error">${run.error}</p>` : nothing}
    <div class="stack run-page" data-test="run-page" data-done=${run.brief.done ?? 0}>
      ${progress(run)}
      ${run.match ? standingView(run, run.match) : html`<p class="muted">${t('arena.not_begun')}</p>`}
      ${gamesView(games, run.id)}
    </div>`;
}
