/**
 * Files into the archive: dropped or chosen, sent one by one, watched until they are in.
 * @module parts/library-import
 */

import { html, nothing, repeat } from '../vendor/lit-html.js';
import { get, post, postFile } from '../api.js';
import { number, t, tc, tn } from '../i18n/index.js';
import { errorText, notify, reportError } from '../notices.js';
import { icon } from './icon.js';

/** @typedef {import('../types.js').ImportJob} ImportJob */
/** @typedef {import('../types.js').LibraryAbout} LibraryAbout */

const LOOK_MS = 400;
/** So many problems are shown before somebody asks for all. */
const FEW = 5;

/** The files on their way. */
export class Imports {
  /**
   * @param {() => void} added called when games were added
   * @param {() => void} update
   */
  constructor(added, update) {
    this.added = added;
    this.update = update;
    /** @type {ImportJob[]} */
    this.jobs = [];
    /** Files that are being sent, and those that wait. @type {{ name: string, share: number }[]} */
    this.sending = [];
    this.over = false;
    this.timer = 0;
    this.closed = false;
  }

  /** @param {Iterable<File>} files */
  async send(files) {
    const queue = [...files];
    for (const file of queue) {
      const row = { name: file.name, share: 0 };
      this.sending = [...this.sending, row];
      this.update();
      try {
        const query = new URLSearchParams({ name: file.name.slice(-120) });
        await postFile(`/api/library/imports?${query}`, file, (share) => {
          row.share = share;
          this.update();
        });
      } catch (error) {
        notify(() => `${file.name}: ${errorText(error)}`, 'error');
      }
      this.sending = this.sending.filter((other) => other !== row);
      await this.look();
    }
  }

  /** Looks how far imports are, again and again while one runs. */
  async look() {
    clearTimeout(this.timer);
    const before = new Map(this.jobs.map((job) => [job.id, job]));
    try {
      /** @type {{ imports: ImportJob[] }} */
      const { imports } = await get('/api/library/imports');
      this.jobs = imports;
    } catch (error) {
      return reportError(error);
    }
    if (this.closed) return;
    const ended = this.jobs.some((job) => isOver(job) && before.has(job.id) && !isOver(before.get(job.id)));
    const grown = this.jobs.some((job) => job.added !== (before.get(job.id)?.added ?? 0));
    if (before.size + this.sending.length > 0 && (ended || grown)) this.added();
    this.update();
    if (this.jobs.some((job) => !isOver(job))) this.timer = window.setTimeout(() => void this.look(), LOOK_MS);
  }

  /** @param {ImportJob} job */
  async stop(job) {
    await post(`/api/library/imports/${job.id}/stop`, {});
    await this.look();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}

/** @param {ImportJob | undefined} job */
const isOver = (job) => job !== undefined && !['waiting', 'running'].includes(job.state);

/**
 * Where files are dropped or chosen.
 * @param {Imports} imports
 * @param {LibraryAbout} about
 */
export function dropZone(imports, about) {
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    if (!imports.over) {
      imports.over = true;
      imports.update();
    }
  };
  const leave = () => {
    imports.over = false;
    imports.update();
  };
  return html`
    <section class="drop-zone ${imports.over ? 'over' : ''}" aria-labelledby="import-title" data-test="drop-zone"
      @dragover=${over} @dragleave=${leave} @drop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        leave();
        void imports.send(event.dataTransfer?.files ?? []);
      }}>
      <h2 id="import-title">${t('library.import')}</h2>
      <p class="muted small">${t('library.import_hint', { mb: Math.floor(about.most_bytes / (1 << 20)) })}</p>
      <label class="button primary" data-test="import-label">${icon('download')} ${t('library.choose_files')}
        <input type="file" multiple class="visually-hidden" data-test="import-files" @change=${(/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          // The list empties itself with the field.
          const files = [...(input.files ?? [])];
          input.value = '';
          void imports.send(files);
        }}>
      </label>
    </section>`;
}

/** @param {Imports} imports */
export function importsView(imports) {
  if (imports.jobs.length + imports.sending.length === 0) return nothing;
  return html`
    <section class="imports" aria-label=${t('library.imports')} data-test="imports">
      ${imports.sending.map(({ name, share }) => html`
        <div class="import-row"><strong>${name}</strong>
          <progress max="1" .value=${share} aria-label=${t('library.sending', { name })}></progress></div>`)}
      ${repeat(imports.jobs.slice(0, 8), ({ id }) => id, (job) => jobView(imports, job))}
    </section>`;
}

/**
 * @param {Imports} imports
 * @param {ImportJob} job
 */
function jobView(imports, job) {
  return html`
    <div class="import-row" data-test="import-${job.id}" data-state=${job.state}>
      <div class="row spread"><strong>${job.name}</strong>
        <span class="chip ${job.state === 'failed' ? 'bad' : job.state === 'done' ? 'good' : ''}" role="status">${tc('library.state', job.state)}</span></div>
      ${isOver(job) ? nothing : html`<progress aria-label=${t('library.importing', { name: job.name })}></progress>`}
      <p class="small" data-test="import-report">${report(job)}</p>
      ${job.error ? html`<p class="error-text small" lang="en">${job.error}</p>` : nothing}
      ${problemsView(job)}
      ${isOver(job) ? nothing : html`<button class="button small" type="button" data-test="import-stop-${job.id}"
        @click=${() => imports.stop(job).catch(reportError)}>${t('library.stop')}</button>`}
    </div>`;
}

/** @param {ImportJob} job */
function report(job) {
  const parts = [tn('library.added', job.added, { games: number(job.added) })];
  if (job.duplicates) parts.push(tn('library.duplicates', job.duplicates, { games: number(job.duplicates) }));
  if (job.known_files) parts.push(tn('library.known', job.known_files));
  if (job.empty) parts.push(tn('library.empty', job.empty));
  return parts.join(' ');
}

/** @param {ImportJob} job */
function problemsView({ problems, problem_count: count }) {
  if (count === 0) return nothing;
  const line = (/** @type {ImportJob['problems'][number]} */ problem) => html`
    <li><span>${problem.file}${problem.line ? ` · ${t('record.where', { line: problem.line, column: problem.column ?? 1 })}` : ''}</span>
      <span class="muted" lang="en">${problem.message}</span></li>`;
  return html`
    <details data-test="import-problems"><summary>${tn('record.problems', count)}</summary>
      <ul class="problem-list">${problems.slice(0, Math.max(FEW, 50)).map(line)}</ul></details>`;
}
