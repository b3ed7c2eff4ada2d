/**
 * Where a pattern is in the library, what looking for it costs, and what it changes in the
 * engine.
 * @module parts/pattern-look
 */

import { html, nothing } from '../vendor/lit-html.js';
import { ApiError, post } from '../api.js';
import { number, t, tc, tn } from '../i18n/index.js';
import { errorText, reportError } from '../notices.js';
import { settings } from '../settings.js';
import { checkbox, numberField } from './choice.js';
import { GameList, addressOfRow, resultText } from './library-list.js';
import { scoreText, signed } from './score.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('./pattern-test.js').TestBoard} TestBoard */
/** @typedef {import('../types.js').PatternCost} Cost */
/** @typedef {import('../types.js').PatternOpinion} Opinion */

/** So many games are shown here; the library shows all. */
const SHOWN = 100;

/** What was asked about a pattern, and for which text it was answered. */
export class Looks {
  /**
   * @param {PatternEditor} pattern
   * @param {TestBoard} board
   * @param {() => void} update
   */
  constructor(pattern, board, update) {
    this.pattern = pattern;
    this.board = board;
    this.update = update;
    this.list = new GameList(update);
    /** The text that the list is of. @type {string | null} */
    this.sought = null;
    /** @type {{ text: string, cost: Cost } | null} */
    this.cost = null;
    /** @type {{ text: string, fen: string, without: Opinion, with: Opinion } | null} */
    this.tried = null;
    this.weights = { early: 100, late: 100 };
    this.guide = false;
    /** What is being asked. */
    this.busy = '';
    /** What went wrong with it. */
    this.fault = '';
  }

  /**
   * @param {string} what
   * @param {() => Promise<void>} ask
   */
  async #asking(what, ask) {
    this.busy = what;
    this.fault = '';
    this.update();
    try {
      await ask();
    } catch (error) {
      if (error instanceof ApiError && error.status > 0) this.fault = errorText(error);
      else reportError(error);
    }
    this.busy = '';
    this.update();
  }

  find() {
    const { text } = this.pattern;
    return this.#asking('find', async () => {
      await this.list.choose({ filter: { pattern_text: text, game: 'xiangqi' }, order: 'date', descending: true });
      this.sought = text;
    });
  }

  count() {
    const { text } = this.pattern;
    return this.#asking('cost', async () => {
      this.cost = { text, cost: await post('/api/patterns/cost', { text }) };
    });
  }

  try() {
    const { text } = this.pattern;
    const { fen } = this.board;
    const { early, late } = this.weights;
    const key = this.pattern.drawing?.key ?? '';
    return this.#asking('try', async () => {
      /** @type {{ without: Opinion, with: Opinion }} */
      const answer = await post('/api/patterns/try', { text, fen, weights: { [key]: [early, late] }, guide: this.guide });
      this.tried = { text, fen, ...answer };
    });
  }

  close() {
    this.list.close();
  }
}

/** @param {Looks} looks */
export function libraryPanel(looks) {
  const { list, pattern, sought } = looks;
  return html`
    <p class="small muted">${t('patterns.find_hint')}</p>
    ${askButton(looks, 'find', t('patterns.find'), () => looks.find())}
    ${sought === null ? nothing : html`
      ${sought === pattern.text ? nothing : html`<p class="small muted" data-test="find-old">${t('patterns.old')}</p>`}
      ${list.error ? html`<p class="error-text" lang="en" role="alert">${list.error}</p>` : !list.ready
        ? html`<p role="status" data-test="find-busy">${t('library.searching')} <progress max=${list.looked[1] || 1} .value=${list.looked[0] ?? 0} aria-label=${t('library.searching')}></progress></p>`
        : foundView(list)}`}`;
}

/** @param {GameList} list */
function foundView(list) {
  const rows = Array.from({ length: Math.min(SHOWN, list.count) }, (_, index) => list.row(index)).filter((row) => row !== null);
  return html`
    <p role="status" data-test="find-count">${tn('library.games', list.count, { games: number(list.count) })}</p>
    <ul class="pattern-found" data-test="find-games">
      ${rows.map((row) => html`<li><a href=${addressOfRow(row)} data-test="found-${row.id}">${row.red || '?'} – ${row.black || '?'}</a>
        <span class="muted small">${[resultText(row.result), row.date, row.event].filter(Boolean).join(' · ')} · ${t('patterns.after_ply', { n: row.ply ?? 0 })}</span></li>`)}
    </ul>
    ${list.count > rows.length ? html`<p class="small muted">${t('patterns.more_games', { shown: rows.length })}</p>` : nothing}`;
}

/**
 * @param {Looks} looks
 * @param {string} name
 * @param {string} label
 * @param {() => unknown} act
 */
