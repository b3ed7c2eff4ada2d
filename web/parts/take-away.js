/**
 * What leaves the editor: text to copy, pictures to save, and the way to play or analyse.
 * @module parts/take-away
 */

import { html } from '../vendor/lit-html.js';
import { png, svgText } from '../board/picture.js';
import { t } from '../i18n/index.js';
import { notify } from '../notices.js';
import { settings } from '../settings.js';
import { copyText } from './copy.js';
import { readFen, writeFen } from './draft.js';
import { icon } from './icon.js';
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
        ${way('analyse', t('setup.next.analyse'), 'chart', analyseAddress(editor, paste), legal)}
        ${way('play', t('setup.next.play'), 'play', playAddress(editor), legal)}
      </div>
      <div class="row" role="group" aria-label=${t('setup.copy.title')}>
        ${button('copy-fen', 'copy', t('setup.copy.fen'), () => copyText(writeFen(editor.draft)))}
        ${button('copy-moves', 'copy', t('setup.copy.moves'), () => copyText(textOf(editor, paste, writeMoves)))}
        ${button('copy-pgn', 'copy', t('setup.copy.pgn'), () => copyText(textOf(editor, paste, writePgn)))}
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
 */
function way(name, label, sign, address, open) {
  if (!open) return html`<a class="button primary off" role="link" aria-disabled="true" data-test="setup-${name}">${icon(sign)} ${label}</a>`;
  return html`<a class="button primary" href=${address} data-test="setup-${name}">${icon(sign)} ${label}</a>`;
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
 * The pasted game as text, or the position alone.
 * @param {Editor} editor
 * @param {Paste} paste
 * @param {typeof writePgn} write
 */
function textOf({ draft }, { answer }, write) {
  const { notation, rules_xiangqi, rules_banqi } = settings();
  const rules = draft.game === 'xiangqi' ? rules_xiangqi : rules_banqi;
  const tree = new Tree(draft.game, answer?.start ?? writeFen(draft), rules);
  const plies = answer?.plies ?? [];
  tree.playAll(tree.root, plies.map(({ ply, reveal, text }) => ({ ply, reveal: reveal ?? null, text })));
  const secondBegins = draft.game === 'xiangqi' && tree.start.split(' ')[1] === 'b';
  return write(tree, notation, secondBegins, answer?.headers);
}

/** @param {'svg' | 'png'} kind */
async function savePicture(kind) {
  const board = document.querySelector('chuhe-board');
  if (!board) return;
  try {
    const blob = kind === 'svg' ? new Blob([svgText(board)], { type: 'image/svg+xml' }) : await png(board);
    saveFile(blob, `chuhe.${kind}`);
  } catch (error) {
    console.error(error);
    notify(() => t('setup.picture.failed'), 'error');
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function saveFile(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
