/** The rules of dark chess. */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { captioned } from '../parts/figure.js';

/** Rules key and text key. */
const PRESETS = /** @type {const} */ ([
  ['tcga', 'help.banqi.tcga'],
  ['ntu-2018', 'help.banqi.ntu_2018'],
  ['thesis-2010', 'help.banqi.thesis_2010'],
  ['olympiad-2022', 'help.banqi.olympiad_2022'],
]);

/** The whole section. */
export function banqiHelp() {
  return html`
    <h3>${t('help.banqi.aim.title')}</h3>
    <div class="beside">
      <p>${t('help.banqi.aim.text')}</p>
      ${captioned('help.banqi.start.caption', { game: 'banqi', fen: 'XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX' })}
    </div>
    <h3>${t('help.banqi.turn.title')}</h3>
    <div class="beside">
      <p>${t('help.banqi.turn.text')}</p>
      ${captioned('help.banqi.turn.caption', { game: 'banqi', fen: 'XX1X1XXX/X2R2XX/X1Xh1X1X/XXX1XXXX', targets: ['c3', 'e3', 'd2'], blocked: ['d4'] })}
    </div>
    <h3>${t('help.banqi.rank.title')}</h3>
    <div class="beside">
      <p>${t('help.banqi.rank.text')}</p>
      ${captioned('help.banqi.rank.caption', { game: 'banqi', fen: '8/KAERHCP1/kaerhcp1/8' })}
    </div>
    <div class="figures-grid wide-figures">
      <div><p>${t('help.banqi.king')}</p>${captioned('help.banqi.king.caption', { game: 'banqi', fen: 'XX4XX/X1XX2XX/3Kp2X/XX3XXX', arrows: [['e2', 'd2']] })}</div>
      <div><p>${t('help.banqi.cannon')}</p>${captioned('help.banqi.cannon.caption', { game: 'banqi', fen: 'X5XX/1C1X1k1X/XX3XXX/X4XX1', arrows: [['b3', 'f3']] })}</div>
    </div>
    <h3>${t('help.banqi.end.title')}</h3>
    <p>${t('help.banqi.end.text')}</p>
    <dl class="presets">${PRESETS.map(([rules, key]) => html`<div><dt>${t(`rules.${rules}`)}</dt><dd>${t(key)}</dd></div>`)}</dl>
    <h3>${t('help.banqi.seed.title')}</h3>
    <p>${t('help.banqi.seed.text')}</p>`;
}
