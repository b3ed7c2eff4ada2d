/**
 * Form fields that offer a few values.
 * @module parts/choice
 */

import { html, live, nothing } from '../vendor/lit-html.js';

/**
 * @template {string} T
 * @typedef {object} Choice
 * @property {string} name   unique on the page; also the `data-test`
 * @property {string} label
 * @property {T} value
 * @property {[T, unknown][]} options  value and what to show
 * @property {(value: T) => void} change
 * @property {string} [hint]
 */

/**
 * A few values side by side.
 * @template {string} T
 * @param {Choice<T> & { wrap?: boolean }} choice
 */
export const segments = ({ name, label, value, options, change, hint, wrap }) => html`
  <fieldset class="field">
    <legend>${label}</legend>
    <div class="segments ${wrap ? 'wrap' : ''}">
      ${options.map(([option, shown]) => html`
        <label>
          <input type="radio" name=${name} value=${option} .checked=${live(option === value)}
            data-test="${name}-${option === '' ? 'all' : option}" @change=${() => change(option)}>
          <span>${shown}</span>
        </label>`)}
    </div>
    ${hint ? html`<p class="hint">${hint}</p>` : nothing}
  </fieldset>`;

/**
 * A list to choose from.
 * @template {string} T
 * @param {Choice<T>} choice
 */
export const select = ({ name, label, value, options, change, hint }) => html`
  <div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} data-test=${name} aria-describedby=${hint ? `${name}-hint` : nothing}
      @change=${(/** @type {Event} */ event) => change(/** @type {T} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
      ${options.map(([option, shown]) => html`<option value=${option} .selected=${live(option === value)}>${shown}</option>`)}
    </select>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
  </div>`;

/**
 * A number on a slider, with its meaning in words.
 * @param {{ name: string, label: string, value: number, least: number, most: number, words: string, change: (value: number) => void }} field
 */
export const slider = ({ name, label, value, least, most, words, change }) => html`
  <div class="field">
    <label for=${name} class="row spread"><span>${label}</span><span class="muted" aria-hidden="true">${words}</span></label>
    <input type="range" id=${name} data-test=${name} min=${least} max=${most} step="1" .value=${live(String(value))}
      aria-valuetext=${words}
      @input=${(/** @type {Event} */ event) => change(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
  </div>`;

/**
 * A whole number typed in; values outside the range are brought into it.
 * @param {{ name: string, label: string, value: number, least: number, most: number, change: (value: number) => void, hint?: string }} field
 */
export const numberField = ({ name, label, value, least, most, change, hint }) => html`
  <div class="field">
    <label for=${name}>${label}</label>
    <input type="number" inputmode="numeric" id=${name} data-test=${name} min=${least} max=${most} step="1"
      .value=${String(value)} aria-describedby=${hint ? `${name}-hint` : nothing}
      @change=${(/** @type {Event} */ event) => {
        const field = /** @type {HTMLInputElement} */ (event.target);
        const typed = Math.round(Number(field.value));
        const fitting = Number.isFinite(typed) ? Math.min(most, Math.max(least, typed)) : value;
        // What is being typed stays while the page is drawn anew.
        field.value = String(fitting);
        change(fitting);
      }}>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
  </div>`;

/**
 * Yes or no.
 * @param {{ name: string, label: string, value: boolean, change: (value: boolean) => void }} field
 */
export const checkbox = ({ name, label, value, change }) => html`
  <label class="checkbox">
    <input type="checkbox" data-test=${name} .checked=${live(value)}
      @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked)}>
    <span>${label}</span>
  </label>`;
