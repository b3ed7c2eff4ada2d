/**
 * What stands beside a puzzle: what is to be done, rating and streak, the next one.
 * @module parts/puzzle-panel
 */

import { html, nothing, svg } from '../vendor/lit-html.js';
import { dateTime, number, t, tc, tn } from '../i18n/index.js';
import { icon } from './icon.js';
import { goalText, lawText, moverText, ratingText, themeName, verdict } from './puzzle-words.js';

/** @typedef {import('../types.js').Attempt} Attempt */
/** @typedef {import('../types.js').PuzzlesAnswer} PuzzlesAnswer */
/** @typedef {import('./puzzle-table.js').PuzzleTable} PuzzleTable */

/**
 * What is to be done, and what was said.
 * @param {PuzzleTable} table
 */
export function taskView(table) {
  const { attempt } = table;
  if (attempt === null) return html`<p data-test="no-attempt">${table.none ? t('puzzles.none') : t('puzzles.begin')}</p>`;
  const { kind, text } = verdict(attempt);
  const over = attempt.state !== 'open';
  return html`
    <section class="task stack tight" aria-labelledby="task-title" data-test="task" data-state=${attempt.state} data-puzzle=${attempt.puzzle} data-plies=${attempt.plies.length}>
      <h2 id="task-title" data-test="goal">${goalText(attempt.goal)}</h2>
      <p class="muted small">${over ? nothing : html`${moverText(attempt)} · `}${t('puzzles.rated', { rating: ratingText(attempt.rating) })}${attempt.review ? html` · ${t('puzzles.came_back')}` : nothing}${attempt.own ? html` · ${t('puzzles.from_own')}` : nothing}</p>
      <p class="verdict ${kind}" role="status" data-test="verdict" data-kind=${kind}>${text}</p>
      ${over ? nothing : html`<p class="muted small">${lawText(attempt)}</p>`}
      ${table.none ? html`<p class="error-text" role="status" data-test="none">${t('puzzles.none')}</p>` : nothing}
      ${changeView(attempt)}
      ${over && attempt.themes?.length ? html`<p data-test="themes">${t('puzzles.themes')} ${attempt.themes.map((theme) => html`<span class="theme">${themeName(theme)}</span> `)}</p>` : nothing}
    </section>`;
}

/** What the try did to the rating. @param {Attempt} attempt */
function changeView({ rated }) {
  if (rated === null) return nothing;
  const change = Math.round(rated.after) - Math.round(rated.before);
  const sign = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0';
  return html`
    <p data-test="rating-change" data-score=${rated.score}>
      ${t('puzzles.change', { rating: ratingText(rated.after), change: sign })}
      ${rated.due === null ? nothing : html`<br><span class="muted small" data-test="comes-back">${rated.due <= Date.now() ? t('puzzles.comes_back_now') : t('puzzles.comes_back', { time: dateTime(rated.due) })}</span>`}
    </p>`;
}

/** @param {PuzzleTable} table */
export function actionsView(table) {
  const { attempt, about } = table;
  const open = attempt?.state === 'open';
  return html`
    <div class="row">
      ${open ? html`
        <button class="button" type="button" data-test="puzzle-hint" ?disabled=${table.busy || attempt.hints >= 2} @click=${() => table.hint()}>${icon('hint')} ${attempt.hints === 0 ? t('puzzles.hint_one') : t('puzzles.hint_two')}</button>
        <button class="button" type="button" data-test="give-up" ?disabled=${table.busy} @click=${() => table.giveUp()}>${icon('flag')} ${t('puzzles.give_up')}</button>` : nothing}
      <button class="button ${open ? '' : 'primary'}" type="button" data-test="next" ?disabled=${table.busy} @click=${() => table.next()}>${icon('forward')} ${attempt === null ? t('puzzles.start') : t('puzzles.next')}</button>
      ${about.due === 0 ? nothing : html`<button class="button" type="button" data-test="review" ?disabled=${table.busy} @click=${() => table.next(true)}>${icon('turn')} ${tn('puzzles.review', about.due)}</button>`}
    </div>`;
}

/**
 * Which puzzles come next.
 * @param {PuzzleTable} table
 * @param {() => void} update
 */
