/**
 * The pattern editor's state: a set of patterns as texts, the one that is edited with its
 * drawing, and everything that can be taken back.
 * @module parts/pattern-editor
 */

import { ApiError, get, post, put, remove } from '../api.js';
import { t } from '../i18n/index.js';
import { notify, reportError } from '../notices.js';

/** @typedef {import('../types.js').PatternDrawing} Drawing */
/** @typedef {import('../types.js').PatternPart} Part */
/** @typedef {import('../types.js').PatternProblem} Problem */
/** @typedef {import('../types.js').PatternChecked} Checked */
/** @typedef {import('../types.js').PatternInSet} PatternInSet */
/** @typedef {import('../types.js').PatternSetAbout} SetAbout */

/** @typedef {{ id: string | null, title: string, revision: number, shipped: boolean }} SetHead */
/** @typedef {{ head: SetHead, patterns: PatternInSet[], at: number }} Snapshot */

const SETTLE_MS = 150;
/** Changes of one kind that come as fast as this are taken back together. */
const TOGETHER_MS = 1_000;
const MOST_UNDO = 200;

/** What a new pattern begins with. @param {string} key */
const fresh = (key) => `(pattern ${key}\n  (name (en "${t('patterns.new_name')}")))\n`;

/** A set under edit. */
export class PatternEditor {
  /** @param {() => void} update */
  constructor(update) {
    this.update = update;
    /** @type {SetAbout[]} */
    this.sets = [];
    /** @type {SetHead} */
    this.head = { id: null, title: t('patterns.my_patterns'), revision: 0, shipped: false };
    /** @type {PatternInSet[]} */
    this.patterns = [];
    this.at = 0;
    this.dirty = false;
    /** The set that is being opened. @type {string | null} */
    this.opening = null;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** Whether the drawing shows what the text says. */
    this.inStep = true;
    /** @type {Problem[]} */
    this.problems = [];
    /** The text in the canonical form. @type {string | null} */
    this.tidy = null;
    /** What cannot be written of the drawing: `part:3`, `key`. */
    this.fault = '';
    /** The part that is edited. */
    this.part = 0;
    /** @type {Snapshot[]} */
    this.past = [];
    this.last = { kind: '', when: 0 };
    this.timer = 0;
    this.turn = 0;
    /** Whether an answer about the newest change is still to come. */
    this.waiting = false;
  }

  /** The text that is edited. */
  get text() {
    return this.patterns[this.at]?.text ?? '';
  }

  /** Whether the text can be used. */
  get sound() {
    return !this.waiting && this.patterns.length > 0 && !this.problems.some(({ severity }) => severity === 'error');
  }

  async loadSets() {
    /** @type {{ sets: SetAbout[] }} */
    const { sets } = await get('/api/patterns/sets');
    this.sets = sets;
  }

  /**
   * Opens a set.
   * @param {string} id
   * @param {string} [key] the pattern to stand on
   */
  async open(id, key) {
    this.opening = id;
    /** @type {SetHead & { patterns: PatternInSet[] }} */
    const { patterns, ...head } = await get(`/api/patterns/sets/${encodeURIComponent(id)}`).finally(() => {
      if (this.opening === id) this.opening = null;
    });
    if (this.opening !== null) return;
    this.head = { ...head, title: head.shipped ? t(`patterns.shipped.${head.id}`) : head.title };
    this.#lay(patterns, Math.max(0, patterns.findIndex((one) => one.key === key)));
  }

  /** Begins a set of its own. */
  begin() {
    this.head = { id: null, title: t('patterns.my_patterns'), revision: 0, shipped: false };
    this.#lay([{ text: fresh('my-pattern'), key: 'my-pattern' }], 0);
  }

