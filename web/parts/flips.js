/**
 * Dark chess: what each face-down square may bring. The panel lists all squares;
 * pointing at one on the board shows its outcomes, and choosing a flip asks for one.
 */

import { html, nothing } from '../vendor/lit-html.js';
import { pieceName } from '../board/describe.js';
import { pieceIcon } from '../board/pieces.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { Asked } from './asked.js';
import { flipText } from './desk.js';
import { LETTERS, poolSize } from './draft.js';
import { signed } from './score.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').FlipSquare} FlipSquare */
/** @typedef {import('../types.js').FlipOutcome} FlipOutcome */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../board/layers.js').Highlight} Highlight */
/** @typedef {{piece: string, weight: number, of: number, value: number | null}} Outcome */
/** @typedef {Asked<{depth: number, squares: FlipSquare[]}>} AskedFlips */

/** So many equally good squares are labelled on the board; more would hide it. */
const MOST_LABELS = 4;
/** Milliseconds of the second, closer look at a position. */
const CLOSER_LOOK = 3000;

/**
 * @param {() => void} update
 * @returns {AskedFlips}
 */
export function askFlips(update) {
  return new Asked('/api/flips', update, { ms: CLOSER_LOOK });
}

/**
 * @param {Desk} desk
 * @param {AskedFlips} asked
 * @param {string | null} pointed the face-down square under the pointer
 */
export function flipsPanel(desk, asked, pointed) {
  const board = desk.shown?.board;
  if (!board?.flips?.length) return html`<p class="muted small" data-test="flips-none">${t('analyse.flips.none')}</p>`;
  const flips = asked.of(board.fen, { fen: board.fen });
  if (flips === 'waiting') return html`<p class="muted small" data-test="flips-loading">${t('analyse.flips.loading')}</p>`;
  if (flips === 'failed') return html`<p class="muted small" data-test="flips-failed">${t('analyse.flips.failed')}</p>`;
  const found = flips.squares.find(({ at }) => at === pointed);
  return html`
    <p class="muted small">${t('analyse.flips.about')} <span data-test="flips-depth" data-depth=${flips.depth}>${t('analyse.flips.depth', { depth: flips.depth })}</span></p>
    ${found ? detail(found) : nothing}
    <div class="scroll-y" tabindex="0" role="region" aria-label=${t('analyse.tab.flips')}>
      <table class="flips" data-test="flips">
        <thead><tr>${['square', 'expectation', 'worst', 'best'].map((key) => html`<th scope="col">${t(`analyse.flips.${key}`)}</th>`)}</tr></thead>
        <tbody>${flips.squares.map((square) => flipRow(desk, square))}</tbody>
      </table>
    </div>`;
}

/**
 * @param {Desk} desk
 * @param {FlipSquare} square
 */
function flipRow(desk, { at, expectation, worst, best, chosen_by }) {
  return html`
    <tr data-test="flip-${at}">
      <th scope="row">
        <button type="button" class="ply-link" data-test="flip-choose-${at}" @click=${() => desk.ask(at)}>${at}</button>
        ${chosen_by.includes('expectation') ? html`<span class="chip good">${t('analyse.flips.by_expectation')}</span>` : nothing}
        ${chosen_by.includes('least-worst') ? html`<span class="chip">${t('analyse.flips.by_least_worst')}</span>` : nothing}
      </th>
      <td>${signed(expectation)}</td><td>${signed(worst)}</td><td>${signed(best)}</td>
    </tr>`;
}

/** @param {FlipSquare} square */
function detail(square) {
  return html`
    <div class="flip-detail" data-test="flip-detail" data-square=${square.at}>
      <h3>${square.at}</h3>
      ${figures(square)}
      <ul class="outcomes">${sorted(square.outcomes).map((outcome) => html`<li>${outcomeView(outcome, scale(square))}</li>`)}</ul>
    </div>`;
}

/** @param {FlipSquare | undefined} square */
function figures(square) {
  const figure = (/** @type {'expectation' | 'worst' | 'best'} */ name) => (square ? signed(square[name]) : '…');
  return html`
    <p class="flip-figures">
      <span>${t('analyse.flips.expectation')} <strong>${figure('expectation')}</strong></span>
      <span>${t('analyse.flips.worst')} <strong>${figure('worst')}</strong></span>
      <span>${t('analyse.flips.best')} <strong>${figure('best')}</strong></span>
    </p>`;
}

