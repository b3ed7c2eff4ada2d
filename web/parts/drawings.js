/**
 * Arrows and circles drawn on the board: kept with the node one stands on, as PGN
 * writes them (`Gh2e2`, `Re4`).
 * @module parts/drawings
 */

import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { icon } from './icon.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../board/layers.js').Arrow} Arrow */
/** @typedef {import('../board/board.js').Drawn} Drawn */
/** @typedef {'G' | 'R' | 'Y' | 'B'} Letter PGN's letter of a colour */

/** The colours, in the order of the palette. */
const COLOURS = /** @type {const} */ ([
  ['G', 'green'],
  ['R', 'red'],
  ['Y', 'yellow'],
  ['B', 'blue'],
]);
const NAMES = new Map(COLOURS);

/** No board needs more, and the server takes no more. */
const MOST = 100;

/** The colour that is drawn with, and an arrow half drawn by the keyboard. */
export class Drawings {
  /**
   * @param {Desk} desk
   * @param {() => void} update
   */
  constructor(desk, update) {
    this.desk = desk;
    this.update = update;
    /** @type {Letter} */
    this.colour = 'G';
    /** Where an arrow of the keyboard begins. @type {string | null} */
    this.begun = null;
  }

  /**
   * A drawing by pointer or keyboard; drawn twice it is taken away.
   * @param {Drawn} drawn
   */
  draw({ from, to, begun, back, shift, alt }) {
    this.begun = begun ? from : null;
    if (begun || back) return this.update();
    const colour = this.#colourOf(shift, alt);
    const { node } = this.desk;
    const place = to === null || to === from ? from : from + to;
    const known = node.drawings.find((drawing) => drawing.slice(1) === place);
    const others = node.drawings.filter((drawing) => drawing !== known);
    const fresh = known !== colour + place;
    if (fresh && others.length >= MOST) return;
    node.drawings = fresh ? [...others, colour + place] : others;
    this.desk.edited();
  }

  /**
   * @param {boolean} [shift]
   * @param {boolean} [alt]
   * @returns {Letter}
   */
  #colourOf(shift, alt) {
    if (shift && alt) return 'Y';
    if (shift) return 'R';
    return alt ? 'B' : this.colour;
  }

  /** @param {Letter} colour */
  choose(colour) {
    this.colour = colour;
    this.update();
  }

  /** Takes everything off the board. */
  clear() {
    if (!this.desk.node.drawings.length) return;
    this.desk.node.drawings = [];
    this.desk.edited();
  }

  /**
   * What the board shows.
   * @returns {Arrow[]}
   */
  arrows() {
    const own = drawn(this.desk.node.drawings);
    return this.begun ? [...own, ...drawn([this.colour + this.begun])] : own;
  }
}

/**
 * Drawings as the board shows them.
 * @param {string[]} drawings
 */
export const drawn = (drawings) => drawings.map(arrowOf);

/**
 * @param {string} drawing
 * @returns {Arrow}
 */
function arrowOf(drawing) {
  const colour = NAMES.get(/** @type {Letter} */ (drawing[0])) ?? 'green';
  return { from: drawing.slice(1, 3), to: drawing.slice(3, 5) || null, colour, weight: 0.7 };
}

/** @param {Drawings} drawings */
export function palette(drawings) {
  const { colour: chosen, desk, begun } = drawings;
  return html`
    <div class="swatches row" role="group" aria-label=${t('annotate.draw')}>
      ${COLOURS.map(([letter, name]) => html`
        <button type="button" class="swatch ${name}" data-test="draw-${name}" aria-pressed=${letter === chosen ? 'true' : 'false'}
          aria-label=${t(`annotate.${name}`)} title=${`${t(`annotate.${name}`)} (${letter})`} @click=${() => drawings.choose(letter)}></button>`)}
      <button type="button" class="icon-button" data-test="draw-clear" aria-label=${t('annotate.clear')} title=${t('annotate.clear')}
        ?disabled=${!desk.node.drawings.length} @click=${() => drawings.clear()}>${icon('erase')}</button>
      <p class="visually-hidden" role="status" data-test="draw-state">${begun ? t('annotate.begun', { square: begun }) : nothing}</p>
    </div>`;
}
