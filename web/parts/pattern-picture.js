/**
 * A pattern as a picture: a board on which regions are painted, and the list of conditions.
 * @module parts/pattern-picture
 */

import '../board/board.js';
import { html, live, nothing } from '../vendor/lit-html.js';
import { t, tn } from '../i18n/index.js';
import { settings } from '../settings.js';
import { segments, select } from './choice.js';
import { icon } from './icon.js';
import { CONDITIONS } from './pattern-editor.js';
import { allPoints, linePanel } from './pattern-line.js';
import { LETTERS, pieceChooser, pieceWord, piecesSign, piecesText } from './pattern-pieces.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('../types.js').PatternPart} Part */
/** @typedef {import('../types.js').PatternPlace} Place */
/** @typedef {import('../types.js').PatternBoard} Board */

/** What a drawn board says of a point besides pieces. */
const SIGNS = ['.', '*', '+', '-'];

/** Regions with a name: points as we see our own. @typedef {{ name: string, points: string[] }} Region */

/** What the picture remembers that is no part of the pattern. */
export class Picture {
  /** @param {Region[]} regions */
  constructor(regions) {
    this.regions = regions;
    /** What a stroke does to points. @type {'add' | 'remove'} */
    this.stroke = 'add';
    /** What a tap puts on a drawn board. */
    this.sign = 'R';
  }
}

/**
 * The points that are painted in a part, or null if it has none.
 * @param {Part | undefined} part
 */
function pointsOf(part) {
  if (part?.kind === 'place') return part.points;
  if (part?.kind === 'line' && part.from.kind !== 'name') return part.from.points;
  return null;
}

/**
 * @param {PatternEditor} editor
 * @param {Picture} picture
 */
export function picturePanel(editor, picture) {
  const { drawing, inStep } = editor;
  return html`
    <section class="card stack tight" aria-labelledby="picture-title">
      <h2 id="picture-title">${t('patterns.picture')}</h2>
      ${drawing === null ? html`<p class="muted" data-test="picture-none">${editor.waiting ? t('patterns.reading') : t('patterns.picture_none')}</p>` : html`
        ${inStep || editor.waiting ? nothing : html`<p class="small error-text" data-test="picture-behind">${t('patterns.picture_behind')}</p>`}
        <div class="pattern-picture">
          ${boardView(editor, picture)}
          <div class="stack tight">
            ${conditionList(editor)}
            ${partPanel(editor, picture)}
          </div>
        </div>`}
    </section>`;
}

/**
 * @param {PatternEditor} editor
 * @param {Picture} picture
 */
function boardView(editor, picture) {
  const parts = editor.drawing?.parts ?? [];
  const part = parts[editor.part];
  const painted = pointsOf(part);
  const { pieces: set, coordinates, notation } = settings();
  const input = {
    game: /** @type {const} */ ('xiangqi'), pieces: piecesOf(parts), set, animate: false,
    coordinates: coordinates ? notation : null, label: t('patterns.board'),
    highlights: parts.flatMap((one, index) => highlightsOf(one, index === editor.part, number(parts, index))),
    paint: painted !== null || part?.kind === 'board', marked: painted ?? [], announce: painted ? tn('patterns.points', painted.length) : '',
  };
  const paint = (/** @type {string} */ square, /** @type {boolean} */ start) => {
    // A stroke may come to several points before the next drawing.
    const now = editor.drawing?.parts[editor.part];
    const points = pointsOf(now);
    if (now?.kind === 'board') return drawSign(editor, picture, now, square);
    if (points === null) return;
    if (start) picture.stroke = points.includes(square) ? 'remove' : 'add';
    const others = points.filter((point) => point !== square);
    setPoints(editor, picture.stroke === 'add' ? [...others, square] : others);
  };
  return html`
    <div class="pattern-board">
      <chuhe-board .input=${input} data-test="picture-board"
        @board-paint=${(/** @type {CustomEvent<{square: string, start: boolean}>} */ { detail }) => paint(detail.square, detail.start)}
        @board-tap=${(/** @type {CustomEvent<{square: string}>} */ { detail }) => paint(detail.square, true)}></chuhe-board>
      <p class="hint small muted">${painted !== null ? t('patterns.paint_hint') : part?.kind === 'board' ? t('patterns.draw_hint') : t('patterns.board_hint')}</p>
    </div>`;
}

