/**
 * What a pattern is called, what it is worth, and what it tells to do.
 * @module parts/pattern-actions
 */

import { html, live, nothing } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { checkbox, numberField, select } from './choice.js';
import { icon } from './icon.js';
import { pieceChooser } from './pattern-pieces.js';

/** @typedef {import('./pattern-editor.js').PatternEditor} PatternEditor */
/** @typedef {import('../types.js').PatternPart} Part */
/** @typedef {import('../types.js').PatternWords} Words */

const LANGUAGES = /** @type {[keyof Words, string, string][]} */ ([['en', 'en', 'English'], ['hant', 'zh-Hant', '繁體'], ['hans', 'zh-Hans', '简体']]);

/** @param {PatternEditor} editor */
export function actionsPanel(editor) {
  const { drawing } = editor;
  if (drawing === null) return nothing;
  return html`
    <section class="card stack tight" aria-labelledby="actions-title">
      <h2 id="actions-title">${t('patterns.actions')}</h2>
      <div class="field"><label for="pattern-key">${t('patterns.key')}</label>
        <input type="text" id="pattern-key" class="figures" maxlength="60" autocomplete="off" spellcheck="false" data-test="pattern-key" aria-invalid=${editor.fault === 'key' ? 'true' : 'false'}
          .value=${drawing.key} @change=${(/** @type {Event} */ event) => editor.draw({ ...drawing, key: /** @type {HTMLInputElement} */ (event.target).value.trim() }, 'key')}></div>
      ${words(editor, 'name', t('patterns.name'))}
      ${words(editor, 'plan', t('patterns.plan'))}
      <div class="field"><label for="pattern-tags">${t('patterns.tags')}</label>
        <input type="text" id="pattern-tags" class="figures" maxlength="200" autocomplete="off" data-test="pattern-tags" .value=${editor.only('tags')?.words.join(' ') ?? ''}
          @change=${(/** @type {Event} */ event) => editor.setOnly({ kind: 'tags', words: /** @type {HTMLInputElement} */ (event.target).value.split(/[\s,()";]+/).filter(Boolean) })}></div>
      ${checkbox({
        name: 'pattern-mirror', label: t('patterns.mirror'), value: editor.only('mirror')?.on ?? true,
        change: (on) => editor.setOnly({ kind: 'mirror', on }),
      })}
      ${worth(editor)}
      ${wishes(editor)}
    </section>`;
}

/**
 * A text in three languages.
 * @param {PatternEditor} editor
 * @param {'name' | 'plan'} kind
 * @param {string} label
 */
function words(editor, kind, label) {
  const now = /** @type {Words} */ (editor.only(kind) ?? { en: '', hant: '', hans: '' });
  return html`
    <fieldset class="field"><legend>${label}</legend>
      ${LANGUAGES.map(([key, lang, name]) => html`
        <label class="pattern-words"><span class="muted small" lang=${lang}>${name}</span>
          <input type="text" lang=${lang} maxlength="500" autocomplete="off" data-test="${kind}-${key}" .value=${live(now[key])}
            @input=${(/** @type {Event} */ event) => editor.setOnly(/** @type {Part} */ ({ kind, en: now.en, hant: now.hant, hans: now.hans, [key]: /** @type {HTMLInputElement} */ (event.target).value }))}></label>`)}
    </fieldset>`;
}

/** @param {PatternEditor} editor */
function worth(editor) {
  const score = editor.only('score') ?? { kind: /** @type {const} */ ('score'), early: 0, late: 0, per: null };
  const { source: _, ...plain } = /** @type {typeof score & { source?: string }} */ (score);
  const names = (editor.drawing?.parts ?? []).flatMap((part) => (part.kind === 'place' && part.name ? [part.name] : []));
  const per = score.per !== null && !names.includes(score.per) ? [...names, score.per] : names;
  const verdict = editor.only('verdict')?.verdict ?? '';
  return html`
    <div class="pattern-counts">
      ${numberField({ name: 'score-early', label: t('patterns.early'), value: score.early, least: -2000, most: 2000, change: (early) => editor.setOnly({ ...plain, early }) })}
      ${numberField({ name: 'score-late', label: t('patterns.late'), value: score.late, least: -2000, most: 2000, change: (late) => editor.setOnly({ ...plain, late }) })}
      ${select({
        name: 'score-per', label: t('patterns.per'), value: score.per ?? '', options: [['', t('patterns.per_once')], ...per.map((name) => /** @type {[string, string]} */ ([name, t('patterns.per_each', { name })]))],
        change: (name) => editor.setOnly({ ...plain, per: name || null }),
      })}
      ${numberField({ name: 'pattern-extend', label: t('patterns.extend'), value: editor.only('extend')?.plies ?? 0, least: 0, most: 2, change: (plies) => editor.setOnly({ kind: 'extend', plies }) })}
      ${select({
        name: 'pattern-verdict', label: t('patterns.verdict'), value: verdict,
        options: [['', t('patterns.verdict_none')], ['win', t('patterns.verdict_win')], ['draw', t('patterns.verdict_draw')], ['loss', t('patterns.verdict_loss')]],
        change: (word) => editor.setOnly({ kind: 'verdict', verdict: word }),
      })}
    </div>`;
}