const askButton = ({ pattern, busy, fault }, name, label, act) => html`
  <div class="row">
    <button type="button" class="button primary" data-test="ask-${name}" ?disabled=${!pattern.sound || busy !== ''} @click=${act}>${label}</button>
    ${busy === name ? html`<span class="muted" role="status">${t('patterns.reading')}</span>` : nothing}
    ${fault ? html`<span class="error-text" role="alert" data-test="ask-fault">${fault}</span>` : nothing}
  </div>`;

/** @param {Looks} looks */
export function costPanel(looks) {
  const { cost: answer, pattern } = looks;
  const figure = (/** @type {number | undefined} */ value) => (value === undefined ? '–' : number(value, { maximumFractionDigits: value < 10 ? 2 : 0 }));
  return html`
    <p class="small muted">${t('patterns.cost_hint')}</p>
    ${askButton(looks, 'cost', t('patterns.cost'), () => looks.count())}
    ${answer ? html`
      ${answer.text === pattern.text ? nothing : html`<p class="small muted">${t('patterns.old')}</p>`}
      <p data-test="cost-summary">${t('patterns.cost_summary', { grounds: answer.cost.grounds, hits: answer.cost.hits, boards: answer.cost.boards })}</p>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${t('patterns.cost')}>
        <table class="table" data-test="cost-table">
          <thead><tr><th scope="col">${t('patterns.method')}</th><th scope="col">${t('patterns.cycles')}</th><th scope="col">${t('patterns.counted')}</th><th scope="col">${t('patterns.lines')}</th><th scope="col">${t('patterns.ns')}</th></tr></thead>
          <tbody>${answer.cost.methods.map(({ method, cycles, counted, lines, ns, cut }) => html`
            <tr data-method=${method}><th scope="row">${tc('patterns.method_name', method)}${cut ? ` ${t('patterns.cut')}` : ''}</th><td>${figure(cycles)}</td><td>${figure(counted)}</td><td>${figure(lines)}</td><td>${figure(ns)}</td></tr>`)}</tbody>
        </table>
      </div>` : nothing}`;
}

/** @param {Looks} looks */
export function enginePanel(looks) {
  const { weights, tried, pattern, board } = looks;
  const weigh = (/** @type {'early' | 'late'} */ name) => (/** @type {number} */ value) => {
    looks.weights = { ...weights, [name]: value };
    looks.update();
  };
  return html`
    <p class="small muted">${t('patterns.try_hint')}</p>
    <div class="pattern-counts">
      ${numberField({ name: 'try-early', label: t('patterns.early'), value: weights.early, least: -2000, most: 2000, change: weigh('early') })}
      ${numberField({ name: 'try-late', label: t('patterns.late'), value: weights.late, least: -2000, most: 2000, change: weigh('late') })}
    </div>
    ${checkbox({ name: 'try-guide', label: t('patterns.guide'), value: looks.guide, change: (on) => (looks.guide = on) })}
    ${askButton(looks, 'try', t('patterns.try'), () => looks.try())}
    ${tried ? html`
      ${tried.text === pattern.text && tried.fen === board.fen ? nothing : html`<p class="small muted">${t('patterns.old')}</p>`}
      <div class="table-scroll" tabindex="0" role="region" aria-label=${t('patterns.try')}>
        <table class="table" data-test="try-table">
          <thead><tr><th scope="col"></th><th scope="col">${t('patterns.without')}</th><th scope="col">${t('patterns.with')}</th></tr></thead>
          <tbody>
            <tr data-row="evaluation"><th scope="row">${t('patterns.evaluation')}</th><td>${scoreText(tried.without.score)}</td><td>${scoreText(tried.with.score)}</td></tr>
            <tr data-row="share"><th scope="row">${t('patterns.share')}</th><td>${shareOf(tried.without)}</td><td>${shareOf(tried.with)}</td></tr>
            <tr data-row="search"><th scope="row">${t('patterns.search')}</th><td>${scoreText(tried.without.best?.score)}</td><td>${scoreText(tried.with.best?.score)}</td></tr>
            <tr data-row="best"><th scope="row">${t('patterns.best')}</th><td>${plyOf(tried.without)}</td><td>${plyOf(tried.with)}</td></tr>
            <tr data-row="depth"><th scope="row">${t('patterns.depth')}</th><td>${tried.without.depth}</td><td>${tried.with.depth}</td></tr>
          </tbody>
        </table>
      </div>` : nothing}`;
}

/** What patterns are worth to red. @param {Opinion} opinion */
const shareOf = ({ terms }) => signed(terms.find(({ name }) => name === 'patterns')?.total ?? 0, Infinity);

/** @param {Opinion} opinion */
const plyOf = ({ best }) => best?.ply.text[settings().notation ?? 'iccs'] ?? '–';