/**
 * Changes the points of the part that is edited.
 * @param {PatternEditor} editor
 * @param {string[]} points
 */
function setPoints(editor, points) {
  const part = editor.drawing?.parts[editor.part];
  const sorted = [...points].sort();
  if (part?.kind === 'place') editor.change(editor.part, { points: sorted });
  else if (part?.kind === 'line' && part.from.kind !== 'name') editor.change(editor.part, { from: { ...part.from, points: sorted } });
}

/**
 * @param {PatternEditor} editor
 * @param {Picture} picture
 * @param {Board} board
 * @param {string} square
 */
function drawSign(editor, { sign }, board, square) {
  const [file, rank] = [square.charCodeAt(0) - 97, 9 - Number(square[1])];
  const row = board.rows[rank] ?? '';
  const next = row[file] === sign ? '?' : sign;
  editor.change(editor.part, { rows: board.rows.with(rank, row.slice(0, file) + next + row.slice(file + 1)) });
}

/** Which condition it is, counted from 1. @param {Part[]} parts @param {number} index */
const number = (parts, index) => parts.slice(0, index + 1).filter(({ kind, source }) => CONDITIONS.includes(kind) && !source?.startsWith(';')).length;

/**
 * Pieces whose place is known.
 * @param {Part[]} parts
 */
function piecesOf(parts) {
  /** @type {Record<string, string>} */
  const pieces = {};
  for (const part of parts) {
    if (part.kind === 'board') {
      part.rows.forEach((row, rank) => [...row].forEach((sign, file) => {
        if (LETTERS.includes(sign)) pieces[`${'abcdefghi'[file]}${9 - rank}`] = sign;
      }));
    }
    const [point = ''] = part.kind === 'place' ? part.points : [];
    if (part.kind === 'place' && part.points.length === 1 && part.pieces.length === 1 && part.least > 0) pieces[point] = part.pieces;
  }
  return pieces;
}

/**
 * @param {Part} part
 * @param {boolean} chosen
 * @param {number} place
 * @returns {import('../board/layers.js').Highlight[]}
 */
function highlightsOf(part, chosen, place) {
  if (part.kind === 'board') {
    return part.rows.flatMap((row, rank) => [...row].flatMap((sign, file) => (SIGNS.includes(sign)
      ? [{ at: `${'abcdefghi'[file]}${9 - rank}`, colour: /** @type {const} */ ('good'), weight: chosen ? 1 : 0.4, label: sign }] : [])));
  }
  const points = pointsOf(part) ?? [];
  // The whole board is everywhere: it would hide the others.
  if (points.length === 90 || (points.length > 30 && !chosen)) return [];
  return points.map((at, index) => ({
    at, colour: chosen ? 'info' : part.kind === 'place' && part.most === 0 ? 'bad' : 'good', weight: chosen ? 1 : 0.4,
    ...(index === 0 && { label: String(place) }),
  }));
}

/**
 * A condition in few words.
 * @param {Part} part
 * @param {boolean} colours
 */
function partText(part, colours) {
  if (part.kind === 'place') {
    const what = piecesText(part.pieces, colours);
    const where = part.points.length === 1 ? part.points[0] ?? '' : part.points.length === 90 ? t('patterns.everywhere') : tn('patterns.points', part.points.length);
    const values = { what, where, least: part.least, most: part.most ?? 0, name: part.name ?? '' };
    if (part.name) return t('patterns.part.named', values);
    if (part.most === 0) return t('patterns.part.none', values);
    if (part.most === null) return part.least === 1 ? t('patterns.part.some', values) : t('patterns.part.least', values);
    return part.least === part.most ? t('patterns.part.exactly', values) : t('patterns.part.between', values);
  }
  if (part.kind === 'line') return t('patterns.part.line', { items: part.items.map((item) => (item.startsWith('@') ? item.slice(1) : LETTERS.includes(item[0] ?? '') ? piecesSign(item) : item)).join(' ') });
  if (part.kind === 'board') return t('patterns.part.board');
  return part.source ?? '';
}

