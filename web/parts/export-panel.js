/**
 * What leaves the analysis as a file, a picture, a film or on paper.
 * @module parts/export-panel
 */

import { html, nothing } from '../vendor/lit-html.js';
import { png, svgText } from '../board/picture.js';
import { download } from '../api.js';
import { t } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { settings } from '../settings.js';
import { copyText } from './copy.js';
import { textDiagram } from './diagram.js';
import { icon } from './icon.js';
import { pgnDate } from './pgn.js';
import { saveFile } from './save-file.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./keeper.js').Keeper} Keeper */

/** Formats of the server's writers, and what people call them. @type {Record<'xiangqi' | 'banqi', [string, string][]>} */
const FORMATS = {
  xiangqi: [['pgn', 'PGN'], ['xqf', 'XQF'], ['dhtmlxq', 'DhtmlXQ'], ['cbr', 'CBR'], ['json', 'JSON']],
  banqi: [['pgn', 'PGN'], ['record', 'TXT'], ['json', 'JSON']],
};

/** The film that is being made: how far it is. */
export class Studio {
  /** @param {() => void} update */
  constructor(update) {
    this.update = update;
    /** @type {{ done: number, of: number } | null} */
    this.progress = null;
  }
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 * @param {Studio} studio
 * @param {boolean} flipped
 */
export function exportPanel(desk, keeper, studio, flipped) {
  const { tree } = desk;
  return html`
    <section class="stack tight" aria-labelledby="export-title" data-test="export">
      <h3 id="export-title">${t('export.title')}</h3>
      <div class="row" role="group" aria-label=${t('export.files')}>
        ${FORMATS[tree.game].map(([format, name]) => button(`export-${format}`, 'download', name, () => saveGame(desk, keeper, format)))}
        ${keeper.chapters.length > 1 && keeper.source.kind === 'study' ? html`
          <a class="button small" download href="/api/studies/${keeper.source.id}/export?notation=${settings().notation}" data-test="export-study">${icon('download')} ${t('export.study')}</a>` : nothing}
      </div>
      <div class="row" role="group" aria-label=${t('setup.picture.title')}>
        ${button('picture-svg', 'download', 'SVG', () => savePicture('svg'))}
        ${button('picture-png', 'download', 'PNG', () => savePicture('png'))}
        ${button('picture-gif', 'download', t('export.gif'), () => saveFilm(desk, studio, flipped), studio.progress !== null)}
        ${button('diagram', 'copy', t('export.diagram'), () => copyDiagram(desk, flipped))}
        ${button('print', 'print', t('export.print'), () => window.print())}
      </div>
      <p class="small muted" role="status" data-test="export-state">${studio.progress ? t('export.progress', studio.progress) : nothing}</p>
    </section>`;
}

/**
 * @param {string} name
 * @param {string} sign
 * @param {string} label
 * @param {() => unknown} act
 * @param {boolean} [off]
 */
function button(name, sign, label, act, off = false) {
  return html`<button type="button" class="button small" data-test=${name} ?disabled=${off} @click=${act}>${icon(sign)} ${label}</button>`;
}

/**
 * @param {Desk} desk
 * @param {Keeper} keeper
 * @param {string} format
 */
async function saveGame({ tree }, { title }, format) {
  const headers = { Date: pgnDate(Date.now()), ...tree.headers, ...(title && { Event: title }) };
  try {
    const { review, headers: told, ...bare } = tree.toJSON();
    await download('/api/export', { tree: bare, format, notation: settings().notation, headers });
  } catch (error) {
    reportError(error);
  }
}

/** @param {'svg' | 'png'} kind */
export async function savePicture(kind) {
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
 * @param {Desk} desk
 * @param {Studio} studio
 * @param {boolean} flipped
 */
async function saveFilm(desk, studio, flipped) {
  const start = desk.answers.get(desk.tree.root)?.board;
  if (!start) return;
  const tell = (/** @type {number} */ done, /** @type {number} */ of) => {
    studio.progress = { done, of };
    studio.update();
  };
  tell(0, desk.node.lineEnd().depth + 1);
  try {
    const { film } = await import('./film.js');
    saveFile(await film(desk, start, flipped, tell), 'chuhe.gif');
  } catch (error) {
    console.error(error);
    notify(() => t('setup.picture.failed'), 'error');
  }
  studio.progress = null;
  studio.update();
}

/**
 * @param {Desk} desk
 * @param {boolean} flipped
 */
function copyDiagram({ shown }, flipped) {
  if (shown) void copyText(textDiagram(shown.board, flipped));
}
