/**
 * Reading what people bring: pasted text and files with positions, moves, whole games.
 * @module parts/paste
 */

import { html, nothing } from '../vendor/lit-html.js';
import { ApiError, post, postBytes } from '../api.js';
import { t, tc, tn } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';
import { readFen } from './draft.js';
import { icon } from './icon.js';
import { reasonTexts } from './position-check.js';
import { Tree } from './tree.js';

/** @typedef {import('../types.js').PasteAnswer} PasteAnswer */
/** @typedef {import('../types.js').GameKind} GameKind */
/** @typedef {{reasons: string[], message: string}} Refusal */

/** The largest file the server opens. */
const MOST_BYTES = 2 << 20;
/** Headers that say what the tree says itself. */
const OF_THE_TREE = ['Game', 'FEN', 'Format', 'Result', 'Rules', 'PlyCount'];

/** A text or a file, and what came of it. */
export class Paste {
  /**
   * @param {() => GameKind} game
   * @param {(answer: PasteAnswer) => void} told of every game that was read
   * @param {() => void} update
   */
  constructor(game, told, update) {
    this.game = game;
    this.told = told;
    this.update = update;
    this.text = '';
    /** The file that was opened last, unless a text was read since. @type {File | null} */
    this.file = null;
    /** @type {PasteAnswer | null} */
    this.answer = null;
    /** @type {Refusal | null} */
    this.refusal = null;
  }

  /** Forgets the last answer, whose board is no longer shown. */
  forget() {
    this.answer = null;
    this.refusal = null;
  }

  /** Reads the text of the field. */
  async read() {
    this.file = null;
    this.forget();
    if (this.text.trim()) await this.#ask(0);
    this.update();
  }

  /** @param {File | null | undefined} file */
  async open(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return notify(() => t('record.too_large'), 'error');
    this.file = file;
    this.forget();
    await this.#ask(0);
    this.update();
  }

  /**
   * Takes another game of the same text.
   * @param {number} index
   */
  async choose(index) {
    await this.#ask(index);
    this.update();
  }

  /** @param {number} index */
  async #ask(index) {
    try {
      /** @type {PasteAnswer} */
      const answer = await this.#answer(index);
      this.told(answer);
      this.answer = answer;
      this.refusal = null;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) return reportError(error);
      const { reasons } = error.details;
      this.answer = null;
      this.refusal = { reasons: Array.isArray(reasons) ? reasons : [], message: error.message };
    }
  }

  /**
   * @param {number} index
   * @returns {Promise<PasteAnswer>}
   */
  async #answer(index) {
    const game = this.game();
    if (!this.file) return post('/api/paste', { game, text: this.text, index });
    // Some formats are told by nothing but their name.
    const query = new URLSearchParams({ game, index: String(index), name: this.file.name.slice(-100) });
    return postBytes(`/api/open?${query}`, await this.file.arrayBuffer());
  }
}

/**
 * The tree of a game that was read, with its comments, variations and headers.
 * @param {PasteAnswer} answer
 * @param {string} rules
 */
export function treeOf({ board, start, nodes, headers, result }, rules) {
  const tree = new Tree(board.game, start, rules);
  const made = [tree.root];
  for (const [index, { parent, ply, reveal, comment, mark, marks }] of nodes.entries()) {
    const before = made[parent ?? 0] ?? tree.root;
    const node = index ? tree.play(before, ply ?? '', reveal ?? null) : tree.root;
    node.comment = comment ?? '';
    node.mark = mark ?? '';
    node.drawings = marks ?? [];
    made.push(...(index ? [node] : []));
  }
  const told = Object.entries(headers).filter(([name]) => !OF_THE_TREE.includes(name));
  tree.headers = { ...Object.fromEntries(told), ...(result !== '*' && { Result: result }) };
  return tree;
}

/** @param {Paste} paste */
export function pastePanel(paste) {
  return html`
    <section class="card stack tight" aria-labelledby="paste-title"
      @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${(/** @type {DragEvent} */ event) => dropped(event, paste)}>
      <h2 id="paste-title">${t('setup.paste.title')}</h2>
      <div class="field">
        <label for="paste">${t('setup.paste.label')}</label>
        <textarea id="paste" rows="4" spellcheck="false" data-test="paste-input" .value=${paste.text}
          aria-invalid=${paste.refusal ? 'true' : 'false'} aria-describedby="paste-result"
          @input=${(/** @type {Event} */ event) => (paste.text = /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
      </div>
      <div class="row">
        <button type="button" class="button" data-test="paste-read" @click=${() => paste.read()}>${t('setup.paste.read')}</button>
        ${fileButton(paste)}
      </div>
      <p class="muted small">${t('record.drop')}</p>
      <div id="paste-result" role="status" data-test="paste-result">${resultView(paste)}</div>
    </section>`;
}

