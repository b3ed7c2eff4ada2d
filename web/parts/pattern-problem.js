/**
 * What is wrong with a text of patterns, in words. The language's own messages are
 * English; those that are known are said in the page's language.
 * @module parts/pattern-problem
 */

import { html, nothing } from '../vendor/lit-html.js';
import { currentLanguage, t } from '../i18n/index.js';

/** @typedef {import('../types.js').PatternProblem} Problem */

/** What the server says, with the name of our text. @type {[RegExp, string][]} */
const KNOWN = [
  [/^no piece is called '(.*)'$/, 'no_piece'],
  [/^no area is called '(.*)'$/, 'no_area'],
  [/^no direction is called '(.*)'$/, 'no_direction'],
  [/^no condition is called '(.*)'$/, 'no_condition'],
  [/^no field is called '(.*)'$/, 'no_field'],
  [/^no (?:kind|side|language) is called '(.*)'$/, 'no_word'],
  [/^(?:an area without any point|not an area|no direction)$/, 'no_points'],
  [/^(?:not a condition|not a phase|no verdict|neither yes nor no|no text of a language|not a part of a score)$/, 'not_that'],
  [/^(.*) needs other parts$/, 'other_parts'],
  [/^'(.*)' is not bound$/, 'not_bound'],
  [/^'(.*)' cannot be bound$/, 'not_bindable'],
  [/^'(.*)' is bound already/, 'bound'],
  [/^'(.*)' is no such number$/, 'number'],
  [/^'(.*)' is no name$/, 'name'],
  [/^(?:a pattern without a name|not a pattern)$/, 'no_pattern'],
  [/^the pattern (.*) has no condition$/, 'empty'],
  [/^a second pattern named (.*)$/, 'second'],
  [/^no position/, 'position'],
  [/^'\)' closes nothing$/, 'closes_nothing'],
  [/^'\(' is never closed$/, 'never_closed'],
  [/^a quoted text that does not end$/, 'quote'],
  [/^red and black beside us and them$/, 'views'],
  [/^not a picture of a board$/, 'picture'],
  [/^(.*) is the same as (.*)$/, 'same'],
  [/^(.*) is implied by (.*): /, 'implied'],
  [/can never match/, 'never'],
];

/** @param {Problem} problem */
export function problemText({ message, expected }) {
  const found = currentLanguage() === 'en' ? undefined : KNOWN.find(([form]) => form.test(message));
  const [, one = '', two = ''] = found?.[0].exec(message) ?? [];
  return html`
    ${found ? html`<span>${t(`patterns.problem.${found[1]}`, { one, two })}</span>` : html`<span lang="en">${message}</span>`}
    ${expected ? html`<span class="muted">${t('patterns.expected')} <span lang="en" class="figures">${expected}</span></span>` : nothing}`;
}
