/**
 * `<chuhe-curve>`: one or more lines over a count, with levels drawn across. Set `input`.
 * What it shows is also told in words (`label`) and beside it in figures.
 */

import uPlot from '../vendor/uplot.js';
import { rangeOf } from './curve-range.js';

/** @typedef {import('./curve-range.js').CurveLine} CurveLine */

/**
 * @typedef {object} CurveInput
 * @property {number[]} at  the places, growing
 * @property {CurveLine[]} lines
 * @property {number[]} levels  drawn across, and always in sight
 * @property {string} label  the curve in a sentence
 * @property {string} theme  changes with the colours
 * @property {(place: number) => string} name  what is said of a place
 */

const HEIGHT = 180;
/** @type {CurveInput} */
const EMPTY = { at: [], lines: [], levels: [], label: '', theme: '', name: () => '' };

/** The curve element. */
export class ChuheCurve extends HTMLElement {
  #input = EMPTY;
  /** @type {uPlot | null} */
  #plot = null;
  #shape = '';
  #canvas = document.createElement('div');
  #readout = document.createElement('p');
  #resize = new ResizeObserver(() => this.#fit());

  /** @param {CurveInput} next */
  set input(next) {
    this.#input = next;
    if (this.isConnected) this.#show();
  }

  get input() {
    return this.#input;
  }

  connectedCallback() {
    if (Object.hasOwn(this, 'input')) {
      // Set before this module was loaded.
      const given = this.input;
      Reflect.deleteProperty(this, 'input');
      this.#input = given;
    }
    this.#canvas.setAttribute('role', 'img');
    this.#readout.className = 'curve-readout';
    this.#readout.setAttribute('aria-hidden', 'true');
    this.append(this.#canvas, this.#readout);
    this.#resize.observe(this);
    this.#show();
  }

  disconnectedCallback() {
    this.#resize.disconnect();
    this.#plot?.destroy();
    this.#plot = null;
  }

  #show() {
    const { lines, levels, theme, label } = this.#input;
    this.#canvas.setAttribute('aria-label', label);
    const shape = JSON.stringify([lines.map(({ look }) => look), levels, theme]);
    if (this.#plot && shape === this.#shape) {
      this.#plot.setData(this.#data());
    } else {
      this.#plot?.destroy();
      this.#shape = shape;
      this.#plot = new uPlot(this.#options(), this.#data(), this.#canvas);
    }
    // For whoever looks from outside: what was drawn last.
    this.dataset.points = String(this.#input.at.length);
    this.#say(null);
  }

  #fit() {
    const width = this.clientWidth;
    if (this.#plot && width > 0 && width !== this.#plot.width) this.#plot.setSize({ width, height: HEIGHT });
  }

  /** @returns {uPlot.AlignedData} */
  #data() {
    const { at, lines } = this.#input;
    const drawn = (/** @type {number | null} */ value) => (value === null || !Number.isFinite(value) ? null : value);
    return [at, ...lines.map(({ values }) => values.map(drawn))];
  }

  /** @param {string} name */
  #colour(name) {
    return getComputedStyle(this).getPropertyValue(`--curve-${name}`).trim() || 'gray';
  }

  /** @returns {uPlot.Options} */
  #options() {
    const axis = { stroke: this.#colour('text'), grid: { stroke: this.#colour('grid'), width: 1 }, ticks: { show: false } };
    const { lines } = this.#input;
    const edges = lines.map(({ look }, index) => (look === 'edge' ? index + 1 : 0)).filter(Boolean);
    /** @type {uPlot.Series[]} */
    const series = lines.map(({ look }) => ({
      stroke: look === 'edge' ? 'transparent' : this.#colour(look),
      width: look === 'edge' ? 0 : 2,
      dash: look === 'second' ? [6, 4] : undefined,
      points: { show: lines.some(({ values }) => values.length < 2) },
    }));
    const [low, high] = edges;
    return {
      width: this.clientWidth || 320,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: { x: { time: false }, y: { range: () => rangeOf(this.#input) } },
      axes: [
        { ...axis, size: 24, gap: 2, values: (_, places) => places.map((place) => (Number.isInteger(place) ? String(place) : '')) },
        { ...axis, size: 52, gap: 4 },
      ],
      series: [{}, ...series],
      bands: low && high ? [{ series: [high, low], fill: this.#colour('band') }] : [],
      hooks: { draw: [(plot) => this.#levels(plot)], setCursor: [(plot) => this.#say(plot.cursor.idx ?? null)] },
    };
  }

  /** @param {uPlot} plot */
  #levels({ ctx, bbox, valToPos }) {
    ctx.save();
    ctx.strokeStyle = this.#colour('level');
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const level of this.#input.levels) {
      const y = valToPos(level, 'y', true);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
    }
    ctx.restore();
  }

  /** @param {number | null} pointed */
  #say(pointed) {
    const { at, name } = this.#input;
    const place = pointed ?? at.length - 1;
    this.#readout.textContent = at.length === 0 ? '' : name(place);
  }
}

customElements.define('chuhe-curve', ChuheCurve);
