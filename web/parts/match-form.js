/**
 * Setting up a match between engines.
 * @module parts/match-form
 */

import { html, live, nothing } from '../vendor/lit-html.js';
import { t, tc } from '../i18n/index.js';
import { checkbox, numberField, segments, select, slider } from './choice.js';
import { engineWord, timeText } from './run-text.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').RunsAnswer} RunsAnswer */
/** @typedef {{ engine: string, level: number }} Contender */

/** Thinking times that make sense, as the server reads them. */
const TIMES = ['nodes=1000', 'nodes=5000', 'nodes=20000', 'nodes=100000', 'movetime=100', 'movetime=1000', '10+0.1', '60+0.6'];
/** Elo bounds of sequential tests: is it better at all, is it better by much, is it no worse? */
const BOUNDS = /** @type {const} */ ({ gain: [0, 5], large: [0, 20], keep: [-5, 0] });
/** How likely the test may be wrong, either way. */
const RISK = 0.05;
const FULL = 10;

/** What somebody has chosen so far. */
export class MatchForm {
  /** @type {GameKind} */
  game = 'xiangqi';
  /** @type {[Contender, Contender]} */
  engines = [{ engine: 'chuhe', level: FULL }, { engine: 'chuhe-hce', level: FULL }];
  time = 'nodes=5000';
  games = 100;
  plies = 8;
  /** @type {'none' | keyof typeof BOUNDS | 'custom'} */
  test = 'none';
  elo0 = 0;
  elo1 = 5;
  lanes = 1;
  cut = true;
  title = '';
  busy = false;

  /** @param {RunsAnswer} offer */
  constructor(offer) {
    this.offer = offer;
    this.choose(this.game);
  }

  /** @param {GameKind} game */
  choose(game) {
    this.game = game;
    const names = this.offer.engines[game].map(({ name }) => name);
    const known = (/** @type {string} */ name, /** @type {number} */ place) => (names.includes(name) ? name : names[place] ?? '');
    this.engines = [
      { ...this.engines[0], engine: known(this.engines[0].engine, 0) },
      { ...this.engines[1], engine: known(this.engines[1].engine, 1) },
    ];
  }

  /** @param {string} name */
  hasLevels(name) {
    return this.offer.engines[this.game].some((engine) => engine.name === name && engine.kind === 'profile');
  }

  /** What the server is asked. */
  request() {
    const contender = (/** @type {Contender} */ { engine, level }) => ({ engine, ...(this.hasLevels(engine) && level < FULL && { level }) });
    const bounds = this.bounds();
    const match = {
      game: this.game,
      engines: this.engines.map(contender),
      games: this.games,
      tc: this.time,
      opening_plies: this.game === 'xiangqi' ? this.plies : 0,
      lanes: this.lanes,
      cut: this.cut,
      ...(bounds && { sprt: { elo0: bounds[0], elo1: bounds[1], alpha: RISK, beta: RISK } }),
    };
    return { title: this.title, match };
  }

  /** @returns {readonly [number, number] | null} */
  bounds() {
    if (this.test === 'none') return null;
    return this.test === 'custom' ? [this.elo0, this.elo1] : BOUNDS[this.test];
  }
}

/**
 * @param {MatchForm} form
 * @param {() => void} update
 * @param {() => void} start
 */
export function matchForm(form, update, start) {
  const set = (/** @type {Partial<MatchForm>} */ change) => {
    Object.assign(form, change);
    update();
  };
  return html`
    <form class="card stack" aria-labelledby="match-form-title" data-test="match-form" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      start();
    }}>
      <h2 id="match-form-title">${t('arena.new')}</h2>
      ${segments({
        name: 'match-game', label: t('arena.game'), value: form.game,
        options: [['xiangqi', t('game.xiangqi')], ['banqi', t('game.banqi')]],
        change: (game) => {
          form.choose(game);
          update();
        },
      })}
      ${contender(form, 0, t('arena.one'), update)}
      ${contender(form, 1, t('arena.other'), update)}
      ${select({ name: 'match-time', label: t('arena.time'), value: form.time, options: TIMES.map((time) => [time, timeText(time)]), change: (time) => set({ time }), hint: t('arena.time_hint') })}
      <div class="pair">
        ${numberField({ name: 'match-games', label: t('arena.games'), value: form.games, least: 2, most: 20_000, change: (games) => set({ games }) })}
        ${form.game === 'xiangqi' ? select({
          name: 'match-openings', label: t('arena.openings'), value: String(form.plies),
          options: ['0', '4', '8', '12', '16'].map((plies) => [plies, plies === '0' ? t('arena.openings.start') : t('arena.openings.random', { plies })]),
          change: (plies) => set({ plies: Number(plies) }),
        }) : html`<p class="hint">${t('arena.openings.deals')}</p>`}
      </div>
      ${select({
        name: 'match-test', label: t('arena.test'), value: form.test,
        options: [['none', t('arena.test.none')], ['gain', t('arena.test.gain')], ['large', t('arena.test.large')], ['keep', t('arena.test.keep')], ['custom', t('arena.test.custom')]],
        change: (test) => set({ test }), hint: t('arena.test_hint'),
      })}
      ${form.test === 'custom' ? html`<div class="pair">
        ${numberField({ name: 'match-elo0', label: t('arena.elo0'), value: form.elo0, least: -500, most: 499, change: (elo0) => set({ elo0, elo1: Math.max(form.elo1, elo0 + 1) }) })}
        ${numberField({ name: 'match-elo1', label: t('arena.elo1'), value: form.elo1, least: form.elo0 + 1, most: 500, change: (elo1) => set({ elo1 }) })}
      </div>` : nothing}
      <details class="more"><summary data-test="match-more">${t('arena.more')}</summary>
        <div class="stack">
          ${form.offer.lanes > 1 ? slider({ name: 'match-lanes', label: t('arena.lanes'), value: form.lanes, least: 1, most: form.offer.lanes, words: String(form.lanes), change: (lanes) => set({ lanes }) }) : nothing}
          ${checkbox({ name: 'match-cut', label: t('arena.cut'), value: form.cut, change: (cut) => set({ cut }) })}
          <div class="field"><label for="match-title">${t('arena.title_field')}</label>
            <input type="text" id="match-title" maxlength="120" autocomplete="off" data-test="match-title" .value=${live(form.title)}
              @input=${(/** @type {Event} */ event) => set({ title: /** @type {HTMLInputElement} */ (event.target).value })}></div>
        </div>
      </details>
      <button class="button primary" type="submit" data-test="match-start" ?disabled=${form.busy}>${t('arena.start')}</button>
    </form>`;
}

/**
 * @param {MatchForm} form
 * @param {0 | 1} place
 * @param {string} label
 * @param {() => void} update
 */
function contender(form, place, label, update) {
  const chosen = form.engines[place];
  const set = (/** @type {Partial<Contender>} */ change) => {
    Object.assign(chosen, change);
    update();
  };
  const name = place === 0 ? 'match-one' : 'match-other';
  return html`
    <div class="pair" role="group" aria-label=${label}>
      ${select({ name, label, value: chosen.engine, options: form.offer.engines[form.game].map((engine) => [engine.name, engineWord(engine.name)]), change: (engine) => set({ engine }), hint: tc('arena.about', chosen.engine) })}
      ${form.hasLevels(chosen.engine) ? slider({ name: `${name}-level`, label: t('level.label'), value: chosen.level, least: 1, most: FULL, words: t('level.value', { level: chosen.level, words: tc('level', String(chosen.level)) }), change: (level) => set({ level }) }) : nothing}
    </div>`;
}