/** @param {FlipOutcome[]} outcomes */
function sorted(outcomes) {
  return [...outcomes].sort((a, b) => b.value - a.value);
}

/** @param {FlipSquare} square */
function scale({ outcomes }) {
  return Math.max(1, ...outcomes.map(({ value }) => Math.abs(value)));
}

/**
 * @param {Outcome} outcome
 * @param {number} most the longest bar's value
 */
function outcomeView({ piece, weight, of, value }, most) {
  const width = `width: ${((50 * Math.abs(value ?? 0)) / most).toFixed(1)}%`;
  return html`
    ${pieceIcon(piece, settings().pieces, pieceName(piece))}
    <span class="outcome-weight">${weight}/${of}</span>
    <span class="outcome-bar" aria-hidden="true"><span class=${(value ?? 0) < 0 ? 'bad' : 'good'} .style=${width}></span></span>
    <span class="outcome-value">${value === null ? '…' : signed(value)}</span>`;
}

/**
 * Which piece comes up? Shown while a flip is being chosen. Values come later than the
 * choice; nothing moves when they do, lest a click hit another piece.
 * @param {Desk} desk
 * @param {AskedFlips} asked
 */
export function flipChooser(desk, asked) {
  const [at, board] = [desk.flipping, desk.answer?.board];
  if (!at || !board) return nothing;
  const flips = asked.of(board.fen, { fen: board.fen });
  const square = typeof flips === 'string' ? undefined : flips.squares.find((each) => each.at === at);
  return html`
    <section class="card flip-chooser" role="dialog" aria-labelledby="flip-title" data-test="flip-chooser" data-square=${at}
      @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && desk.cancelFlip()}>
      <div class="row spread flip-head">
        <h2 id="flip-title">${t('analyse.flips.title', { square: at })}</h2>
        <button type="button" class="button small" data-test="flip-cancel" @click=${() => desk.cancelFlip()}>${t('analyse.flips.cancel')}</button>
      </div>
      <p>${t('analyse.flips.choose')}</p>
      ${figures(square)}
      <div class="outcomes">${possible(board, square).map((outcome) => choice(desk, at, outcome, square ? scale(square) : 1))}</div>
    </section>`;
}

/**
 * What may come up, from the highest rank down, with values as far as they are known.
 * @param {Board} board
 * @param {FlipSquare | undefined} square
 * @returns {Outcome[]}
 */
function possible(board, square) {
  const pool = board.pool ?? {};
  const of = poolSize(pool);
  return LETTERS.banqi.filter((piece) => pool[piece]).map((piece) => {
    const value = square?.outcomes.find((outcome) => outcome.piece === piece)?.value ?? null;
    return { piece, weight: pool[piece] ?? 0, of, value };
  });
}

/**
 * @param {Desk} desk
 * @param {string} at
 * @param {Outcome} outcome
 * @param {number} most
 */
function choice(desk, at, outcome, most) {
  const { piece } = outcome;
  return html`
    <button type="button" class="outcome" data-test="outcome-${piece}" @click=${() => desk.play(flipText(at), piece)}>
      ${outcomeView(outcome, most)}
    </button>`;
}

/**
 * The shades of the face-down squares: the better the average, the stronger.
 * @param {Board | undefined} board
 * @param {AskedFlips} asked
 * @param {string | null} pointed
 * @returns {Highlight[]}
 */
export function heat(board, asked, pointed) {
  if (!board?.flips?.length) return [];
  const flips = asked.of(board.fen, { fen: board.fen });
  if (typeof flips === 'string') return [];
  const values = flips.squares.map(({ expectation }) => expectation);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const few = values.filter((value) => value === high).length <= MOST_LABELS;
  return flips.squares.map(({ at, expectation }) => {
    const share = high > low ? (expectation - low) / (high - low) : 0.5;
    const label = at === pointed || (few && expectation === high) ? signed(expectation) : undefined;
    return { at, colour: share >= 0.5 ? 'good' : 'bad', weight: Math.abs(share - 0.5) * 2, label };
  });
}
