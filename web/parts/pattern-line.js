/**
 * What stands along a line: pieces and wildcards that are dragged into a row, or put there
 * by keys.
 * @module parts/pattern-line
 */

import { html, nothing, render } from '../vendor/lit-html.js';
import { pieceIcon } from '../board/pieces.js';
import { t } from '../i18n/index.js';
import { settings } from '../settings.js';
import { icon } from './icon.js';
import { LETTERS, pieceChooser, piecesSign, piecesText } from './pattern-pieces.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('../types.js').PatternLine} Line */

const DRAG_FROM_PX = 6;
const WILDCARDS = ['*', '.', '?'];
const WAYS = ['up', 'down', 'left', 'right'];
/** A line has at most ten points, and a star between two. */
const LONGEST = 24;

/** The item that is changed by the pieces below the row. */
let chosen = 0;

/**
 * What an item is, in words.
 * @param {string} item
 * @param {boolean} colours
 */
function itemText(item, colours) {
  if (item === '*') return t('patterns.item.empties');
  if (item === '.') return t('patterns.item.empty');
  if (item === '?') return t('patterns.item.anything');
  return item.startsWith('@') ? item.slice(1) : piecesText(item, colours);
}

/** @param {string} item */
function itemSign(item) {
  if (WILDCARDS.includes(item)) return html`<span class="line-sign">${item}</span>`;
  if (item.startsWith('@')) return html`<span class="line-sign">${item.slice(1)}</span>`;
  return item.length === 1 ? pieceIcon(item, settings().pieces) : html`<span class="line-sign">${piecesSign(item)}</span>`;
}

/**
 * @param {PatternEditor} editor
 * @param {Line} line
 * @param {number} index of the part
 */
export function linePanel(editor, line, index) {
  const colours = editor.drawing?.colours ?? false;
  const { items } = line;
  chosen = Math.min(chosen, Math.max(0, items.length - 1));
  const put = (/** @type {string[]} */ next) => editor.change(index, withItems(line, next));
  const insert = (/** @type {string} */ item, /** @type {number} */ place) => {
    if (items.length >= LONGEST) return;
    put(items.toSpliced(place, 0, item));
    chosen = place;
  };
  const append = (/** @type {string} */ item) => insert(item, items.length ? chosen + 1 : 0);
  const item = items[chosen];
  return html`
    ${fromView(editor, line, index)}
    ${waysView(editor, line, index)}
    <div class="field" role="group" aria-labelledby="line-label">
      <span class="label" id="line-label">${t('patterns.along')}</span>
      <ol class="line-row" data-test="line-row" aria-label=${t('patterns.along')}>
        ${items.map((one, place) => html`<li><button type="button" class="line-item" data-test="line-item-${place}" data-item=${one} aria-pressed=${place === chosen ? 'true' : 'false'}
          aria-label=${t('patterns.line_item', { place: place + 1, item: itemText(one, colours) })}
          @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, one, (to) => moveItem(items, place, to, put))}
          @keydown=${(/** @type {KeyboardEvent} */ event) => key(event, items, place, put, editor)}
          @click=${() => {
            chosen = place;
            editor.update();
          }}>${itemSign(one)}</button></li>`)}
        ${items.length === 0 ? html`<li class="muted small">${t('patterns.line_empty')}</li>` : nothing}
      </ol>
      <p class="hint">${t('patterns.line_hint')}</p>
    </div>
    <div class="line-palette" role="group" aria-label=${t('patterns.line_palette')}>
      ${[...LETTERS, LETTERS.join(''), ...WILDCARDS, ...names(editor, index)].map((one) => html`
        <button type="button" class="piece-toggle" data-test="line-put-${putName(one)}" title=${itemText(one, colours)}
          aria-label=${t('patterns.line_put', { item: itemText(one, colours) })}
          @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, one, (to) => to !== null && insert(one, to))}
          @click=${() => append(one)}>${itemSign(one)}</button>`)}
    </div>
    ${item && !WILDCARDS.includes(item) && !item.startsWith('@') ? pieceChooser({
      name: 'item', label: t('patterns.item_pieces', { place: chosen + 1 }), pieces: item, colours,
      change: (pieces) => pieces && put(items.with(chosen, pieces)),
    }) : nothing}
    ${item ? html`<div class="row"><button type="button" class="button small" data-test="line-remove" @click=${() => put(items.toSpliced(chosen, 1))}>
      ${icon('erase')} ${t('patterns.remove_item', { place: chosen + 1 })}</button></div>` : nothing}`;
}

