/**
 * Words in three languages. Texts live in `i18n/<language>/<area>.js`, one key a
 * line; a page names the areas it needs and gets them before it is drawn.
 * @module i18n
 */

/** @typedef {'en' | 'zh-Hant' | 'zh-Hans'} Language */
/** @typedef {Record<string, string | number>} Values */

/** The languages with their own names. @type {[Language, string][]} */
export const LANGUAGES = [
  ['en', 'English'],
  ['zh-Hant', '繁體中文'],
  ['zh-Hans', '简体中文'],
];

/** @type {Language} */
let language = 'en';
/** What has been read so far. @type {Record<Language, Record<string, string>>} */
const read = { en: {}, 'zh-Hant': {}, 'zh-Hans': {} };
let texts = read.en;
/** @type {Set<string>} */
const areas = new Set(['common', 'board']);

/** @param {string} tag @returns {Language | null} */
function match(tag) {
  const lower = tag.toLowerCase();
  if (!lower.startsWith('zh')) return lower.startsWith('en') ? 'en' : null;
  return /hant|tw|hk|mo/.test(lower) ? 'zh-Hant' : 'zh-Hans';
}

/**
 * The first language of the browser that we speak.
 * @returns {Language}
 */
export function browserLanguage() {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const found = match(tag);
    if (found !== null) return found;
  }
  return 'en';
}

/**
 * @param {Language} which
 * @param {Iterable<string>} names
 */
async function fetchAreas(which, names) {
  const folder = which.toLowerCase();
  const modules = await Promise.all([...names].map((area) => import(`./${folder}/${area}.js`)));
  Object.assign(read[which], ...modules.map((module) => module.default));
}

/**
 * Switches the language; null takes the browser's.
 * @param {Language | null} wanted
 */
export async function setLanguage(wanted) {
  const next = wanted ?? browserLanguage();
  language = next;
  await fetchAreas(next, areas);
  if (language !== next) return;
  texts = read[next];
  document.documentElement.lang = next;
}

/**
 * Makes sure that the texts of these areas are there.
 * @param {string[]} wanted
 */
export async function loadAreas(wanted) {
  for (const area of wanted) areas.add(area);
  await fetchAreas(language, wanted);
}

/** The language in use. @returns {Language} */
export const currentLanguage = () => language;

/**
 * @param {string} text
 * @param {Values} values
 */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/**
 * The text of a key, with `{name}` replaced by values.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key];
  return text === undefined ? key : fill(text, values);
}

/**
 * The text of a count: `key.one` or `key.other`, with `{n}` the count.
 * @param {string} key
 * @param {number} n
 * @param {Values} [values]
 * @returns {string}
 */
export function tn(key, n, values = {}) {
  const form = new Intl.PluralRules(language).select(n) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}`, { n, ...values });
}

/**
 * The text of a code the server sent: `prefix.code`, or `prefix.other` (which may
 * name the `{code}`) for one we do not know.
 * @param {string} prefix
 * @param {string} code
 * @param {Values} [values]
 * @returns {string}
 */
export function tc(prefix, code, values = {}) {
  const known = texts[`${prefix}.${code}`] !== undefined;
  return t(known ? `${prefix}.${code}` : `${prefix}.other`, { code, ...values });
}

/**
 * A date and time in the user's way.
 * @param {number} milliseconds since the epoch
 */
export const dateTime = (milliseconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);

/**
 * A number in the user's way.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export const number = (value, options) => new Intl.NumberFormat(language, options).format(value);