export function choiceView(table, update) {
  const { about, wanted } = table;
  const choose = (/** @type {'theme' | 'goal'} */ field) => (/** @type {Event} */ event) => {
    wanted[field] = /** @type {HTMLSelectElement} */ (event.target).value;
    update();
  };
  const goals = /** @type {[string, number][]} */ (Object.entries(about.goals));
  return html`
    <details class="choice-box">
      <summary data-test="choose-puzzles">${t('puzzles.choose')}</summary>
      <div class="stack tight">
        <div class="field"><label for="goal">${t('puzzles.goal_label')}</label>
          <select id="goal" data-test="goal-choice" @change=${choose('goal')}>
            <option value="" ?selected=${wanted.goal === ''}>${t('puzzles.any')}</option>
            ${goals.map(([name, count]) => html`<option value=${name} ?selected=${wanted.goal === name}>${tc('puzzles.kind', name)} (${number(count)})</option>`)}
          </select></div>
        ${about.themes.length === 0 ? nothing : html`
          <div class="field"><label for="theme">${t('puzzles.theme_label')}</label>
            <select id="theme" data-test="theme-choice" @change=${choose('theme')}>
              <option value="" ?selected=${wanted.theme === ''}>${t('puzzles.any')}</option>
              ${about.themes.map((theme) => html`<option value=${theme.key} ?selected=${wanted.theme === theme.key}>${themeName(theme)} (${number(theme.count ?? 0)})</option>`)}
            </select></div>`}
        <label class="checkbox"><input type="checkbox" data-test="own-only" .checked=${wanted.own} ?disabled=${about.own === 0}
          @change=${(/** @type {Event} */ event) => { wanted.own = /** @type {HTMLInputElement} */ (event.target).checked; update(); }}> ${tn('puzzles.own_only', about.own)}</label>
      </div>
    </details>`;
}

/** The rating's way as a line. @param {PuzzlesAnswer['history']} history */
function wayView(history) {
  if (history.length < 2) return nothing;
  const ratings = history.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const points = ratings.map((rating, at) => `${(100 * at) / (ratings.length - 1)},${34 - (30 * (rating - low)) / Math.max(high - low, 1)}`);
  return html`
    <svg class="way" viewBox="0 0 100 38" preserveAspectRatio="none" role="img" data-test="rating-way"
      aria-label=${t('puzzles.way', { from: ratingText(ratings[0] ?? 0), to: ratingText(ratings.at(-1) ?? 0) })}>
      ${svg`<polyline points=${points.join(' ')}></polyline>`}
    </svg>`;
}

/** @param {PuzzleTable} table */
export function recordView({ about }) {
  return html`
    <section class="stack tight" aria-labelledby="record-title" data-test="record">
      <h2 id="record-title">${t('puzzles.record')}</h2>
      <dl class="record">
        <div><dt>${t('puzzles.rating')}</dt><dd data-test="rating" data-rating=${about.rating}>${ratingText(about.rating)} <span class="muted small">± ${ratingText(2 * about.deviation)}</span></dd></div>
        <div><dt>${t('puzzles.streak')}</dt><dd data-test="streak">${number(about.streak)} <span class="muted small">${t('puzzles.best_streak', { best: about.best_streak })}</span></dd></div>
        <div><dt>${t('puzzles.tries')}</dt><dd data-test="tries">${t('puzzles.of', { solved: about.solved, tries: about.tries })}</dd></div>
        <div><dt>${t('puzzles.failures')}</dt><dd data-test="failures">${t('puzzles.due', { due: about.due, later: about.later })}</dd></div>
      </dl>
      ${wayView(about.history)}
    </section>`;
}

/** Puzzles from the user's own games. @param {PuzzleTable} table */
export function makingView(table) {
  const { about: { making, count, own } } = table;
  const running = making?.state === 'running';
  return html`
    <section class="stack tight" aria-labelledby="making-title" data-test="making" data-state=${making?.state ?? 'none'}>
      <h2 id="making-title">${t('puzzles.more')}</h2>
      <p class="muted small">${t('puzzles.counts', { count: number(count), own: number(own) })}</p>
      ${running ? html`
        <p role="status">${t('puzzles.making', { looked: number(making.looked), games: number(making.games), found: number(making.found) })}</p>
        <progress max=${Math.max(making.games, 1)} value=${making.looked} aria-label=${t('puzzles.more')}></progress>
        <button class="button" type="button" data-test="make-stop" @click=${() => table.stopMaking()}>${icon('pause')} ${t('puzzles.make_stop')}</button>`
      : html`
        ${making === null ? nothing : html`<p role="status" data-test="made">${making.state === 'failed' ? t('puzzles.make_failed') : tn('puzzles.made', making.added)}</p>`}
        <button class="button" type="button" data-test="make" ?disabled=${table.busy} @click=${() => table.make()}>${icon('search')} ${t('puzzles.make')}</button>`}
    </section>`;
}
