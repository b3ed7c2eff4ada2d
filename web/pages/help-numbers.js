/** What each number on the page means; numbers link to their entry here. */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';

/** Entries by the part of the page they stand on; the anchor of each is `number-<name>`. */
const ENTRIES = /** @type {const} */ ({
  analysis: ['score', 'mate', 'share', 'depth', 'nodes', 'loss', 'accuracy', 'luck', 'terms', 'distance'],
  library: ['results', 'heat'],
  arena: ['elo', 'nelo', 'los', 'pairs', 'llr', 'holdout'],
});

/** @param {string} name */
const entry = (name) => html`
  <div id="number-${name}" class="number-entry" tabindex="-1"><dt>${t(`numbers.${name}.name`)}</dt><dd>${t(`numbers.${name}.text`)}</dd></div>`;

/** The section on numbers. */
export const numbersHelp = () => Object.entries(ENTRIES).map(([part, names]) => html`
  <h3>${t(`numbers.part.${part}`)}</h3>
  <dl class="presets" data-test="numbers-${part}">${names.map(entry)}</dl>`);
