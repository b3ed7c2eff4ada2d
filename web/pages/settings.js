/**
 * Settings; every change is kept at once.
 * @module pages/settings
 */

import { html } from '../vendor/lit-html.js';
import { about } from '../api.js';
import { LANGUAGES, t, tc } from '../i18n/index.js';
import { reportError } from '../notices.js';
import { changeSettings, settings } from '../settings.js';
import '../board/board.js';
import { checkbox, numberField, segments, select } from '../parts/choice.js';
import { piecesOfFen } from '../parts/fen.js';
import { icon } from '../parts/icon.js';
import { sound } from '../parts/sound.js';

/** @typedef {import('../types.js').Settings} Settings */

const SAMPLE = 'r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R';

/** @param {Partial<Settings>} change */
const set = (change) => void changeSettings(change).catch(reportError);

const languageField = () => select({
  name: 'language',
  label: t('settings.language'),
  value: settings().language ?? 'auto',
  options: [['auto', t('settings.language_auto')], ...LANGUAGES],
  change: (value) => set({ language: value === 'auto' ? null : value }),
});

const lookFields = () => {
  const now = settings();
  return html`
    ${languageField()}
    ${segments({
      name: 'theme', label: t('settings.theme'), value: now.theme, change: (theme) => set({ theme }),
      options: [['wood', t('settings.theme_wood')], ['light', t('settings.theme_light')], ['dark', t('settings.theme_dark')]],
    })}
    ${segments({
      name: 'pieces', label: t('settings.pieces'), value: now.pieces, change: (pieces) => set({ pieces }),
      options: [['traditional', t('settings.pieces_traditional')], ['simplified', t('settings.pieces_simplified')], ['pictograms', t('settings.pieces_pictograms')]],
    })}
    ${select({
      name: 'notation', label: t('settings.notation'), value: now.notation, change: (notation) => set({ notation }),
      options: [['zh_hant', t('settings.notation_zh_hant')], ['zh_hans', t('settings.notation_zh_hans')], ['wxf', t('settings.notation_wxf')], ['iccs', t('settings.notation_iccs')]],
    })}
    <div>
      ${checkbox({ name: 'coordinates', label: t('settings.coordinates'), value: now.coordinates, change: (coordinates) => set({ coordinates }) })}
      ${checkbox({ name: 'animation', label: t('settings.animation'), value: now.animation, change: (animation) => set({ animation }) })}
      <div class="row spread">
        ${checkbox({ name: 'sound', label: t('settings.sound'), value: now.sound, change: (value) => set({ sound: value }) })}
        <button class="button quiet" type="button" data-test="sound-try" ?disabled=${!now.sound} @click=${() => sound('capture')}>${icon('sound')} ${t('settings.sound_try')}</button>
      </div>
    </div>`;
};

/** @param {import('../types.js').About} offer */
const rulesFields = (offer) => html`
  <p class="muted small">${t('settings.rules_hint')}</p>
  ${select({
    name: 'rules-xiangqi', label: t('settings.rules_xiangqi'), value: settings().rules_xiangqi, change: (rules_xiangqi) => set({ rules_xiangqi }),
    options: offer.xiangqi.rules.map(({ name }) => [name, tc('rules', name)]), hint: tc('rules.about', settings().rules_xiangqi),
  })}
  ${select({
    name: 'rules-banqi', label: t('settings.rules_banqi'), value: settings().rules_banqi, change: (rules_banqi) => set({ rules_banqi }),
    options: offer.banqi.rules.map(({ name }) => [name, tc('rules', name)]), hint: tc('rules.about', settings().rules_banqi),
  })}`;

/** @param {import('../types.js').About} offer */
const engineFields = (offer) => html`
  ${numberField({
    name: 'threads', label: t('settings.threads'), value: settings().threads, least: 1, most: offer.limits.threads,
    change: (threads) => set({ threads }), hint: t('settings.threads_hint', { n: offer.cores }),
  })}
  ${numberField({
    name: 'hash', label: t('settings.hash'), value: settings().hash_mb, least: 1, most: offer.limits.hash_mb,
    change: (hash_mb) => set({ hash_mb }), hint: t('settings.hash_hint'),
  })}`;

/** @returns {Promise<import('../router.js').Page>} */
export async function open() {
  const offer = await about();
  const pieces = piecesOfFen('xiangqi', SAMPLE);

  /** @type {{ key: string, input: import('../board/board.js').BoardInput | null }} */
  let drawn = { key: '', input: null };
  const preview = () => {
    const { pieces: set, coordinates, notation } = settings();
    const key = `${set} ${coordinates} ${notation} ${document.documentElement.lang}`;
    if (drawn.key !== key) {
      drawn = { key, input: { game: 'xiangqi', pieces, set, coordinates: coordinates ? notation : null, disabled: true, last: { from: 'd6', to: 'e5' }, label: t('settings.preview') } };
    }
    return drawn.input;
  };

  /** @param {string} name @param {string} title @param {unknown} content */
  const group = (name, title, content) => html`
    <section class="card stack" aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${content}</section>`;

  return {
    title: () => t('settings.title'),
    view: () => html`
      <div class="page-head"><div><h1 tabindex="-1">${t('settings.title')}</h1><p class="muted">${t('settings.saved')}</p></div></div>
      <div class="settings-columns">
        <div class="stack">
          ${group('look', t('settings.look'), lookFields())}
          ${group('rules', t('settings.rules'), rulesFields(offer))}
          ${group('engine', t('settings.engine'), engineFields(offer))}
          ${group('about', t('settings.about'), html`<p data-test="version">${t('settings.version', { version: offer.version })}</p><p class="muted small">${t('settings.licences')}</p>`)}
        </div>
        <aside class="settings-preview" aria-label=${t('settings.preview')}><chuhe-board .input=${preview()}></chuhe-board></aside>
      </div>`,
  };
}