/** @param {PatternEditor} editor */
function conditionList(editor) {
  const parts = editor.drawing?.parts ?? [];
  const colours = editor.drawing?.colours ?? false;
  const add = (/** @type {string} */ name, /** @type {() => Part} */ part) => html`
    <button type="button" class="button small" data-test="add-${name}" @click=${() => editor.add(part())}>${icon('plus')} ${t(`patterns.add.${name}`)}</button>`;
  const conditions = parts.map((part, index) => /** @type {const} */ ([part, index])).filter(([{ kind }]) => CONDITIONS.includes(kind));
  return html`
    <div class="row spread">
      <h3>${t('patterns.conditions')}</h3>
      ${segments({
        name: 'pattern-view', label: t('patterns.whose'), value: colours ? 'colours' : 'sides',
        options: [['sides', t('patterns.us_them')], ['colours', t('patterns.red_black')]],
        change: (view) => editor.drawing && editor.draw({ ...editor.drawing, colours: view === 'colours' }, ''),
      })}
    </div>
    ${conditions.length ? html`<ol class="condition-list" data-test="conditions">
      ${conditions.map(([part, index]) => html`<li class=${index === editor.part ? 'chosen' : ''}>
        <button type="button" class="pattern-row" data-test="condition-${index}" data-kind=${part.kind} aria-current=${index === editor.part ? 'true' : 'false'}
          @click=${() => {
            editor.part = index;
            editor.update();
          }}>${partText(part, colours)}</button>
        <span class="row nowrap">
          <button type="button" class="icon-button" data-test="condition-up-${index}" aria-label=${t('patterns.up')} ?disabled=${index === conditions[0]?.[1]}
            @click=${() => editor.movePart(index, -1)}>${icon('up')}</button>
          <button type="button" class="icon-button" data-test="condition-remove-${index}" aria-label=${t('patterns.remove_condition', { condition: partText(part, colours) })}
            @click=${() => editor.removePart(index)}>${icon('trash')}</button>
        </span></li>`)}
    </ol>` : html`<p class="muted small" data-test="conditions-none">${t('patterns.no_conditions')}</p>`}
    <div class="row" role="toolbar" aria-label=${t('patterns.add_condition')}>
      ${add('place', () => ({ kind: 'place', pieces: 'R', points: [], least: 1, most: null, name: null }))}
      ${add('line', () => ({ kind: 'line', from: { kind: 'pieces', pieces: 'k', points: allPoints() }, ways: ['up', 'down'], items: ['k'] }))}
      ${add('board', () => ({ kind: 'board', rows: Array(10).fill('?????????') }))}
      ${add('condition', () => ({ kind: 'condition', source: '(to-move us)' }))}
    </div>`;
}

/**
 * What can be changed of the chosen condition.
 * @param {PatternEditor} editor
 * @param {Picture} picture
 */
function partPanel(editor, picture) {
  const { part: index } = editor;
  const part = editor.drawing?.parts[index];
  if (!part || !CONDITIONS.includes(part.kind)) return nothing;
  const content = part.kind === 'place' ? placePanel(editor, picture, part, index)
    : part.kind === 'line' ? [linePanel(editor, part, index), part.from.kind === 'name' ? nothing : regionChoice(editor, picture, part.from.points)]
      : part.kind === 'board' ? signPanel(editor, picture)
        : otherPanel(editor, part.source ?? '', index);
  return html`<div class="stack tight part-panel" data-test="part-panel" data-kind=${part.kind}>${content}</div>`;
}

/**
 * @param {PatternEditor} editor
 * @param {Picture} picture
 * @param {Place} part
 * @param {number} index
 */
function placePanel(editor, picture, part, index) {
  const colours = editor.drawing?.colours ?? false;
  return html`
    ${pieceChooser({ name: 'place', label: t('patterns.which_pieces'), pieces: part.pieces, colours, change: (pieces) => editor.change(index, { pieces }) })}
    ${regionChoice(editor, picture, part.points)}
    <div class="pattern-counts">
      ${countField('place-least', t('patterns.least'), part.least, (least) => editor.change(index, { least: least ?? 0, ...(part.most !== null && (least ?? 0) > part.most && { most: least }) }))}
      ${countField('place-most', t('patterns.most'), part.most, (most) => editor.change(index, { most, ...(most !== null && most < part.least && { least: most }) }))}
      <div class="field"><label for="place-name">${t('patterns.bind')}</label>
        <input type="text" id="place-name" data-test="place-name" maxlength="20" autocomplete="off" pattern="[A-Z][A-Za-z0-9]*" .value=${part.name ?? ''}
          @change=${(/** @type {Event} */ event) => editor.change(index, { name: /** @type {HTMLInputElement} */ (event.target).value.trim() || null })}></div>
    </div>
    <p class="hint small muted">${t('patterns.bind_hint')}</p>`;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number | null} value
 * @param {(value: number | null) => void} change
 */
