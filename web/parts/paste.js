/**
 * Reading pasted text: positions, moves, whole games.
 * @module parts/paste
 */

import { html, nothing } from '../vendor/lit-html.js';
import { ApiError, post } from '../api.js';
import { t, tc, tn } from '../i18n/index.js';
import { reportError } from '../notices.js';

/** @typedef {import('../types.js').PasteAnswer} PasteAnswer */
/** @typedef {import('../types.js').GameKind} GameKind */

/** A field for text, and what came of it. */
export class Paste {
  /**
   * @param {() => GameKind} game
   * @param {(answer: PasteAnswer) => void} read told of every text that was read
   * @param {() => void} update
   */
  constructor(game, read, update) {
    this.game = game;
    this.told = read;
    this.update = update;
    this.text = '';
    /** @type {PasteAnswer | null} */
    this.answer = null;
    this.failed = false;
  }

  /** Forgets the last answer, whose board is no longer shown. */
  forget() {
    this.answer = null;
    this.failed = false;
  }

  async read() {
    this.forget();
    if (!this.text.trim()) return this.update();
    try {
      /** @type {PasteAnswer} */
      const answer = await post('/api/paste', { game: this.game(), text: this.text });
      this.told(answer);
      this.answer = answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) this.failed = true;
      else reportError(error);
    }
    this.update();
  }
}

/** @param {Paste} paste */
export function pastePanel(paste) {
  return html`
    <section class="card stack tight" aria-labelledby="paste-title">
      <h2 id="paste-title">${t('setup.paste.title')}</h2>
      <div class="field">
        <label for="paste">${t('setup.paste.label')}</label>
        <textarea id="paste" rows="4" spellcheck="false" data-test="paste-input" .value=${paste.text}
          aria-invalid=${paste.failed ? 'true' : 'false'} aria-describedby="paste-result"
          @input=${(/** @type {Event} */ event) => (paste.text = /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
      </div>
      <div class="row">
        <button type="button" class="button" data-test="paste-read" @click=${() => paste.read()}>${t('setup.paste.read')}</button>
      </div>
      <div id="paste-result" role="status" data-test="paste-result">${resultView(paste)}</div>
    </section>`;
}

/** @param {Paste} paste */
function resultView({ answer, failed }) {
  if (failed) return html`<p class="error-text" data-test="paste-failed">${t('setup.paste.failed')}</p>`;
  if (!answer) return nothing;
  const { kind, plies, notation, stopped_at: stop } = answer;
  const words = notation ? tc('setup.paste.notation', notation) : '';
  return html`
    <p data-test="paste-ok">${kind === 'fen' && !plies.length ? t('setup.paste.fen') : tn('setup.paste.moves', plies.length, { notation: words })}</p>
    ${stop ? html`<p class="error-text" data-test="paste-stopped">${t('setup.paste.stopped', { number: stop.index + 1, token: stop.token })}</p>` : nothing}
    ${plies.length ? html`<p class="muted small">${t('setup.paste.last')}</p>` : nothing}`;
}
