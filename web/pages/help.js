/**
 * Help: rules of both games with pictures, notation, how to read the analysis, what numbers mean, keys.
 * @module pages/help
 */

import { html } from '../vendor/lit-html.js';
import { t } from '../i18n/index.js';
import { xiangqiHelp } from './help-xiangqi.js';
import { banqiHelp } from './help-banqi.js';
import { numbersHelp } from './help-numbers.js';
import { analysisHelp, keyboardHelp, notationHelp } from './help-other.js';

/** The sections: anchor, heading, content. */
const SECTIONS = /** @type {const} */ ([
  ['xiangqi', () => t('help.section.xiangqi'), xiangqiHelp],
  ['banqi', () => t('help.section.banqi'), banqiHelp],
  ['notation', () => t('help.section.notation'), notationHelp],
  ['analysis', () => t('help.section.analysis'), analysisHelp],
  ['numbers', () => t('help.section.numbers'), numbersHelp],
  ['keyboard', () => t('help.section.keyboard'), keyboardHelp],
]);

/** @returns {import('../router.js').Page} */
export function open() {
  // A link into the page: the section is there only after the first drawing.
  const anchor = location.hash.slice(1);
  if (anchor) setTimeout(() => document.getElementById(anchor)?.scrollIntoView(), 50);
  return { title: () => t('help.title'), view };
}

function view() {
  return html`
    <div class="page-head"><h1 tabindex="-1">${t('help.title')}</h1>
      <a class="button" href="/tour" data-test="to-tour">${t('help.tour')}</a></div>
    <div class="help">
      <nav class="help-contents" aria-label=${t('help.contents')} data-test="help-contents">
        <ul>${SECTIONS.map(([name, title]) => html`<li><a href="#${name}" data-test="help-to-${name}" @click=${jump}>${title()}</a></li>`)}</ul>
      </nav>
      <div class="help-text">
        ${SECTIONS.map(([name, title, content]) => html`
          <section class="help-section" id=${name} tabindex="-1" aria-labelledby="${name}-title" data-test="help-${name}">
            <h2 id="${name}-title">${title()}</h2>
            ${content()}
          </section>`)}
      </div>
    </div>`;
}

/** @param {Event} event */
function jump(event) {
  event.preventDefault();
  const anchor = /** @type {HTMLAnchorElement} */ (event.currentTarget).hash.slice(1);
  const section = document.getElementById(anchor);
  section?.scrollIntoView({ behavior: 'smooth', block: 'start' });
  section?.focus({ preventScroll: true });
  history.replaceState(null, '', `#${anchor}`);
}
