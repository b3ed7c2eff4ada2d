/**
 * Checks the texts: every language has the same keys with the same `{values}`, and
 * every key used in the sources exists. A test gives it the files and expects an
 * empty list; it runs in a browser (`import('/i18n/check.js')`) and outside one.
 * @module i18n/check
 */

/** One text a line is the rule of these files, so this reads them all. */
const ENTRY = /^ {2}'([\w.-]+)': '((?:[^'\\]|\\.)*)',$/;
/** Calls with a literal key: `t('a.b'`, `tn('a.b'`, `tc('a'`. */
const CALL = /(?<![\w.$])(t|tn|tc)\(\s*'([\w.-]+)'/g;

/** @typedef {Record<string, string>} Files  path under `web/` → content */

/**
 * The texts of one file.
 * @param {string} path
 * @param {string} source
 * @param {string[]} problems
 * @returns {Map<string, string>}
 */
function entries(path, source, problems) {
  const found = new Map();
  for (const line of source.split('\n')) {
    if (line === '' || line === 'export default {' || line === '};' || line.startsWith('/')) continue;
    const entry = ENTRY.exec(line);
    if (entry === null) problems.push(`${path}: not one key and text: ${line}`);
    else if (found.has(entry[1])) problems.push(`${path}: ${entry[1]} twice`);
    else found.set(entry[1], entry[2]);
  }
  return found;
}

/** @param {string} text */
const values = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

/**
 * @param {Map<string, string>} one
 * @param {Map<string, string>} other
 * @param {string} path
 * @param {string[]} problems
 */
function compare(one, other, path, problems) {
  for (const [key, text] of one) {
    const translated = other.get(key);
    if (translated === undefined) problems.push(`${path}: ${key} is missing`);
    else if (values(translated) !== values(text)) problems.push(`${path}: ${key} has other values than in English`);
  }
  for (const key of other.keys()) if (!one.has(key)) problems.push(`${path}: ${key} is not in English`);
}

/**
 * The keys a call needs.
 * @param {string} call
 * @param {string} key
 */
function needed(call, key) {
  if (call === 'tn') return [`${key}.one`, `${key}.other`];
  return call === 'tc' ? [`${key}.other`] : [key];
}

/**
 * @param {Files} files  all of `web/**` that end in `.js`
 * @returns {string[]} what is wrong, a line each
 */
export function problems(files) {
  /** @type {string[]} */
  const found = [];
  /** @type {Set<string>} */
  const known = new Set();
  for (const [path, source] of Object.entries(files)) {
    if (!path.startsWith('i18n/en/')) continue;
    const english = entries(path, source, found);
    for (const key of english.keys()) known.add(key);
    for (const language of ['zh-hant', 'zh-hans']) {
      const twin = path.replace('/en/', `/${language}/`);
      if (files[twin] === undefined) found.push(`${twin}: no such file`);
      else compare(english, entries(twin, files[twin] ?? '', found), twin, found);
    }
  }
  for (const [path, source] of Object.entries(files)) {
    if (path.startsWith('i18n/') || path.startsWith('vendor/')) continue;
    for (const [, call = '', key = ''] of source.matchAll(CALL)) {
      for (const need of needed(call, key)) if (!known.has(need)) found.push(`${path}: no text for ${need}`);
    }
  }
  return found;
}
