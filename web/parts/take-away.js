/**
 * What leaves the editor: text to copy, pictures to save, and the way to play or analyse.
 * @module parts/take-away
 */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { settings } from '../settings.js';
import { copyText } from './copy.js';
import { savePicture } from './export-panel.js';
import { readFen, writeFen } from './draft.js';
import { icon } from './icon.js';
import { layOut } from './keeper.js';
import { treeOf } from './paste.js';
import { writeMoves, writePgn } from './pgn.js';
import { addressOf } from './source.js';
import { Tree } from './tree.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./paste.js').Paste} Paste */
/** @typedef {import('./position-check.js').PositionCheck} PositionCheck */

/** @param {Editor} editor */
export function fenField(editor) {
  const fen = writeFen(editor.draft);
  return html`
    <form class="fen-form" @submit=${(/** @type {SubmitEvent} */ event) => apply(event, editor)}>
      <div class="field grow">
        <label for="fen">${t('setup.fen.label')}</label>
        <input id="fen" name="fen" type="text" class="figures" spellcheck="false" autocomplete="off" maxlength="400" data-test="fen-input" .value=${fen}>
      </div>
      <button type="submit" class="button" data-test="fen-apply">${t('setup.fen.apply')}</button>
    </form>`;
}

/**
 * @param {SubmitEvent} event
 * @param {Editor} editor
 */
function apply(event, editor) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const draft = readFen(editor.draft.game, String(new FormData(form).get('fen') ?? ''));
  if (draft) editor.set(draft);
  else notify(() => t('setup.fen.bad'), 'error');
}

/**
 * @param {Editor} editor
 * @param {Paste} paste
 * @param {PositionCheck} check
 */
export function takeAway(editor, paste, check) {
  const legal = check.verdict.state === 'good';
  return html`
    <section class="card stack" aria-labelledby="next-title">
      <h2 id="next-title">${t('setup.next.title')}</h2>
      <div class="row">
        ${way('analyse', t('setup.next.analyse'), 'chart', analyseAddress(editor, paste), legal, () => layOutPasted(editor, paste))}
        ${way('play', t('setup.next.play'), 'play', playAddress(editor), legal)}
      </div>
      <div class="row" role="group" aria-label=${t('setup.copy.title')}>
        ${button('copy-fen', 'copy', t('setup.copy.fen'), () => copyText(writeFen(editor.draft)))}
        ${button('copy-moves', 'copy', t('setup.copy.moves'), () => copyText(movesOf(editor, paste)))}
        ${button('copy-pgn', 'copy', t('setup.copy.pgn'), () => void copyPgn(editor, paste))}
      </div>
      <div class="row" role="group" aria-label=${t('setup.picture.title')}>
        ${button('picture-svg', 'download', t('setup.picture.svg'), () => savePicture('svg'))}
        ${button('picture-png', 'download', t('setup.picture.png'), () => savePicture('png'))}
      </div>
    </section>`;
}

/**
 * A link; without an address while the position is not legal, as screen readers expect.
 * @param {string} name
 * @param {string} label
 * @param {string} sign
 * @param {string} address
 * @param {boolean} open
 * @param {() => void} [before] what is done before it is followed
 */
function way(name, label, sign, address, open, before = () => {}) {
  if (!open) return html`<a class="button primary off" role="link" aria-disabled="true" data-test="setup-${name}">${icon(sign)} ${label}</a>`;
  return html`<a class="button primary" href=${address} @click=${before} data-test="setup-${name}">${icon(sign)} ${label}</a>`;
}

/**
 * @param {string} name
 * @param {string} sign
 * @param {string} label
 * @param {() => unknown} act
 */
function button(name, sign, label, act) {
  return html`<button type="button" class="button small" data-test=${name} @click=${act}>${icon(sign)} ${label}</button>`;
}

/**
 * @param {Editor} editor
 * @param {Paste} paste
 */
function analyseAddress({ draft }, { answer }) {
  if (answer) return addressOf(draft.game, answer.start, answer.plies);
  return addressOf(draft.game, writeFen(draft), []);
}

/** @param {Editor} editor */
function playAddress({ draft }) {
  return `/?${new URLSearchParams({ game: draft.game, fen: writeFen(draft) })}`;
}

/**
 * The pasted game with everything said in it goes along to the analysis.
 * @param {Editor} editor
 * @param {Paste} paste
 */
function layOutPasted(editor, paste) {
  if (paste.answer) layOut(analyseAddress(editor, paste), treeAt(editor, paste));
}

/**
 * The pasted game, or the position alone.
 * @param {Editor} editor
 * @param {Paste} paste
 */
function treeAt({ draft }, { answer }) {
  const { rules_xiangqi, rules_banqi } = settings();
  const rules = draft.game === 'xiangqi' ? rules_xiangqi : rules_banqi;
  return answer ? treeOf(answer, rules) : new Tree(draft.game, writeFen(draft), rules);
}

/**
 * @param {Editor} editor
 * @param {Paste} paste
 */
function movesOf(editor, paste) {
  const tree = treeAt(editor, paste);
  for (const [index, node] of tree.mainLine().entries()) node.text = paste.answer?.plies[index]?.text ?? null;
  const secondBegins = tree.game === 'xiangqi' && tree.start.split(' ')[1] === 'b';
  return writeMoves(tree, settings().notation, secondBegins);
}

/**
 * @param {Editor} editor
 * @param {Paste} paste
 */
async function copyPgn(editor, paste) {
  try {
    await copyText(await writePgn(treeAt(editor, paste), settings().notation));
  } catch (error) {
    reportError(error);
  }
}
