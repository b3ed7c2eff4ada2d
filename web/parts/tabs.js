/** Tabs: one panel of several, with the keys that tabs have everywhere. */

import { html } from '../vendor/lit-html.js';

/** @typedef {{name: string, label: string}} Tab */

/**
 * @param {object} tabs
 * @param {Tab[]} tabs.list
 * @param {string} tabs.chosen
 * @param {string} tabs.label
 * @param {(name: string) => void} tabs.choose
 * @param {unknown} tabs.content
 */
export function tabbed({ list, chosen, label, choose, content }) {
  return html`
    <div class="tabs" role="tablist" aria-label=${label} @keydown=${(/** @type {KeyboardEvent} */ event) => step(event, list, chosen, choose)}>
      ${list.map(({ name, label: word }) => html`
        <button type="button" role="tab" id="tab-${name}" class="tab" aria-selected=${name === chosen ? 'true' : 'false'}
          aria-controls="tab-panel" tabindex=${name === chosen ? 0 : -1} data-test="tab-${name}" @click=${() => choose(name)}>${word}</button>`)}
    </div>
    <div id="tab-panel" class="tab-panel stack" role="tabpanel" aria-labelledby="tab-${chosen}" data-test="panel-${chosen}">${content}</div>`;
}

/**
 * @param {KeyboardEvent} event
 * @param {Tab[]} list
 * @param {string} chosen
 * @param {(name: string) => void} choose
 */
function step(event, list, chosen, choose) {
  const here = list.findIndex(({ name }) => name === chosen);
  const places = /** @type {Record<string, number>} */ ({
    ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: list.length - 1,
  });
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = list[(place + list.length) % list.length];
  if (!next) return;
  choose(next.name);
  document.getElementById(`tab-${next.name}`)?.focus();
}