/** Goals and moves. @param {PatternEditor} editor */
function wishes(editor) {
  const parts = editor.drawing?.parts ?? [];
  const add = (/** @type {'goal' | 'candidate' | 'order'} */ kind) => {
    const area = ['e9'];
    const move = { pieces: 'R', from: area, to: area };
    editor.add(kind === 'goal' ? { kind, pieces: 'R', points: area } : kind === 'order' ? { kind, bonus: 100, ...move } : { kind, ...move }, false);
  };
  return html`
    ${parts.map((part, index) => (part.kind === 'goal' || part.kind === 'candidate' || part.kind === 'order' ? wish(editor, part, index) : nothing))}
    <div class="row" role="toolbar" aria-label=${t('patterns.add_action')}>
      ${/** @type {const} */ (['goal', 'candidate', 'order']).map((kind) => html`
        <button type="button" class="button small" data-test="add-${kind}" @click=${() => add(kind)}>${icon('plus')} ${t(`patterns.add.${kind}`)}</button>`)}
    </div>
    ${parts.map((part, index) => (part.kind === 'example' || part.kind === 'near_miss' ? examples(editor, part, index) : nothing))}`;
}

/**
 * @param {PatternEditor} editor
 * @param {Extract<Part, { kind: 'goal' | 'candidate' | 'order' }>} part
 * @param {number} index
 */
function wish(editor, part, index) {
  const colours = editor.drawing?.colours ?? false;
  const area = (/** @type {'points' | 'from' | 'to'} */ name, /** @type {string[]} */ points) => html`
    <div class="field"><label for="wish-${index}-${name}">${t(`patterns.area.${name}`)}</label>
      <input type="text" id="wish-${index}-${name}" class="figures" maxlength="400" autocomplete="off" data-test="wish-${index}-${name}" .value=${points.length === 90 ? '*' : points.join(' ')}
        @change=${(/** @type {Event} */ event) => editor.change(index, { [name]: readPoints(/** @type {HTMLInputElement} */ (event.target).value) })}></div>`;
  return html`
    <details class="wish" data-test="wish-${index}">
      <summary>${t(`patterns.add.${part.kind}`)}</summary>
      <div class="stack tight">
        ${pieceChooser({ name: `wish-${index}`, label: t('patterns.which_pieces'), pieces: part.pieces, colours, change: (pieces) => editor.change(index, { pieces }) })}
        ${part.kind === 'goal' ? area('points', part.points) : [area('from', part.from), area('to', part.to)]}
        ${part.kind === 'order' ? numberField({ name: `wish-${index}-bonus`, label: t('patterns.bonus'), value: part.bonus, least: -30000, most: 30000, change: (bonus) => editor.change(index, { bonus }) }) : nothing}
        <p class="hint small muted">${t('patterns.area_hint')}</p>
        <div class="row"><button type="button" class="button small" data-test="wish-remove-${index}" @click=${() => editor.removePart(index)}>${icon('trash')} ${t('action.delete')}</button></div>
      </div>
    </details>`;
}

/**
 * Points as people write them; a star is every point.
 * @param {string} text
 */
function readPoints(text) {
  if (text.includes('*')) return [...'abcdefghi'].flatMap((file) => [...'0123456789'].map((rank) => file + rank));
  return [...new Set(text.toLowerCase().match(/[a-i][0-9]/g) ?? [])].sort();
}

/**
 * @param {PatternEditor} editor
 * @param {Extract<Part, { kind: 'example' | 'near_miss' }>} part
 * @param {number} index
 */
function examples(editor, part, index) {
  return html`
    <div class="field"><label for="fens-${index}">${t(`patterns.${part.kind}`)}</label>
      <textarea id="fens-${index}" class="figures" rows=${Math.max(2, part.fens.length)} spellcheck="false" data-test=${part.kind} .value=${part.fens.join('\n')}
        @change=${(/** @type {Event} */ event) => editor.change(index, { fens: /** @type {HTMLTextAreaElement} */ (event.target).value.split('\n').map((fen) => fen.trim()).filter(Boolean) })}></textarea></div>`;
}
