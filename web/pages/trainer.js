/**
 * Endgame trainer: an ending against its table, with the distance after every move.
 * @module pages/trainer
 */

import { html, nothing } from '../vendor/lit-html.js';
import { get } from '../api.js';
import { t, tc, tn } from '../i18n/index.js';
import { navigate } from '../router.js';
import { settings } from '../settings.js';
import '../board/board.js';
import { lastText } from '../board/describe.js';
import { boardInput, isNarrow } from '../parts/board-input.js';
import { icon } from '../parts/icon.js';
import { plyText } from '../parts/move-list.js';
import { Trainer } from '../parts/trainer.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */
/** @typedef {import('../parts/trainer.js').Worth} Worth */
/** @typedef {import('../parts/trainer.js').Step} Step */

/** @param {Worth} worth */
function worthText({ value, distance, end }) {
  const what = tc('trainer.value', value);
  if (value === 'draw') return what;
  if (end !== null) return `${what} · ${tn('trainer.end', end)}`;
  return distance === null ? what : `${what} · ${tn('trainer.distance', distance)}`;
}

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ query, update, signal }) {
  /** @type {GameKind} */
  const game = query.get('game') === 'banqi' ? 'banqi' : 'xiangqi';
  const known = /** @type {import('../types.js').KnowledgeAnswer} */ (await get('/api/knowledge', signal));
  const classes = known.tables[game].map(({ name }) => name);
  const trainer = new Trainer(game, update);
  const wanted = { name: classes[0] ?? '', value: 'win' };

  /** @type {{ parts: unknown[], input: BoardInput | null }} */
  let drawn = { parts: [], input: null };

  function input() {
    const parts = [trainer.stand, trainer.pending, trainer.mayMove, settings(), isNarrow(), document.documentElement.lang];
    if (drawn.input === null || parts.some((part, index) => part !== drawn.parts[index])) {
      drawn = { parts, input: build() };
    }
    return drawn.input;
  }

  /** @returns {BoardInput} */
  function build() {
    const { stand, pending, last } = trainer;
    const label = t('trainer.board');
    if (stand === null) return { game, pieces: {}, label };
    const ply = stand.plies.at(-1);
    const moved = ply === undefined ? null : { from: ply.from, to: ply.to };
    return boardInput(stand.board, {
      pieces: pending ?? stand.board.pieces,
      disabled: !trainer.mayMove,
      last: pending === null ? moved : null,
      check: pending === null ? stand.board.check : [],
      label,
      announce: [lastText(stand.board.pieces, moved), last === null ? '' : stepText(last)].join(' '),
    });
  }

  /** @param {Step} step */
  function stepText({ ply, before, after, kept, best }) {
    if (kept) return after === null ? '' : t('trainer.kept', { move: plyText(ply), worth: worthText(after) });
    const better = best === null ? '' : ` ${t('trainer.better', { move: plyText(best) })}`;
    const now = after === null ? '' : tc('trainer.value', after.value);
    return `${t('trainer.lost', { move: plyText(ply), before: tc('trainer.value', before.value), after: now })}${better}`;
  }

  const choiceView = () => html`
    <form class="stack tight" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void trainer.begin(wanted.name, wanted.value); }}>
      <div class="field"><label for="class">${t('trainer.class')}</label>
        <select id="class" data-test="class" @change=${(/** @type {Event} */ event) => (wanted.name = /** @type {HTMLSelectElement} */ (event.target).value)}>
          ${classes.map((name) => html`<option value=${name} ?selected=${name === wanted.name}>${name}</option>`)}
        </select></div>
      <div class="field"><label for="value">${t('trainer.goal')}</label>
        <select id="value" data-test="value" @change=${(/** @type {Event} */ event) => (wanted.value = /** @type {HTMLSelectElement} */ (event.target).value)}>
          <option value="win" ?selected=${wanted.value === 'win'}>${t('trainer.to_win')}</option>
          <option value="draw" ?selected=${wanted.value === 'draw'}>${t('trainer.to_draw')}</option>
        </select></div>
      <p class="row"><button class="button primary" type="submit" data-test="begin" ?disabled=${trainer.busy}>${icon('dice')} ${t('trainer.begin')}</button></p>
    </form>`;

  const taskView = () => {
    const { stand, begun, last, mistake, result, steps } = trainer;
    if (stand === null || begun === null) return html`<p data-test="trainer-empty">${t('trainer.intro')}</p>`;
    const over = result !== null;
    return html`
      <section class="stack tight" aria-labelledby="ending-title" data-test="ending" data-over=${over ? 'yes' : 'no'} data-plies=${stand.plies.length}>
        <h2 id="ending-title">${begun.class}: ${begun.worth.value === 'draw' ? t('trainer.to_draw') : t('trainer.to_win')}</h2>
        <p data-test="worth" data-value=${stand.worth?.value ?? nothing} data-distance=${stand.worth?.distance ?? nothing}>${over
          ? t(result.winner === 'first' ? 'trainer.won' : result.winner === null ? 'trainer.drawn' : 'trainer.beaten')
          : stand.worth === null ? t('trainer.unknown') : worthText(stand.worth)}</p>
        ${last === null ? nothing : html`<p class="verdict ${last.kept ? 'good' : 'bad'}" role="status" data-test="step" data-kept=${last.kept ? 'yes' : 'no'}>${stepText(last)}</p>`}
        <div class="row">
          ${mistake === null ? nothing : html`<button class="button primary" type="button" data-test="from-mistake" ?disabled=${trainer.busy} @click=${() => trainer.fromMistake()}>${icon('undo')} ${t('trainer.from_mistake')}</button>`}
          ${steps.length === 0 ? nothing : html`<button class="button" type="button" data-test="trainer-again" ?disabled=${trainer.busy} @click=${() => trainer.again()}>${icon('turn')} ${t('trainer.again')}</button>`}
        </div>
        ${steps.length === 0 ? nothing : html`
          <ol class="steps" data-test="steps">${steps.map((step) => html`<li class=${step.kept ? '' : 'error-text'}>${plyText(step.ply)} <span class="muted small">${step.after === null ? '' : worthText(step.after)}</span></li>`)}</ol>`}
      </section>`;
  };

  const gameButton = (/** @type {GameKind} */ kind) => html`
    <button class="button" type="button" aria-pressed=${kind === game ? 'true' : 'false'} data-test="trainer-${kind}"
      @click=${() => navigate(`/trainer?game=${kind}`)}>${kind === 'xiangqi' ? t('game.xiangqi') : t('game.banqi')}</button>`;

  return {
    wide: true,
    title: () => t('trainer.title'),
    view: () => html`
      <div class="page-head row spread"><h1 tabindex="-1">${t('trainer.title')}</h1>
        <div class="row" role="group" aria-label=${t('trainer.game')}>${gameButton('xiangqi')}${gameButton('banqi')}</div></div>
      <div class="play trainer ${game}">
        <div class="play-board">
          <chuhe-board .input=${input()}
            @board-ply=${(/** @type {CustomEvent<{ from: string, to: string }>} */ { detail }) => trainer.move(detail.from, detail.to)}></chuhe-board>
        </div>
        <aside class="play-side" aria-label=${t('trainer.side')}>
          ${taskView()}
          ${trainer.none ? html`<p class="error-text" role="status" data-test="trainer-none">${t('trainer.none')}</p>` : nothing}
          ${classes.length === 0 ? html`<p data-test="no-tables">${t('trainer.no_tables')} <code>chuhe tables build</code></p>` : choiceView()}
          <p class="row"><a class="button" href="/puzzles?game=${game}">${icon('back')} ${t('trainer.to_puzzles')}</a></p>
        </aside>
      </div>`,
  };
}
