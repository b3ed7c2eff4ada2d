/**
 * A tour for newcomers: the rules of either game by small exercises on the board.
 * @module pages/tour
 */

import '../board/board.js';
import { html, nothing } from '../vendor/lit-html.js';
import { post } from '../api.js';
import { t } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { boardInput } from '../parts/board-input.js';
import { segments } from '../parts/choice.js';
import { EXERCISES, isRight } from '../parts/tour-exercises.js';

/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {import('../types.js').PositionAnswer} PositionAnswer */
/** @typedef {import('../board/board.js').BoardInput} BoardInput */
/** @typedef {'open' | 'wrong' | 'right'} State */

/** Where somebody is in the tour. */
class Tour {
  place = 0;
  /** @type {State} */
  state = 'open';
  hint = false;
  /** @type {PositionAnswer | null} */
  answer = null;
  /** @type {{ parts: unknown[], input: BoardInput } | null} */
  #drawn = null;

  /**
   * @param {GameKind} game
   * @param {() => void} update
   */
  constructor(game, update) {
    this.game = game;
    this.update = update;
  }

  get exercises() {
    return EXERCISES[this.game];
  }

  get exercise() {
    const found = this.exercises[this.place] ?? this.exercises[0];
    if (!found) throw new Error('a tour without exercises');
    return found;
  }

  /** @param {GameKind} game */
  choose(game) {
    this.game = game;
    void this.show(0);
  }

  /** @param {number} place */
  async show(place) {
    this.place = place;
    this.state = 'open';
    this.hint = false;
    await this.#look([]);
  }

  /**
   * Somebody has made a ply.
   * @param {string} ply
   */
  async play(ply) {
    const { reveal } = this.exercise;
    this.state = isRight(this.exercise, ply) ? 'right' : 'wrong';
    await this.#look([reveal ? { ply, reveal } : { ply }]);
  }

  /** @param {import('../types.js').PlyRequest[]} plies */
  async #look(plies) {
    const { game, exercise } = this;
    try {
      /** @type {PositionAnswer} */
      const answer = await post('/api/position', { game, ...(exercise.start && { start: exercise.start }), plies });
      if (exercise === this.exercise) this.answer = answer;
    } catch (error) {
      reportError(error);
    }
    this.update();
  }

  /** What to draw; the same object as long as nothing changed. @returns {BoardInput} */
  input() {
    const { answer, state, hint, exercise } = this;
    if (!answer) return { game: this.game, pieces: {} };
    const parts = [answer, state, hint, document.documentElement.lang];
    if (this.#drawn?.parts.every((part, index) => part === parts[index])) return this.#drawn.input;
    const squares = hint && exercise.right !== 'any' && state === 'open' ? exercise.right.flatMap((ply) => [ply.slice(0, 2), ply.slice(2)]) : [];
    const input = boardInput(answer.board, {
      disabled: state !== 'open',
      highlights: squares.map((at) => ({ at, colour: /** @type {const} */ ('good'), label: '' })),
      label: t('tour.board'),
    });
    this.#drawn = { parts, input };
    return input;
  }
}

/**
 * @param {import('../router.js').PageContext} context
 * @returns {Promise<import('../router.js').Page>}
 */
export async function open({ query, update }) {
  const tour = new Tour(query.get('game') === 'banqi' ? 'banqi' : 'xiangqi', update);
  await tour.show(0);
  return { title: () => t('tour.title'), view: () => view(tour) };
}

/** @param {Tour} tour */
function view(tour) {
  const { game, exercise, exercises, place, state } = tour;
  const last = place === exercises.length - 1;
  return html`
    <div class="page-head"><div><h1 tabindex="-1">${t('tour.title')}</h1><p class="muted">${t('tour.lead')}</p></div></div>
    <div class="stack">
      ${segments({ name: 'tour-game', label: t('tour.game'), value: game, options: [['xiangqi', t('game.xiangqi')], ['banqi', t('game.banqi')]], change: (next) => tour.choose(next) })}
      <div class="tour ${game}">
        <chuhe-board data-test="tour-board" .input=${tour.input()}
          @board-ply=${(/** @type {CustomEvent<{ from: string, to: string }>} */ { detail }) => void tour.play(detail.from + detail.to)}
          @board-flip=${(/** @type {CustomEvent<{ square: string }>} */ { detail }) => void tour.play(detail.square + detail.square)}></chuhe-board>
        <section class="card stack" aria-labelledby="tour-step" data-test="tour-exercise" data-name=${exercise.name}>
          <p class="muted small figures">${t('tour.step', { step: place + 1, of: exercises.length })}</p>
          <h2 id="tour-step">${t(`tour.${game}.${exercise.name}.name`)}</h2>
          <p>${t(`tour.${game}.${exercise.name}.rule`)}</p>
          <p><strong>${t(`tour.${game}.${exercise.name}.task`)}</strong></p>
          <p role="status" class=${state === 'right' ? 'tour-right' : 'tour-wrong'} data-test="tour-state" data-state=${state}>${state === 'right' ? t(`tour.${game}.${exercise.name}.done`) : state === 'wrong' ? t('tour.wrong') : ''}</p>
          <p class="row">
            ${state === 'wrong' ? html`<button class="button primary" type="button" data-test="tour-again" @click=${() => void tour.show(place)}>${t('tour.again')}</button>` : nothing}
            ${last ? nothing : html`<button class="button ${state === 'right' ? 'primary' : ''}" type="button" data-test="tour-next" @click=${() => void tour.show(place + 1)}>${state === 'right' ? t('tour.next') : t('tour.skip')}</button>`}
            ${place > 0 ? html`<button class="button" type="button" data-test="tour-back" @click=${() => void tour.show(place - 1)}>${t('tour.back')}</button>` : nothing}
            ${exercise.right !== 'any' && state === 'open' ? html`<button class="button" type="button" data-test="tour-hint" @click=${() => {
              tour.hint = true;
              tour.update();
            }}>${t('tour.hint')}</button>` : nothing}
          </p>
          ${last && state === 'right' ? html`<p data-test="tour-end">${t('tour.end')} <a href="/" data-test="tour-play">${t('tour.play')}</a> · <a href="/help#${game}">${t('tour.rules')}</a></p>` : nothing}
        </section>
      </div>
    </div>`;
}