/**
 * A button that opens a file.
 * @param {Paste} paste
 */
export function fileButton(paste) {
  return html`
    <label class="button" data-test="file-label">${icon('download')} ${t('record.open')}
      <input type="file" class="visually-hidden" data-test="file-input" accept=".pgn,.txt,.fen,.epd,.xqf,.cbr,.cbl,.cbf,.ubb,.dpxq,.htm,.html,.mxq,.che,.chn,.ccm,.wxf,.tsv,.json,.jsonl,text/*"
        @change=${(/** @type {Event} */ event) => chosen(event, paste)}>
    </label>`;
}

/**
 * @param {Event} event
 * @param {Paste} paste
 */
function chosen({ target }, paste) {
  const input = /** @type {HTMLInputElement} */ (target);
  void paste.open(input.files?.[0]);
  // The same file may be chosen again after it was changed.
  input.value = '';
}

/**
 * @param {DragEvent} event
 * @param {Paste} paste
 */
export function dropped(event, paste) {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  void paste.open(file);
}

/** @param {Paste} paste */
export function resultView(paste) {
  const { answer, refusal } = paste;
  if (refusal) return refusalView(paste, refusal);
  if (!answer) return nothing;
  const { kind, plies, notation, stopped_at: stop, problems } = answer;
  const words = notation ? tc('setup.paste.notation', notation) : '';
  const others = problems.length - (stop ? 1 : 0);
  return html`
    <p data-test="paste-ok">${kind === 'fen' && !plies.length ? t('setup.paste.fen') : tn('setup.paste.moves', plies.length, { notation: words })}</p>
    ${gameChoice(paste, answer)}
    ${stop ? html`<p class="error-text" data-test="paste-stopped">${t('setup.paste.stopped', { number: stop.index + 1, token: stop.token })}
      ${placeText(stop)}</p>` : nothing}
    ${others > 0 ? html`<p class="error-text" data-test="paste-problems">${tn('record.problems', others)}</p>` : nothing}
    ${plies.length ? html`<p class="muted small">${t('setup.paste.last')}</p>` : nothing}`;
}

/**
 * Where in a text or file something stands: texts have lines, other files bytes.
 * @param {{ line: number | null, column: number | null, byte: number | null }} place
 */
function placeText({ line, column, byte }) {
  if (line !== null && column !== null) return t('record.where', { line, column });
  return byte === null ? nothing : t('record.byte', { byte });
}

/**
 * Why nothing was read: the reasons of a position in words, and what the server says.
 * @param {Paste} paste
 * @param {Refusal} refusal
 */
function refusalView({ game, text, file }, { reasons, message }) {
  const draft = file ? null : readFen(game(), text.trim().split('\n')[0] ?? '');
  const words = draft && reasons.length ? reasonTexts(reasons, draft) : [];
  return html`
    <p class="error-text" data-test="paste-failed">${reasons.length ? t('record.start') : t('record.failed')}</p>
    ${words.length ? html`<ul data-test="paste-reasons">${words.map((word) => html`<li>${word}</li>`)}</ul>` : nothing}
    <p class="muted small" lang="en" data-test="paste-message">${message}</p>`;
}

/**
 * The games of a text, if there are several.
 * @param {Paste} paste
 * @param {PasteAnswer} answer
 */
export function gameChoice(paste, { games, index }) {
  if (games.length < 2) return nothing;
  return html`
    <div class="field">
      <label for="paste-game">${tn('record.games', games.length)}</label>
      <select id="paste-game" data-test="paste-game"
        @change=${(/** @type {Event} */ event) => paste.choose(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${games.map((game, place) => html`<option value=${place} ?selected=${place === index}>${gameTitle(game, place)}</option>`)}
      </select>
    </div>`;
}

/**
 * @param {PasteAnswer['games'][number]} game
 * @param {number} place
 */
function gameTitle({ event, date, red, black, result }, place) {
  const players = red || black ? `${red || '?'} – ${black || '?'}` : '';
  const parts = [players, event, date, result === '*' ? '' : result].filter(Boolean);
  return `${place + 1}. ${parts.join(' · ') || t('record.unnamed', { number: place + 1 })}`;
}
