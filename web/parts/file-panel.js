/** Saving, studies, and what can be copied or taken elsewhere. */

import { html, nothing } from '../vendor/lit-html.js';
import { dateTime, t } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { navigate } from '../router.js';
import { settings } from '../settings.js';
import { chapterPanel } from './chapters.js';
import { confirmed } from './confirm.js';
import { copyText } from './copy.js';
import { Studio, exportPanel } from './export-panel.js';
import { icon } from './icon.js';
import { deleteStudy, forgetLoose, layOut, listStudies } from './keeper.js';
import { Paste, dropped, fileButton, resultView, treeOf } from './paste.js';
import { writeMoves, writePgn } from './pgn.js';
import { addressOf } from './source.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('./keeper.js').Keeper} Keeper */
/** @typedef {import('./keeper.js').StudySummary} StudySummary */

/** The list of studies, read when first looked at, and files that are opened. */
export class Studies {
  /**
   * @param {() => void} update
   * @param {() => GameKind} game what a file is taken for that does not say it
   */
  constructor(update, game) {
    this.update = update;
    /** @type {StudySummary[] | null} */
    this.list = null;
    this.asked = false;
    this.studio = new Studio(update);
    this.paste = new Paste(() => game(), () => {}, update);
  }

  /** The list, asked for when it is not there yet. */
  get() {
    if (!this.asked) this.refresh();
    return this.list;
  }

