/**
 * `<chuhe-graph>`: the evaluation over a game. Set `input`; listen to `graph-walk`
 * (detail: the place, 0 = start). The numbers are also told as a table, elsewhere.
 */

import uPlot from '../vendor/uplot.js';

/** @typedef {{place: number, kind: 'inaccuracy' | 'mistake' | 'blunder'}} GraphMark */

/**
 * @typedef {object} GraphInput
 * @property {number[]} at
 * @property {(number | null)[]} score  the first seat's expected points, 0 to 1
 * @property {(number | null)[] | null} without  the same with luck taken out, for dark chess
 * @property {GraphMark[]} marks
 * @property {number | null} here  the place one stands on
 * @property {string[]} names  of the plies with their scores, by place
 * @property {string} label  the graph in a sentence
 * @property {string} theme  changes with the colours
 */

const HEIGHT = 150;
/** Where the axis has lines, in expected points. */
const LINES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** @type {GraphInput} */
const EMPTY = { at: [], score: [], without: null, marks: [], here: null, names: [], label: '', theme: '' };

/** The graph element. */
export class ChuheGraph extends HTMLElement {
  #input = EMPTY;
  /** @type {uPlot | null} */
  #plot = null;
  /** What the present plot was built for. */
  #shape = '';
  #readout = document.createElement('p');
  #canvas = document.createElement('div');
  #resize = new ResizeObserver(() => this.#fit());

  /** @param {GraphInput} next */
  set input(next) {
    this.#input = next;
    if (this.isConnected) this.#show();
  }

  get input() {
    return this.#input;
  }

  connectedCallback() {
    this.#adopt();
    this.#readout.className = 'graph-readout';
    this.#readout.setAttribute('aria-hidden', 'true');
    this.#canvas.setAttribute('role', 'img');
    this.append(this.#canvas, this.#readout);
    this.#resize.observe(this);
    this.#show();
  }

  /** Takes what was set before this module was loaded. */
  #adopt() {
    if (!Object.hasOwn(this, 'input')) return;
    const given = this.input;
    Reflect.deleteProperty(this, 'input');
    this.#input = given;
  }

  disconnectedCallback() {
    this.#resize.disconnect();
    this.#plot?.destroy();
    this.#plot = null;
  }

  #show() {
    const { without, theme, label } = this.#input;
    this.#canvas.setAttribute('aria-label', label);
    const shape = `${without !== null} ${theme}`;
    if (this.#plot && shape === this.#shape) {
      this.#plot.setData(this.#data());
    } else {
      this.#plot?.destroy();
      this.#shape = shape;
      this.#plot = new uPlot(this.#options(), this.#data(), this.#canvas);
      this.#plot.over.addEventListener('pointerup', (event) => this.#walk(event));
    }
    this.#say(null);
  }

  #fit() {
    const width = this.clientWidth;
    if (this.#plot && width > 0 && width !== this.#plot.width) this.#plot.setSize({ width, height: HEIGHT });
  }

  /** @returns {uPlot.AlignedData} */
  #data() {
    const { at, score, without } = this.#input;
    return without ? [at, score, without] : [at, score];
  }

  /** @param {PointerEvent} event */
  #walk(event) {
    const plot = this.#plot;
    if (!plot || event.button !== 0) return;
    const place = plot.posToIdx(event.clientX - plot.over.getBoundingClientRect().left);
    this.dispatchEvent(new CustomEvent('graph-walk', { detail: { place }, bubbles: true }));
  }

  /** @param {string} name */
  #colour(name) {
    return getComputedStyle(this).getPropertyValue(`--graph-${name}`).trim() || 'gray';
  }

  /** @returns {uPlot.Options} */
  #options() {
    const line = this.#colour('line');
    const axis = { stroke: this.#colour('text'), grid: { stroke: this.#colour('grid'), width: 1 }, ticks: { show: false } };
    /** @type {uPlot.Series[]} */
    const series = [{}, { stroke: line, width: 2, points: { show: false }, fill: (plot) => this.#fill(plot) }];
    if (this.#input.without) {
      series.push({ stroke: this.#colour('without'), width: 2, dash: [5, 4], points: { show: false } });
    }
    return {
      width: this.clientWidth || 320,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: { x: { time: false }, y: { range: () => [0, 1] } },
      axes: [
        { ...axis, size: 24, gap: 2, values: (_, places) => places.map((place) => (Number.isInteger(place) ? String(place) : '')) },
        { ...axis, size: 38, gap: 4, splits: () => LINES, values: () => LINES.map((line) => `${Math.round(100 * line)}%`) },
      ],
      series,
      hooks: { draw: [(plot) => this.#marks(plot)], setCursor: [(plot) => this.#say(plot.cursor.idx ?? null)] },
    };
  }

  /**
   * The first seat's colour above the middle, the second's below.
   * @param {uPlot} plot
   */
  #fill(plot) {
    const { top, height } = plot.bbox;
    const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height);
    const middle = Math.min(1, Math.max(0, (plot.valToPos(0.5, 'y', true) - top) / height));
    gradient.addColorStop(0, this.#colour('first'));
    gradient.addColorStop(middle, this.#colour('first'));
    gradient.addColorStop(middle, this.#colour('second'));
    gradient.addColorStop(1, this.#colour('second'));
    return gradient;
  }

  /** @param {uPlot} plot */
  #marks(plot) {
    const { marks, here, score } = this.#input;
    const { ctx } = plot;
    const pixel = devicePixelRatio;
    ctx.save();
    this.#zero(plot);
    if (here !== null) {
      ctx.strokeStyle = this.#colour('here');
      ctx.lineWidth = 2 * pixel;
      stroke(ctx, plot.valToPos(here, 'x', true), plot.bbox.top, plot.bbox.top + plot.bbox.height);
    }
    for (const { place, kind } of marks) {
      const at = score[place] ?? null;
      if (at === null) continue;
      ctx.fillStyle = this.#colour(kind);
      markShape(ctx, kind, plot.valToPos(place, 'x', true), plot.valToPos(at, 'y', true), 5 * pixel);
    }
    ctx.restore();
  }

  /** @param {uPlot} plot */
  #zero(plot) {
    const y = plot.valToPos(0.5, 'y', true);
    plot.ctx.strokeStyle = this.#colour('text');
    plot.ctx.lineWidth = devicePixelRatio;
    plot.ctx.beginPath();
    plot.ctx.moveTo(plot.bbox.left, y);
    plot.ctx.lineTo(plot.bbox.left + plot.bbox.width, y);
    plot.ctx.stroke();
  }

  /** @param {number | null} pointed */
  #say(pointed) {
    const { names, here } = this.#input;
    const place = pointed ?? here;
    this.#readout.textContent = place === null ? '' : (names[place] ?? '');
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} top
 * @param {number} bottom
 */
function stroke(ctx, x, top, bottom) {
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  ctx.stroke();
}

/**
 * A shape for each kind of fault, so that colour is not needed: dot, diamond, triangle.
 * @param {CanvasRenderingContext2D} ctx
 * @param {GraphMark['kind']} kind
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function markShape(ctx, kind, x, y, size) {
  ctx.beginPath();
  if (kind === 'inaccuracy') ctx.arc(x, y, size * 0.8, 0, 2 * Math.PI);
  else {
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, kind === 'mistake' ? y : y + size);
    if (kind === 'mistake') ctx.lineTo(x, y + size);
    ctx.lineTo(x - size, kind === 'mistake' ? y : y + size);
    ctx.closePath();
  }
  ctx.fill();
}

customElements.define('chuhe-graph', ChuheGraph);
