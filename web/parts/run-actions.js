/**
 * What is done to a run: stopped, gone on with, deleted.
 * @module parts/run-actions
 */

import { html, nothing } from '../vendor/lit-html.js';
import { post, remove } from '../api.js';
import { t } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { navigate } from '../router.js';
import { confirmed } from './confirm.js';
import { icon } from './icon.js';

/** @typedef {import('../types.js').RunBrief} RunBrief */

/**
 * @param {RunBrief} run
 * @param {'stop' | 'resume'} action
 * @param {() => void} update
 */
async function act(run, action, update) {
  try {
    Object.assign(run, await post(`/api/runs/${run.id}/${action}`));
    update();
  } catch (error) {
    reportError(error);
  }
}

/**
 * @param {RunBrief} run
 * @param {string} home the page to go to afterwards
 */
async function discard(run, home) {
  const question = { title: t('arena.delete'), text: t('arena.delete_text'), yes: t('action.delete'), danger: true };
  if (!(await confirmed(question))) return;
  try {
    await remove(`/api/runs/${run.id}`);
    navigate(home);
  } catch (error) {
    reportError(error);
  }
}

/**
 * The buttons of a run; `more` stands among them.
 * @param {RunBrief} run
 * @param {string} home the page of all such runs
 * @param {() => void} update
 * @param {unknown} [more]
 */
export function runActions(run, home, update, more = nothing) {
  const active = run.state === 'running' || run.state === 'waiting';
  return html`
    <div class="row">
      ${active ? html`<button class="button" type="button" data-test="run-stop" @click=${() => void act(run, 'stop', update)}>${icon('pause')} ${t('arena.stop')}</button>` : nothing}
      ${run.state === 'stopped' || run.state === 'failed' ? html`<button class="button primary" type="button" data-test="run-resume" @click=${() => void act(run, 'resume', update)}>${icon('play')} ${t('arena.resume')}</button>` : nothing}
      ${more}
      ${active ? nothing : html`<button class="button danger" type="button" data-test="run-delete" @click=${() => void discard(run, home)}>${icon('trash')} ${t('action.delete')}</button>`}
    </div>`;
}