  refresh() {
    this.asked = true;
    listStudies().then((list) => {
      this.list = list;
      this.update();
    }, reportError);
  }
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 * @param {Studies} studies
 * @param {boolean} flipped
 */
export function filePanel(desk, keeper, studies, flipped) {
  return html`
    <div class="stack">
      ${keeper.source.kind === 'loose' ? saveForm(keeper, studies) : nothing}
      <p class="small muted" role="status" data-test="save-state" data-state=${keeper.state}>${stateText(keeper)}</p>
      ${chapterPanel(desk, keeper)}
      ${copies(desk, keeper)}
      ${exportPanel(desk, keeper, studies.studio, flipped)}
      ${opener(studies.paste)}
      <div class="row">
        <a class="button" href=${setupAddress(desk)} data-test="to-setup">${icon('edit')} ${t('analyse.file.setup')}</a>
        <a class="button" href=${playAddress(desk)} data-test="to-play">${icon('play')} ${t('analyse.file.play')}</a>
      </div>
      ${studyList(keeper, studies)}
    </div>`;
}

/** @param {Keeper} keeper */
function stateText({ state, source }) {
  if (state === 'kept' && source.kind === 'game') return t('analyse.file.auto');
  const texts = {
    kept: t('analyse.file.saved'),
    saving: t('analyse.file.saving'),
    loose: t('analyse.file.unsaved'),
    failed: t('analyse.file.failed'),
  };
  return texts[state];
}

/**
 * @param {Keeper} keeper
 * @param {Studies} studies
 */
function saveForm(keeper, studies) {
  return html`
    <form class="save-form" data-test="save-form" @submit=${(/** @type {SubmitEvent} */ event) => save(event, keeper, studies)}>
      <div class="field grow">
        <label for="study-title">${t('analyse.file.title')}</label>
        <input id="study-title" name="title" type="text" maxlength="200" data-test="study-title"
          .value=${keeper.title || t('analyse.file.untitled', { date: dateTime(Date.now()) })}>
      </div>
      <button type="submit" class="button primary" data-test="study-save">${t('analyse.file.save')}</button>
    </form>`;
}

/**
 * @param {SubmitEvent} event
 * @param {Keeper} keeper
 * @param {Studies} studies
 */
async function save(event, keeper, studies) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const title = String(new FormData(form).get('title') ?? '').trim();
  try {
    const id = await keeper.saveAsStudy(title || t('analyse.file.untitled', { date: dateTime(Date.now()) }));
    forgetLoose(location.search);
    history.replaceState(null, '', `/analyse?study=${encodeURIComponent(id)}`);
    studies.refresh();
    notify(() => t('analyse.file.saved'));
  } catch (error) {
    reportError(error);
  }
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 */
function copies(desk, keeper) {
  const { tree, secondBegins } = desk;
  const { notation } = settings();
  return html`
    <div class="row" role="group" aria-label=${t('analyse.file.copy')}>
      <button type="button" class="button" data-test="copy-fen" @click=${() => copyText(desk.shown?.board.fen ?? tree.start)}>
        ${icon('copy')} ${t('analyse.file.copy.fen')}</button>
      <button type="button" class="button" data-test="copy-moves" @click=${() => copyText(writeMoves(tree, notation, secondBegins))}>
        ${icon('copy')} ${t('analyse.file.copy.moves')}</button>
      <button type="button" class="button" data-test="copy-pgn" @click=${() => copyPgn(tree, keeper)}>
        ${icon('copy')} ${t('analyse.file.copy.pgn')}</button>
      <button type="button" class="button" data-test="copy-line-pgn" @click=${() => copyPgn(tree.line(desk.node), keeper)}>
        ${icon('copy')} ${t('analyse.file.copy.line')}</button>
    </div>`;
}

/**
 * @param {import('./tree.js').Tree} tree
 * @param {Keeper} keeper
 */
async function copyPgn(tree, { title }) {
  try {
    await copyText(await writePgn(tree, settings().notation, title ? { Event: title } : {}));
  } catch (error) {
    reportError(error);
  }
}

/**
 * Opening a file puts its game on the desk.
 * @param {Paste} paste
 */
function opener(paste) {
  return html`
    <div class="stack tight" data-test="file-open"
      @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${(/** @type {DragEvent} */ event) => dropped(event, paste)}>
      <div class="row">${fileButton(paste)}</div>
      <p class="muted small">${t('record.drop')}</p>
      <div role="status" data-test="paste-result">${resultView(paste)}</div>
      ${paste.answer ? html`<div class="row"><button type="button" class="button primary" data-test="file-take"
        @click=${() => take(paste)}>${icon('chart')} ${t('record.analyse')}</button></div>` : nothing}
    </div>`;
}

/** @param {Paste} paste */
function take({ answer }) {
  if (!answer) return;
  const { game } = answer.board;
  const { rules_xiangqi, rules_banqi } = settings();
  const address = addressOf(game, answer.start, answer.plies);
  layOut(address, treeOf(answer, game === 'xiangqi' ? rules_xiangqi : rules_banqi));
  navigate(address);
}

/** @param {Desk} desk */
function setupAddress({ tree, shown }) {
  return `/setup?${new URLSearchParams({ game: tree.game, fen: shown?.board.fen ?? tree.start })}`;
}

/** @param {Desk} desk */
function playAddress({ tree, shown }) {
  return `/?${new URLSearchParams({ game: tree.game, fen: shown?.board.fen ?? tree.start })}`;
}

/**
 * @param {Keeper} keeper
 * @param {Studies} studies
 */
function studyList(keeper, studies) {
  const list = studies.get();
  return html`
    <section aria-labelledby="studies-title">
      <h3 id="studies-title">${t('analyse.file.studies')}</h3>
      ${list?.length ? nothing : html`<p class="small muted">${list ? t('analyse.file.studies.none') : t('loading')}</p>`}
      <ul class="studies" data-test="studies">${(list ?? []).map((study) => studyItem(keeper, studies, study))}</ul>
    </section>`;
}

/**
 * @param {Keeper} keeper
 * @param {Studies} studies
 * @param {StudySummary} study
 */
function studyItem(keeper, studies, study) {
  const here = keeper.source.kind === 'study' && keeper.source.id === study.id;
  return html`
    <li class="row">
      <a class="grow" href="/analyse?study=${encodeURIComponent(study.id)}" data-test="study-open" aria-current=${here ? 'page' : nothing}>
        ${study.title}</a>
      <span class="small muted">${study.game === 'xiangqi' ? t('game.xiangqi') : t('game.banqi')}</span>
      <button type="button" class="icon-button" data-test="study-delete" aria-label=${t('analyse.file.delete', { title: study.title })}
        @click=${() => discard(study, studies, here)}>${icon('trash')}</button>
    </li>`;
}

/**
 * @param {StudySummary} study
 * @param {Studies} studies
 * @param {boolean} here whether it lies on the desk
 */
async function discard({ id, title }, studies, here) {
  const yes = await confirmed({
    title: t('analyse.file.delete', { title }),
    text: t('analyse.file.delete.text'),
    yes: t('action.delete'),
    danger: true,
  });
  if (!yes) return;
  try {
    await deleteStudy(id);
    notify(() => t('analyse.file.deleted', { title }));
    if (here) navigate('/analyse');
    else studies.refresh();
  } catch (error) {
    reportError(error);
  }
}
