/**
 * Line icons, drawn on a 24 × 24 grid.
 * @module parts/icon
 */

import { html, svg } from '../vendor/lit-html.js';

/** @type {Record<string, string>} */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  offline: 'M3 3l18 18M5 12a10 10 0 0 1 5-2.7M19 12a10 10 0 0 0-3.2-2.2M8.5 15.5a5 5 0 0 1 5-1.2M12 19h.01',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  flag: 'M5 21V4M5 4h13l-3 4.5L18 13H5',
  draw: 'M8 12h8M4 8.5l4-3 4 2 4-2 4 3v7l-4 3-4-2-4 2-4-3z',
  turn: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5',
  chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  swap: 'M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7',
  dice: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  last: 'M18 5v14M6 6l8 6-8 6z',
  plus: 'M12 5v14M5 12h14',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  check: 'M5 12.5l5 5L19 7',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21a8 8 0 0 1 16 0',
  engine: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  up: 'M12 19V6M6 11l6-6 6 6',
  print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  down: 'M12 5v14M6 13l6 6 6-6',
  hand: 'M8 12V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8a6 6 0 0 1-6 6h-1a6 6 0 0 1-5-3l-2.2-4a1.5 1.5 0 0 1 2.5-1.6z',
  erase: 'M9 20l-5-5L14 5l6 6-9 9zM9 10l6 6M12 20h8',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
};

/**
 * An icon; hidden from screen readers, so its button needs a label or text.
 * @param {string} name
 */
export const icon = (name) => html`
  <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    ${svg`<path d=${PATHS[name] ?? ''}></path>`}
  </svg>`;