  /**
   * @param {PatternInSet[]} patterns
   * @param {number} at
   */
  #lay(patterns, at) {
    this.patterns = patterns;
    this.past = [];
    this.dirty = false;
    this.choose(at);
  }

  /** @param {number} at */
  choose(at) {
    this.at = Math.max(0, Math.min(this.patterns.length - 1, at));
    this.part = 0;
    this.drawing = null;
    this.problems = [];
    this.fault = '';
    this.#ask(0);
  }

  /**
   * Remembers how everything is before it changes.
   * @param {string} kind
   */
  #remember(kind) {
    const now = Date.now();
    const same = kind !== '' && kind === this.last.kind && now - this.last.when < TOGETHER_MS;
    this.last = { kind, when: now };
    if (!same) this.past = [...this.past.slice(-MOST_UNDO), { head: this.head, patterns: this.patterns, at: this.at }];
    this.dirty = true;
    // What ships is nobody's to change: a change makes a copy of one's own.
    if (this.head.shipped) {
      this.head = { id: null, title: t('patterns.copy_of', { title: this.head.title }), revision: 0, shipped: false };
      notify(() => t('patterns.copied_set'));
    }
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.last = { kind: '', when: 0 };
    this.head = { ...before.head, ...(before.head.id === this.head.id && { revision: this.head.revision }) };
    this.patterns = before.patterns;
    this.dirty = !this.head.shipped;
    const part = this.part;
    this.choose(before.at);
    this.part = part;
  }

  /** @param {Partial<PatternInSet>} change */
  #put(change) {
    this.patterns = this.patterns.map((one, index) => (index === this.at ? { ...one, ...change } : one));
  }

  /** @param {string} text */
  setText(text) {
    if (text === this.text) return;
    this.#remember('text');
    if (this.patterns.length) this.#put({ text });
    else this.patterns = [{ text }];
    this.inStep = false;
    this.#ask(SETTLE_MS);
    this.update();
  }

  /**
   * Looks what the text says.
   * @param {number} pause
   */
  #ask(pause) {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    this.waiting = true;
    const { text } = this;
    this.timer = window.setTimeout(() => {
      post('/api/patterns/check', { text }).then((/** @type {Checked} */ answer) => {
        if (turn === this.turn) this.#take(answer, true);
      }).catch((error) => this.#failed(error, turn));
    }, pause);
  }

  /**
   * @param {Checked} answer
   * @param {boolean} redraw whether the drawing comes from the text
   */
  #take(answer, redraw) {
    this.waiting = false;
    this.problems = answer.problems;
    this.tidy = answer.tidy;
    this.fault = '';
    const named = answer.patterns[0];
    if (named) this.#put({ key: named.key, name: named.name });
    if (redraw) {
      this.inStep = answer.drawing !== null;
      if (answer.drawing !== null) this.#show(answer.drawing);
    } else this.inStep = true;
    this.update();
  }

  /**
   * Shows a drawing; a pattern that is opened shows its first condition.
   * @param {Drawing} drawing
   */
  #show(drawing) {
    this.drawing = drawing;
    if (CONDITIONS.includes(drawing.parts[this.part]?.kind ?? '')) return;
    this.part = Math.max(0, drawing.parts.findIndex(({ kind, source }) => CONDITIONS.includes(kind) && !source?.startsWith(';')));
  }

  /**
   * @param {unknown} error
   * @param {number} turn
   */
  #failed(error, turn) {
    if (turn !== this.turn) return;
    this.waiting = false;
    const reasons = error instanceof ApiError ? error.details.reasons : null;
    if (Array.isArray(reasons) && /^(part:|key)/.test(reasons[0] ?? '')) this.fault = reasons[0];
    else reportError(error);
    this.update();
  }

  /**
   * Takes a changed drawing in and writes its text.
   * @param {Drawing} drawing
   * @param {string} kind
   */
  draw(drawing, kind) {
    this.#remember(kind);
    this.drawing = drawing;
    const turn = ++this.turn;
    clearTimeout(this.timer);
    this.fault = faultOf(drawing);
    this.waiting = this.fault === '';
    if (this.fault) return this.update();
    this.timer = window.setTimeout(() => {
      post('/api/patterns/write', { drawing }).then((/** @type {Checked & { text: string }} */ answer) => {
        if (turn !== this.turn) return;
        this.#put({ text: answer.text });
        this.#take(answer, false);
      }).catch((error) => this.#failed(error, turn));
    }, SETTLE_MS / 2);
    this.update();
  }

  /**
   * Changes a part; it is written anew then.
   * @param {number} index
   * @param {object} change
   */
  change(index, change) {
    if (!this.drawing) return;
    const parts = this.drawing.parts.map((part, place) => (place === index ? /** @type {Part} */ ({ ...part, source: undefined, ...change }) : part));
    this.draw({ ...this.drawing, parts }, `part ${index} ${Object.keys(change)}`);
  }

  /**
   * Puts a part of a kind in the place of the one there is, or at the end.
   * @param {Part} part
   */
  setOnly(part) {
    const index = this.drawing?.parts.findIndex(({ kind }) => kind === part.kind) ?? -1;
    if (index >= 0) this.change(index, part);
    else this.add(part, false);
  }

  /**
   * @param {Part} part
   * @param {boolean} [stand] whether it is edited now
   */
  add(part, stand = true) {
    if (!this.drawing) return;
    const { parts } = this.drawing;
    // Conditions stand together.
    const last = parts.findLastIndex(({ kind }) => CONDITIONS.includes(kind));
    const place = !CONDITIONS.includes(part.kind) ? parts.length : last >= 0 ? last + 1 : afterNames(parts);
    this.draw({ ...this.drawing, parts: parts.toSpliced(place, 0, part) }, '');
    if (stand) this.part = place;
  }

  /** @param {number} index */
  removePart(index) {
    if (!this.drawing) return;
    const parts = this.drawing.parts.toSpliced(index, 1);
    this.draw({ ...this.drawing, parts }, '');
    this.part = Math.max(0, Math.min(index, parts.length - 1));
  }

  /**
   * Moves a condition before or behind its neighbour.
   * @param {number} index
   * @param {-1 | 1} step
   */
  movePart(index, step) {
    const parts = [...(this.drawing?.parts ?? [])];
    const other = index + step;
    const [one, two] = [parts[index], parts[other]];
    if (!this.drawing || !one || !two || !CONDITIONS.includes(two.kind)) return;
    parts[index] = two;
    parts[other] = one;
    this.draw({ ...this.drawing, parts }, '');
    this.part = other;
  }

  /**
   * A part of a kind, if there is one.
   * @template {Part['kind']} K
   * @param {K} kind
   * @returns {Extract<Part, { kind: K }> | undefined}
   */
  only(kind) {
    return /** @type {any} */ (this.drawing?.parts.find((part) => part.kind === kind));
  }

  /** @param {string} title */
  setTitle(title) {
    this.#remember('title');
    this.head = { ...this.head, title };
    this.update();
  }

  /** A name that no pattern of the set has. @param {string} wanted */
  #unused(wanted) {
    const taken = new Set(this.patterns.map(({ key }) => key));
    if (!taken.has(wanted)) return wanted;
    for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }

  addPattern() {
    this.#remember('');
    const key = this.#unused('my-pattern');
    this.patterns = this.patterns.toSpliced(this.at + 1, 0, { text: fresh(key), key });
    this.choose(this.patterns.length === 1 ? 0 : this.at + 1);
    this.update();
  }

  copyPattern() {
    const old = this.patterns[this.at];
    if (!old) return;
    this.#remember('');
    const key = this.#unused(`${old.key ?? 'pattern'}-copy`);
    const text = old.key ? old.text.replace(/\(pattern\s+[^\s()";]+/, `(pattern ${key}`) : old.text;
    this.patterns = this.patterns.toSpliced(this.at + 1, 0, { ...old, key, text });
    this.choose(this.at + 1);
    this.update();
  }

  deletePattern() {
    if (!this.patterns.length) return;
    this.#remember('');
    this.patterns = this.patterns.toSpliced(this.at, 1);
    this.choose(this.at);
    this.update();
  }

  /** Several patterns in one text become several patterns. */
  async split() {
    /** @type {{ patterns: PatternInSet[] }} */
    const { patterns } = await post('/api/patterns/split', { text: this.text });
    this.#remember('');
    this.patterns = this.patterns.toSpliced(this.at, 1, ...patterns);
    this.choose(this.at);
    this.update();
  }

  /** The whole set as a text. */
  get file() {
    return `${this.patterns.map(({ text }) => text.trim()).join('\n\n')}\n`;
  }

  /**
   * Takes a file in as a set of its own.
   * @param {string} name
   * @param {string} text
   */
  async take(name, text) {
    /** @type {{ patterns: PatternInSet[] }} */
    const { patterns } = await post('/api/patterns/split', { text });
    this.head = { id: null, title: name.replace(/\.[^.]*$/, '').slice(0, 200) || t('patterns.my_patterns'), revision: 0, shipped: false };
    this.#lay(patterns, 0);
    this.dirty = true;
    this.update();
  }

  /**
   * Keeps the set.
   * @param {boolean} [anyway] although somebody changed it meanwhile
   * @returns {Promise<'saved' | 'stale'>}
   */
  async save(anyway = false) {
    const { head, file } = this;
    const sent = { title: head.title.trim() || t('patterns.my_patterns'), text: file };
    try {
      if (head.id === null || head.shipped) {
        /** @type {{ id: string }} */
        const { id } = await post('/api/patterns/sets', sent);
        this.head = { ...head, ...sent, id, revision: 0, shipped: false };
      } else {
        const path = `/api/patterns/sets/${encodeURIComponent(head.id)}`;
        const revision = anyway ? /** @type {SetHead} */ (await get(path)).revision : head.revision;
        /** @type {{ revision: number }} */
        const answer = await put(path, { ...sent, revision });
        this.head = { ...this.head, revision: answer.revision };
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') return 'stale';
      throw error;
    }
    if (file === this.file) this.dirty = false;
    await this.loadSets();
    this.update();
    return 'saved';
  }

  /** Deletes the set; what it held can be kept again. */
  async deleteSet() {
    const { head, patterns } = this;
    if (head.id !== null && !head.shipped) await remove(`/api/patterns/sets/${encodeURIComponent(head.id)}`);
    await this.loadSets();
    this.begin();
    this.past = [{ head: { ...head, id: null, revision: 0 }, patterns, at: 0 }];
    this.update();
  }

  close() {
    clearTimeout(this.timer);
    this.turn += 1;
  }
}

/**
 * What the server would refuse: a text that is not one list, a name that is none.
 * @param {Drawing} drawing
 */
function faultOf({ key, parts }) {
  if (!/^[\p{L}\p{N}_-]{1,60}$/u.test(key)) return 'key';
  const broken = parts.findIndex(({ kind, source }) => kind === 'condition' && !isList(source ?? ''));
  return broken < 0 ? '' : `part:${broken}`;
}

/**
 * Whether a text is one list in brackets, or a comment.
 * @param {string} text
 */
function isList(text) {
  if (/^\s*;[^\n]*$/.test(text)) return true;
  const plain = text.replace(/"(?:[^"\\]|\\[^])*"/g, '').replace(/;[^\n]*/g, '').trim();
  let depth = 0;
  for (const [place, sign] of [...plain].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === '"' || depth < 0 || (depth === 0 && place < plain.length - 1)) return false;
  }
  return plain.startsWith('(') && depth === 0;
}

/** Kinds of parts that are conditions. */
export const CONDITIONS = ['place', 'line', 'board', 'condition'];

/**
 * Where conditions begin if there are none yet: behind the names.
 * @param {Part[]} parts
 */
const afterNames = (parts) => parts.findLastIndex(({ kind }) => ['name', 'tags', 'mirror'].includes(kind)) + 1;
