/** Notation, how to read the analysis, and the keys. */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { captioned } from '../parts/figure.js';

/** One opening in every notation: traditional, simplified, WXF, ICCS. */
const OPENING = [
  ['炮二平五', '炮二平五', 'C2=5', 'H2-E2'],
  ['馬８進７', '马８进７', 'H8+7', 'H9-G7'],
  ['馬二進三', '马二进三', 'H2+3', 'H0-G2'],
  ['車９平８', '车９平８', 'R9=8', 'I9-H9'],
];
const AFTER = 'rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R';

/** The notation section. */
export function notationHelp() {
  return html`
    <p>${t('help.notation.intro')}</p>
    <div class="beside">
      <div class="table-scroll" tabindex="0" role="region" aria-label=${t('help.notation.table')}>
        <table class="table notation" data-test="notation-table">
          <caption>${t('help.notation.table')}</caption>
          <thead><tr><th scope="col">${t('help.notation.move')}</th><th scope="col">繁體</th><th scope="col">简体</th><th scope="col">WXF</th><th scope="col">ICCS</th></tr></thead>
          <tbody>${OPENING.map((row, index) => openingRow(row, index))}</tbody>
        </table>
      </div>
      ${captioned('help.notation.caption', { game: 'xiangqi', fen: AFTER })}
    </div>
    ${part(t('help.notation.chinese.title'), t('help.notation.chinese.text'))}
    ${part(t('help.notation.wxf.title'), t('help.notation.wxf.text'))}
    ${part(t('help.notation.iccs.title'), t('help.notation.iccs.text'))}
    ${part(t('help.notation.banqi.title'), t('help.notation.banqi.text'))}
    ${part(t('help.notation.fen.title'), t('help.notation.fen.text'))}`;
}

/**
 * @param {string[]} row
 * @param {number} index
 */
function openingRow([hant = '', hans = '', wxf = '', iccs = ''], index) {
  return html`
    <tr>
      <th scope="row">${Math.floor(index / 2) + 1}${index % 2 ? '…' : '.'}</th>
      <td lang="zh-Hant">${hant}</td><td lang="zh-Hans">${hans}</td><td class="figures">${wxf}</td><td class="figures">${iccs}</td>
    </tr>`;
}

/**
 * @param {string} title
 * @param {string} text
 */
function part(title, text) {
  return html`<h3>${title}</h3><p>${text}</p>`;
}

/** The section on reading the analysis. */
export function analysisHelp() {
  return html`
    <ul class="points">
      <li>${t('help.analysis.score')}</li>
      <li>${t('help.analysis.arrows')}</li>
      <li>${t('help.analysis.draw')}</li>
      <li>${t('help.analysis.review')}</li>
      <li>${t('help.analysis.luck')}</li>
      <li>${t('help.analysis.flips')}</li>
    </ul>`;
}

/** @returns {[string, [string[], string][]][]} */
function keys() {
  return [
    [t('help.keyboard.board'), [
      [['←', '↑', '→', '↓'], t('help.keyboard.arrows')],
      [['Enter', 'Space'], t('help.keyboard.enter')],
      [['Esc'], t('help.keyboard.escape')],
      [['A'], t('help.keyboard.draw')],
      [['G', 'R', 'Y', 'B', 'X'], t('help.keyboard.colours')],
      [['K', 'A', 'B', 'N', 'R', 'C', 'P', '…'], t('help.keyboard.letters')],
      [['Delete'], t('help.keyboard.delete')],
    ]],
    [t('help.keyboard.walk'), [
      [['←', '→'], t('help.keyboard.prev_next')],
      [['Home', 'End'], t('help.keyboard.home_end')],
      [['↑', '↓'], t('help.keyboard.up_down')],
      [['F'], t('help.keyboard.flip')],
      [['E'], t('help.keyboard.engine')],
      [['C'], t('help.keyboard.comment')],
      [['1', '…', '6', '0'], t('help.keyboard.marks')],
      [['P', 'D'], t('help.keyboard.order')],
      [['Delete'], t('help.keyboard.remove')],
    ]],
    [t('help.keyboard.patterns'), [
      [['Enter', '←', '→'], t('help.keyboard.paint')],
      [['Shift ←', 'Shift →'], t('help.keyboard.shift')],
      [['Delete'], t('help.keyboard.off')],
      [['Ctrl Z'], t('help.keyboard.undo')],
    ]],
  ];
}

/** The section on keys. */
export function keyboardHelp() {
  return html`
    <div class="figures-grid wide-figures">${keys().map(([title, rows]) => html`
      <table class="table keys">
        <caption>${title}</caption>
        <thead><tr><th scope="col">${t('help.keyboard.key')}</th><th scope="col">${t('help.keyboard.action')}</th></tr></thead>
        <tbody>${rows.map(([names, action]) => html`
          <tr><td>${names.map((name) => html`<kbd>${name}</kbd> `)}</td><td>${action}</td></tr>`)}</tbody>
      </table>`)}
    </div>
    <p class="muted">${t('help.keyboard.note')}</p>`;
}