const countField = (name, label, value, change) => html`
  <div class="field"><label for=${name}>${label}</label>
    <input type="number" inputmode="numeric" id=${name} data-test=${name} min="0" max="32" .value=${value === null ? '' : String(value)}
      @change=${(/** @type {Event} */ event) => {
        const typed = /** @type {HTMLInputElement} */ (event.target).value;
        change(typed === '' ? null : Math.max(0, Math.min(32, Math.round(Number(typed)))));
      }}></div>`;

/**
 * Regions with a name, in the place of what is painted.
 * @param {PatternEditor} editor
 * @param {Picture} picture
 * @param {string[]} points
 */
function regionChoice(editor, { regions }, points) {
  const turned = (/** @type {string} */ point) => `${'ihgfedcba'[point.charCodeAt(0) - 97]}${9 - Number(point[1])}`;
  const both = regions.flatMap(({ name, points: own }) => [
    { value: name, points: own, label: t(`patterns.region.${name}`) },
    { value: `them.${name}`, points: own.map(turned), label: t('patterns.region_theirs', { region: t(`patterns.region.${name}`) }) },
  ]);
  const same = (/** @type {string[]} */ other) => other.length === points.length && other.every((point) => points.includes(point));
  const value = both.find((one) => same(one.points))?.value ?? (points.length ? 'painted' : '');
  return html`
    <div class="region-choice">
      ${select({
        name: 'region', label: t('patterns.region_label'), value,
        options: [['', t('patterns.region_none')], ['painted', t('patterns.region_painted')], ...both.map(({ value: name, label }) => /** @type {[string, string]} */ ([name, label]))],
        change: (name) => name !== 'painted' && setPoints(editor, both.find((one) => one.value === name)?.points ?? []),
      })}
      <button type="button" class="button small" data-test="region-invert" @click=${() => setPoints(editor, allPoints().filter((point) => !points.includes(point)))}>${t('patterns.invert')}</button>
    </div>`;
}

/**
 * @param {PatternEditor} editor
 * @param {Picture} picture
 */
function signPanel(editor, picture) {
  const colours = editor.drawing?.colours ?? false;
  const choose = (/** @type {string} */ sign) => {
    picture.sign = sign;
    editor.update();
  };
  return html`
    <div class="line-palette" role="group" aria-label=${t('patterns.signs')}>
      ${[...LETTERS, ...SIGNS].map((sign) => html`<button type="button" class="piece-toggle" aria-pressed=${picture.sign === sign ? 'true' : 'false'} data-test="draw-${sign}"
        aria-label=${SIGNS.includes(sign) ? t(`patterns.sign.${SIGNS.indexOf(sign)}`) : pieceWord(sign, colours)} @click=${() => choose(sign)}>
        <span class="line-sign">${LETTERS.includes(sign) ? piecesSign(sign) : sign}</span></button>`)}
    </div>
    <p class="hint small muted">${t('patterns.signs_hint')}</p>`;
}

/**
 * A condition that has no picture, as its text.
 * @param {PatternEditor} editor
 * @param {string} source
 * @param {number} index
 */
function otherPanel(editor, source, index) {
  const wrong = editor.fault === `part:${index}`;
  return html`
    <div class="field">
      <label for="condition-text">${t('patterns.condition_text')}</label>
      <textarea id="condition-text" class="figures" rows="2" spellcheck="false" data-test="condition-text" aria-invalid=${wrong ? 'true' : 'false'} .value=${live(source)}
        @input=${(/** @type {Event} */ event) => editor.change(index, { source: /** @type {HTMLTextAreaElement} */ (event.target).value })}></textarea>
      ${wrong ? html`<p class="error-text small" role="alert" data-test="condition-fault">${t('patterns.condition_fault')}</p>` : html`<p class="hint">${t('patterns.condition_hint')}</p>`}
    </div>`;
}
