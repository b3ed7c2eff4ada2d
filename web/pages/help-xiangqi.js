/** The rules of xiangqi. */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { captioned, figureView } from '../parts/figure.js';

/** @typedef {import('../parts/figure.js').Figure} Figure */

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';

/** How each piece moves. @type {[string, Omit<Figure, 'game'>][]} */
const PIECES = [
  ['king', { fen: '9/9/9/9/9/9/9/9/4K4/9', targets: ['e0', 'e2', 'd1', 'f1'], ranks: [5, 9] }],
  ['advisor', { fen: '9/9/9/9/9/9/9/9/4A4/9', targets: ['d0', 'f0', 'd2', 'f2'], ranks: [5, 9] }],
  ['elephant', { fen: '9/9/9/9/9/9/3p5/4B4/9/9', targets: ['c0', 'g0', 'g4'], blocked: ['c4'], ranks: [5, 9] }],
  ['horse', { fen: '9/9/9/9/4p4/4N4/9/9/9/9', targets: ['c5', 'c3', 'd2', 'f2', 'g3', 'g5'], blocked: ['d6', 'f6'], ranks: [2, 8] }],
  ['rook', { fen: '9/9/2p6/9/9/2R3P2/9/9/9/9', targets: ['a4', 'b4', 'd4', 'e4', 'f4', 'c1', 'c2', 'c3', 'c5', 'c6', 'c7'], blocked: ['g4'], ranks: [2, 8] }],
  ['cannon', { fen: '9/9/2n6/9/2P6/9/2C6/9/9/9', targets: ['a3', 'b3', 'd3', 'e3', 'f3', 'g3', 'h3', 'i3', 'c0', 'c1', 'c2', 'c4', 'c7'], blocked: ['c6'], ranks: [2, 9] }],
  ['pawn', { fen: '9/9/9/9/2P6/9/4P4/9/9/9', targets: ['e4', 'b5', 'd5', 'c6'], ranks: [2, 7] }],
];

/** The presets of the repetition law: rules key and text key. */
const PRESETS = /** @type {const} */ ([
  ['computer', 'help.repetition.computer'],
  ['asian', 'help.repetition.asian'],
  ['chinese', 'help.repetition.chinese'],
  ['allow-chase', 'help.repetition.allow_chase'],
  ['none', 'help.repetition.none'],
]);

/** The whole section. */
export function xiangqiHelp() {
  return html`
    <div class="beside">
      <div class="stack">
        <h3>${t('help.xiangqi.aim.title')}</h3>
        <p>${t('help.xiangqi.aim.text')}</p>
        <h3>${t('help.xiangqi.pieces.title')}</h3>
        <p>${t('help.xiangqi.pieces.text')}</p>
      </div>
      ${captioned('help.xiangqi.start.caption', { game: 'xiangqi', fen: START })}
    </div>
    <div class="figures-grid">${PIECES.map(([name, figure]) => pieceFigure(name, figure))}</div>
    <h3>${t('help.xiangqi.end.title')}</h3>
    <p>${t('help.xiangqi.end.text')}</p>
    <h3>${t('help.xiangqi.facing.title')}</h3>
    <p>${t('help.xiangqi.facing.text')}</p>
    <div class="figures-grid">
      ${captioned('help.xiangqi.mate.caption', { game: 'xiangqi', fen: '3aka3/9/9/9/4C4/9/4C4/9/9/3K5', check: ['e9'], arrows: [['e3', 'e9']] })}
      ${captioned('help.xiangqi.stalemate.caption', { game: 'xiangqi', fen: '3k5/2P6/9/9/9/9/9/9/4R4/5K3', arrows: [['e1', 'e9'], ['c8', 'd8']] })}
      ${captioned('help.xiangqi.facing.caption', {
        game: 'xiangqi', fen: '4k4/9/9/9/4C4/9/9/9/9/4K4',
        targets: ['e1', 'e2', 'e3', 'e4', 'e6', 'e7', 'e8'], blocked: ['d5', 'f5'],
      })}
    </div>
    <h3>${t('help.xiangqi.draw.title')}</h3>
    <p>${t('help.xiangqi.draw.text')}</p>
    ${repetition()}`;
}

/**
 * @param {string} name
 * @param {Omit<Figure, 'game'>} figure
 */
function pieceFigure(name, figure) {
  const [title, text] = [t(`help.xiangqi.${name}.name`), t(`help.xiangqi.${name}.text`)];
  return figureView({ game: 'xiangqi', ...figure }, `${title}: ${text}`, html`<strong>${title}</strong> ${text}`);
}

function repetition() {
  return html`
    <h3>${t('help.repetition.title')}</h3>
    <p>${t('help.repetition.text')}</p>
    <ul class="points">
      <li>${t('help.repetition.check')}</li>
      <li>${t('help.repetition.chase')}</li>
      <li>${t('help.repetition.idle')}</li>
    </ul>
    <p>${t('help.repetition.what')}</p>
    <div class="figures-grid">
      ${captioned('help.repetition.check.caption', { game: 'xiangqi', fen: '4k4/9/9/9/4R4/9/9/9/9/5K3', check: ['e9'], arrows: [['e5', 'd5'], ['e9', 'd9']] })}
      ${captioned('help.repetition.chase.caption', { game: 'xiangqi', fen: '3k5/9/9/9/9/1c5R1/9/9/9/5K3', arrows: [['b4', 'b3'], ['h4', 'h3']] })}
    </div>
    <p>${t('help.repetition.presets')}</p>
    <dl class="presets">${PRESETS.map(([rules, key]) => html`<div><dt>${t(`rules.${rules}`)}</dt><dd>${t(key)}</dd></div>`)}</dl>`;
}
