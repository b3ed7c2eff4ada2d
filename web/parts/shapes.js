/**
 * The named shapes on the board: whose, who takes part, what to do about them, and what
 * the engine counts them. Pointing at one shows it on the board.
 * @module parts/shapes
 */

import { html, nothing } from '../vendor/lit-html.js';
import { pieceName } from '../board/describe.js';
import { currentLanguage, t } from '../i18n/index.js';
import { Asked } from './asked.js';
import { signed } from './score.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../types.js').Shape} Shape */
/** @typedef {import('../board/layers.js').Highlight} Highlight */

/** The shapes of positions, and the one that is looked at. */
export class Shapes {
  /**
   * @param {Desk} desk
   * @param {() => void} update
   */
  constructor(desk, update) {
    this.desk = desk;
    this.update = update;
    /** @type {Asked<{shapes: Shape[]}>} */
    this.asked = new Asked('/api/shapes', update);
    /** Pointed at or reached by the keyboard. @type {string | null} */
    this.pointed = null;
    /** Held by a tap. @type {string | null} */
    this.held = null;
  }

  /** The shapes where one stands. */
  get() {
    const fen = this.desk.answer?.board.fen;
    return fen ? this.asked.of(fen, this.desk.line()) : 'waiting';
  }

  /** @param {string | null} name */
  point(name) {
    if (this.pointed === name) return;
    this.pointed = name;
    this.update();
  }

  /** @param {string} name */
  hold(name) {
    this.held = this.held === name ? null : name;
    this.update();
  }

  /**
   * What the board shows: who has the shape, whom it is about, and empty points.
   * @returns {Highlight[]}
   */
  highlights() {
    const found = this.get();
    if (typeof found === 'string') return [];
    const shape = found.shapes.find((each) => nameOf(each) === (this.pointed ?? this.held));
    return (shape?.points ?? []).map(({ at, piece }) => ({ at, colour: colourOf(shape?.side ?? '', piece) }));
  }
}

/**
 * @param {string} side
 * @param {string | null} piece
 */
function colourOf(side, piece) {
  if (piece === null) return 'info';
  return (piece === piece.toUpperCase()) === (side === 'red') ? 'good' : 'bad';
}

/** @param {Shape} shape */
const nameOf = ({ key, side }) => `${side}-${key}`;

/** @param {Shapes} shapes */
export function shapesPanel(shapes) {
  const found = shapes.get();
  if (found === 'waiting') return html`<p class="muted small" role="status">${t('loading')}</p>`;
  if (found === 'failed') return html`<p class="error-text" role="status" data-test="shapes-failed">${t('shapes.failed')}</p>`;
  const [first, covered] = [found.shapes.filter((one) => !one.covered), found.shapes.filter((one) => one.covered)];
  return html`
    <p class="muted small">${t('shapes.about')}</p>
    ${found.shapes.length ? nothing : html`<p role="status" data-test="shapes-none">${t('shapes.none')}</p>`}
    <ul class="shapes" data-test="shapes">${first.map((shape) => shapeView(shapes, shape))}</ul>
    ${covered.length ? html`
      <details data-test="shapes-covered"><summary>${t('shapes.covered', { n: covered.length })}</summary>
        <ul class="shapes">${covered.map((shape) => shapeView(shapes, shape))}</ul></details>` : nothing}`;
}

/**
 * @param {Shapes} shapes
 * @param {Shape} shape
 */
function shapeView(shapes, shape) {
  const name = nameOf(shape);
  const { side, worth, verdict, points } = shape;
  const language = currentLanguage();
  const [point, leave] = [() => shapes.point(name), () => shapes.point(null)];
  return html`
    <li class="shape ${shape.loud ? 'loud' : ''}" @pointerenter=${point} @pointerleave=${leave} @focusin=${point} @focusout=${leave}>
      <button type="button" class="shape-name" data-test="shape-${name}" aria-pressed=${shapes.held === name ? 'true' : 'false'} @click=${() => shapes.hold(name)}>
        <span class="seat-dot ${side === 'red' ? 'first' : 'second'}" aria-hidden="true"></span><span class="visually-hidden">${t(`side.${side}`)}: </span>
        ${shape.name[language]}${verdict ? html` <span class="chip">${t(`shapes.${verdict}`)}</span>` : nothing}
      </button>
      <span class="shape-worth" data-test="worth-${name}">${worth ? t('shapes.worth', { worth: signed(worth) }) : t('shapes.worthless')}</span>
      ${shape.plan[language] ? html`<p class="shape-plan" data-test="plan-${name}">${shape.plan[language]}</p>` : nothing}
      <p class="small muted">${points.filter(({ piece }) => piece).map(({ at, piece }) => `${pieceName(piece ?? '')} ${at}`).join(', ')}</p>
    </li>`;
}
