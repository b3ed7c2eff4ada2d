/**
 * Setting up a tuning run from a preset.
 * @module parts/tuning-form
 */

import { html, live, nothing } from '../vendor/lit-html.js';
import { t, tc } from '../i18n/index.js';
import { numberField, segments, select, slider } from './choice.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').RunsAnswer} RunsAnswer */

/**
 * What each preset begins with. Test sets are cheap, so that many candidates can be
 * judged; games are dear.
 */
const PRESETS = /** @type {const} */ ({
  suite: { method: 'ga', steps: 20, candidates: 24, nodes: 5000, pairs: 4 },
  games: { method: 'ga', steps: 10, candidates: 12, nodes: 1000, pairs: 10 },
  spsa: { method: 'spsa', steps: 500, candidates: 12, nodes: 1000, pairs: 4 },
});

/** @typedef {keyof typeof PRESETS} Preset */

/** What somebody has chosen so far. */
export class TuningForm {
  /** @type {GameKind} */
  game = 'xiangqi';
  profile = '';
  /** @type {Preset} */
  preset = 'spsa';
  suite = '';
  params = '';
  /** @type {{ method: 'ga' | 'spsa', steps: number, candidates: number, nodes: number, pairs: number }} */
  numbers = { ...PRESETS.spsa };
  threads = 1;
  title = '';
  busy = false;

  /** @param {RunsAnswer} offer */
  constructor(offer) {
    this.offer = offer;
    this.suite = offer.suites[0] ?? '';
    this.choose(this.game);
    this.take(this.suite ? 'suite' : 'spsa');
  }

  /** @param {GameKind} game */
  choose(game) {
    this.game = game;
    // The one with an evaluation made by hand has the most to tune.
    const names = this.profiles();
    this.profile = names.find((name) => name === 'chuhe-hce') ?? names[0] ?? '';
  }

  /** @param {Preset} preset */
  take(preset) {
    this.preset = preset;
    this.numbers = { ...PRESETS[preset] };
  }

  profiles() {
    return this.offer.engines[this.game].filter(({ kind }) => kind === 'profile').map(({ name }) => name);
  }

  /** What the server is asked. */
  request() {
    const params = this.params.split(/[\s,]+/).filter(Boolean);
    const { game, profile, threads } = this;
    return {
      title: this.title,
      tuning: { game, profile, params, threads, ...this.numbers, ...(this.preset === 'suite' && { suite: this.suite }) },
    };
  }
}

/**
 * @param {TuningForm} form
 * @param {() => void} update
 * @param {() => void} start
 */
export function tuningForm(form, update, start) {
  const set = (/** @type {Partial<TuningForm>} */ change) => {
    Object.assign(form, change);
    update();
  };
  const count = (/** @type {Partial<TuningForm['numbers']>} */ change) => set({ numbers: { ...form.numbers, ...change } });
  const { steps, candidates, nodes, pairs } = form.numbers;
  const text = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`
    <form class="card stack" aria-labelledby="tuning-form-title" data-test="tuning-form" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      start();
    }}>
      <h2 id="tuning-form-title">${t('tuning.new')}</h2>
      ${segments({
        name: 'tuning-game', label: t('arena.game'), value: form.game,
        options: [['xiangqi', t('game.xiangqi')], ['banqi', t('game.banqi')]],
        change: (game) => {
          form.choose(game);
          update();
        },
      })}
      ${select({ name: 'tuning-profile', label: t('tuning.profile'), value: form.profile, options: form.profiles().map((name) => [name, tc('profile', name)]), change: (profile) => set({ profile }) })}
      ${select({
        name: 'tuning-preset', label: t('tuning.preset'), value: form.preset,
        options: [['suite', t('tuning.preset.suite')], ['games', t('tuning.preset.games')], ['spsa', t('tuning.preset.spsa')]],
        change: (preset) => {
          form.take(preset);
          update();
        },
        hint: t(`tuning.about.${form.preset}`),
      })}
      ${form.preset === 'suite' ? form.offer.suites.length
        ? select({ name: 'tuning-suite', label: t('tuning.suite'), value: form.suite, options: form.offer.suites.map((name) => [name, name]), change: (suite) => set({ suite }) })
        : html`<p class="hint" data-test="no-suites">${t('tuning.no_suites')} <code>testsets/*.epd</code></p>` : nothing}
      <div class="pair">
        ${numberField({ name: 'tuning-steps', label: form.preset === 'spsa' ? t('tuning.iterations') : t('tuning.generations'), value: steps, least: 1, most: 100_000, change: (value) => count({ steps: value }) })}
        ${form.preset === 'spsa' ? nothing : numberField({ name: 'tuning-candidates', label: t('tuning.candidates'), value: candidates, least: 5, most: 1000, change: (value) => count({ candidates: value }) })}
        ${numberField({ name: 'tuning-nodes', label: form.preset === 'suite' ? t('tuning.nodes_position') : t('tuning.nodes_move'), value: nodes, least: 1, most: 100_000_000, change: (value) => count({ nodes: value }) })}
        ${form.preset === 'suite' ? nothing : numberField({ name: 'tuning-pairs', label: t('tuning.pairs'), value: pairs, least: 1, most: 1000, change: (value) => count({ pairs: value }) })}
      </div>
      <details class="more"><summary data-test="tuning-more">${t('arena.more')}</summary>
        <div class="stack">
          <div class="field"><label for="tuning-params">${t('tuning.params')}</label>
            <input type="text" id="tuning-params" autocomplete="off" maxlength="400" class="figures" data-test="tuning-params" aria-describedby="tuning-params-hint"
              .value=${live(form.params)} @input=${(/** @type {Event} */ event) => set({ params: text(event) })}>
            <p class="hint" id="tuning-params-hint">${t('tuning.params_hint')}</p></div>
          ${form.offer.lanes > 1 ? slider({ name: 'tuning-threads', label: t('tuning.threads'), value: form.threads, least: 1, most: form.offer.lanes, words: String(form.threads), change: (threads) => set({ threads }) }) : nothing}
          <div class="field"><label for="tuning-title">${t('arena.title_field')}</label>
            <input type="text" id="tuning-title" maxlength="120" autocomplete="off" data-test="tuning-title" .value=${live(form.title)}
              @input=${(/** @type {Event} */ event) => set({ title: text(event) })}></div>
        </div>
      </details>
      <button class="button primary" type="submit" data-test="tuning-start" ?disabled=${form.busy || (form.preset === 'suite' && !form.suite)}>${t('tuning.start')}</button>
    </form>`;
}