/** @param {string} item */
const putName = (item) => (item.length === 14 ? 'any' : item === '*' ? 'empties' : item === '.' ? 'empty' : item === '?' ? 'anything' : item.replace('@', 'name-'));

/**
 * The names that conditions before this one bind.
 * @param {PatternEditor} editor
 * @param {number} index
 */
function names(editor, index) {
  const parts = editor.drawing?.parts.slice(0, index) ?? [];
  return parts.flatMap((part) => (part.kind === 'place' && part.name ? [`@${part.name}`] : []));
}

/**
 * A line that begins wherever its first piece stands goes on to do so.
 * @param {Line} line
 * @param {string[]} items
 * @returns {Partial<Line>}
 */
function withItems(line, items) {
  const { from } = line;
  const first = items[0] ?? '';
  const follows = from.kind === 'pieces' && (from.pieces === line.items[0] || line.items.length === 0);
  if (!follows || first === '' || WILDCARDS.includes(first)) return { items };
  if (first.startsWith('@')) return { items, from: { kind: 'name', name: first.slice(1) } };
  return { items, from: { ...from, pieces: first } };
}

/**
 * @param {PatternEditor} editor
 * @param {Line} line
 * @param {number} index
 */
function fromView(editor, line, index) {
  const { from } = line;
  const colours = editor.drawing?.colours ?? false;
  const known = names(editor, index);
  const options = /** @type {[string, string][]} */ ([
    ['pieces', t('patterns.from_pieces')], ['points', t('patterns.from_points')],
    ...known.map((name) => /** @type {[string, string]} */ ([name, t('patterns.from_name', { name: name.slice(1) })])),
  ]);
  const value = from.kind === 'name' ? `@${from.name}` : from.kind;
  if (!options.some(([option]) => option === value)) options.push([value, value.slice(1)]);
  const choose = (/** @type {string} */ next) => {
    const points = from.kind === 'name' ? [] : from.points;
    const first = line.items.find((item) => !WILDCARDS.includes(item) && !item.startsWith('@')) ?? 'k';
    if (next === 'pieces') editor.change(index, { from: { kind: 'pieces', pieces: first, points: allPoints() } });
    else if (next === 'points') editor.change(index, { from: { kind: 'points', points: points.length === 90 ? [] : points } });
    else editor.change(index, { from: { kind: 'name', name: next.slice(1) } });
  };
  return html`
    <div class="field">
      <label for="line-from">${t('patterns.from')}</label>
      <select id="line-from" data-test="line-from" @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${options.map(([option, label]) => html`<option value=${option} ?selected=${option === value}>${label}</option>`)}
      </select>
      ${from.kind === 'name' ? nothing : html`<p class="hint">${from.kind === 'points' ? t('patterns.from_points_hint') : t('patterns.from_pieces_hint')}</p>`}
    </div>
    ${from.kind === 'pieces' && from.pieces !== line.items[0] ? pieceChooser({
      name: 'from', label: t('patterns.from_which'), pieces: from.pieces, colours,
      change: (pieces) => pieces && editor.change(index, { from: { ...from, pieces } }),
    }) : nothing}`;
}

/** Every point of the board. */
export const allPoints = () => [...'abcdefghi'].flatMap((file) => [...'0123456789'].map((rank) => file + rank));

/**
 * @param {PatternEditor} editor
 * @param {Line} line
 * @param {number} index
 */
