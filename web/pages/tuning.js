/**
 * Tuning: runs that look for better parameters, set up and listed.
 * @module pages/tuning
 */

import { html } from '../vendor/lit-html.js';
import { get, post } from '../api.js';
import { t } from '../i18n/index.js';
import { watchRuns } from '../live.js';
import { reportError } from '../notices.js';
import { navigate } from '../router.js';
import { runList } from '../parts/run-list.js';
import { TuningForm, tuningForm } from '../parts/tuning-form.js';

/** @typedef {import('../types.js').RunsAnswer} RunsAnswer */
/** @typedef {import('../types.js').RunBrief} RunBrief */

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ signal, update }) {
  /** @type {RunsAnswer} */
  const offer = await get('/api/runs', signal);
  const form = new TuningForm(offer);
  let runs = offer.runs;
  const off = watchRuns(null, (news) => {
    runs = news.runs;
    update();
  });

  async function start() {
    form.busy = true;
    update();
    try {
      /** @type {RunBrief} */
      const run = await post('/api/runs/tunings', form.request());
      navigate(`/tuning/${run.id}`);
    } catch (error) {
      reportError(error);
    }
    form.busy = false;
    update();
  }

  return {
    title: () => t('tuning.title'),
    wide: true,
    view: () => view(runs.filter(({ kind }) => kind === 'tuning'), tuningForm(form, update, () => void start())),
    close: off,
  };
}

/**
 * @param {RunBrief[]} runs
 * @param {unknown} form
 */
const view = (runs, form) => html`
  <div class="page-head"><div><h1 tabindex="-1">${t('tuning.title')}</h1><p class="muted">${t('tuning.lead')}</p></div>
    <a class="button" href="/arena" data-test="to-arena">${t('nav.arena')}</a></div>
  <div class="arena">
    <section class="stack" aria-labelledby="runs-title">
      <h2 id="runs-title">${t('tuning.runs')}</h2>
      ${runs.length ? runList(runs, ({ id }) => `/tuning/${id}`) : html`<p class="muted" data-test="no-runs">${t('tuning.none')}</p>`}
    </section>
    ${form}
  </div>`;
