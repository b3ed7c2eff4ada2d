/**
 * Which engine looks at the game: one of ours, or a foreign one of the server's file.
 * @module parts/profile-choice
 */

import { html, nothing } from '../vendor/lit-html.js';
import { about } from '../api.js';
import { profileName } from './seat.js';

/** @typedef {import('../types.js').GameKind} GameKind */

const KEPT = 'chuhe.analysis.profile';

/** The engines of a game, and the one that was chosen. */
export class ProfileChoice {
  /**
   * @param {GameKind} game
   * @param {() => void} update
   */
  constructor(game, update) {
    this.game = game;
    this.update = update;
    /** @type {string[]} */
    this.names = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.wanted = kept(game);
    about().then((found) => {
      this.names = found[game].profiles.map(({ name }) => name);
      update();
    }, () => {});
  }

  /** The one that looks; undefined: the server's usual one. */
  get chosen() {
    return this.wanted && (!this.names.length || this.names.includes(this.wanted)) ? this.wanted : undefined;
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
  }

  /** @param {string} name */
  choose(name) {
    this.wanted = name;
    try {
      localStorage.setItem(`${KEPT}.${this.game}`, name);
    } catch {
      // Without storage it is chosen for this page alone.
    }
    this.listeners.forEach((listener) => listener());
    this.update();
  }
}

/** @param {GameKind} game */
function kept(game) {
  try {
    return localStorage.getItem(`${KEPT}.${game}`) ?? '';
  } catch {
    return '';
  }
}

/**
 * @param {ProfileChoice} choice
 * @param {string} name for tests
 * @param {string} label
 */
export function profileSelect(choice, name, label) {
  if (choice.names.length < 2) return nothing;
  const chosen = choice.chosen ?? choice.names[0];
  return html`
    <select class="profile-select" data-test=${name} aria-label=${label} title=${label}
      @change=${(/** @type {Event} */ event) => choice.choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${choice.names.map((profile) => html`<option value=${profile} ?selected=${profile === chosen}>${profileName(profile)}</option>`)}
    </select>`;
}