function waysView(editor, line, index) {
  const colours = editor.drawing?.colours ?? false;
  const toggle = (/** @type {string} */ way) => {
    const ways = WAYS.filter((one) => (one === way) !== line.ways.includes(one));
    editor.change(index, { ways });
  };
  return html`
    <div class="row" role="group" aria-label=${t('patterns.ways')}>
      <span class="label small" aria-hidden="true">${t('patterns.ways')}</span>
      ${WAYS.map((way) => html`<button type="button" class="button small" data-test="way-${way}" aria-pressed=${line.ways.includes(way) ? 'true' : 'false'}
        @click=${() => toggle(way)}>${t(`patterns.way.${colours && ['up', 'down'].includes(way) ? `${way}_colours` : way}`)}</button>`)}
    </div>`;
}

/**
 * @param {string[]} items
 * @param {number} from
 * @param {number | null} to  null: off the row
 * @param {(items: string[]) => void} put
 */
function moveItem(items, from, to, put) {
  const rest = items.toSpliced(from, 1);
  if (to === null) return put(rest);
  const place = to > from ? to - 1 : to;
  if (place === from) return;
  chosen = place;
  put(rest.toSpliced(place, 0, items[from] ?? ''));
}

/**
 * Arrows walk along the row, with Shift they move the item; Delete takes it away.
 * @param {KeyboardEvent} event
 * @param {string[]} items
 * @param {number} place
 * @param {(items: string[]) => void} put
 * @param {PatternEditor} editor
 */
function key(event, items, place, put, editor) {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  const next = Math.max(0, Math.min(items.length - 1, place + step));
  if (event.key === 'Delete' || event.key === 'Backspace') put(items.toSpliced(place, 1));
  else if (step === 0) return;
  else if (event.shiftKey && next !== place) put(items.toSpliced(place, 1).toSpliced(next, 0, items[place] ?? ''));
  event.preventDefault();
  chosen = event.key.startsWith('Arrow') ? next : Math.max(0, place - 1);
  editor.update();
  focusItem(chosen);
}

/** @param {number} place */
function focusItem(place) {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const item = document.querySelector(`[data-test="line-item-${place}"]`);
    if (item instanceof HTMLElement) item.focus();
  }));
}

/**
 * Follows the pointer with a picture of the item and says where on the row it was let go.
 * @param {PointerEvent} start
 * @param {string} item
 * @param {(place: number | null) => void} drop
 */
function drag(start, item, drop) {
  if (start.button !== 0) return;
  const source = /** @type {HTMLElement} */ (start.currentTarget);
  const ending = new AbortController();
  /** @type {HTMLElement | null} */
  let ghost = null;
  source.setPointerCapture(start.pointerId);
  const finish = () => {
    ending.abort();
    ghost?.remove();
  };
  const listen = (/** @type {'pointermove' | 'pointerup' | 'pointercancel'} */ name, /** @type {(event: PointerEvent) => void} */ act) =>
    source.addEventListener(name, act, { signal: ending.signal });
  listen('pointermove', (event) => {
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > DRAG_FROM_PX;
    if (!ghost && far) ghost = ghostOf(item);
    if (ghost) ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  });
  listen('pointerup', (event) => {
    const dragged = ghost !== null;
    finish();
    if (!dragged) return;
    // A drag is no click, if the browser makes one of it.
    const quiet = new AbortController();
    source.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, signal: quiet.signal });
    setTimeout(() => quiet.abort(), 0);
    drop(placeAt(event.clientX, event.clientY));
  });
  listen('pointercancel', finish);
}

/**
 * Before which item of the row a point lies; null off the row.
 * @param {number} x
 * @param {number} y
 */
function placeAt(x, y) {
  const row = document.elementFromPoint(x, y)?.closest('.line-row');
  if (!row) return null;
  const boxes = [...row.querySelectorAll('.line-item')].map((item) => item.getBoundingClientRect());
  const before = boxes.findIndex(({ left, width, top, bottom }) => y < top || (y <= bottom && x < left + width / 2));
  return before < 0 ? boxes.length : before;
}

/** @param {string} item */
function ghostOf(item) {
  const ghost = document.createElement('div');
  ghost.className = 'palette-ghost line-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  render(itemSign(item), ghost);
  document.body.append(ghost);
  return ghost;
}
