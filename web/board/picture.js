/**
 * A drawn board as a file of its own: SVG text with every style written into it,
 * or a PNG made from that.
 * @module board/picture
 */

/** Style properties our drawings use. */
const PROPERTIES = [
  'stop-color', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray',
  'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline',
];

/** Values that need not be said. @type {Record<string, string[]>} */
const DEFAULTS = {
  'stop-color': ['rgb(0, 0, 0)'], 'fill-opacity': ['1'], 'fill-rule': ['nonzero'], stroke: ['none'], 'stroke-width': ['1px', '1'], 'stroke-opacity': ['1'],
  'stroke-dasharray': ['none'], 'stroke-linecap': ['butt'], 'stroke-linejoin': ['miter'], opacity: ['1'],
  'text-anchor': ['start'], 'dominant-baseline': ['auto'], 'font-weight': ['400'],
};

/** What belongs to using the board, not to its picture. */
const LEFT_OUT = '[role="row"], .lifted, [data-taken], [data-turning], .selected';

/**
 * @param {Element} from  drawn in the document
 * @param {Element} to    its copy
 */
function writeStyles(from, to) {
  const style = getComputedStyle(from);
  for (const property of PROPERTIES) {
    const text = property.startsWith('font') || property.startsWith('text') || property.startsWith('dominant');
    if (text && from.tagName !== 'text') continue;
    const value = style.getPropertyValue(property);
    if (value !== '' && !DEFAULTS[property]?.includes(value)) to.setAttribute(property, value);
  }
  for (const name of ['class', 'data-piece', 'data-letter', 'aria-hidden', 'data-test', 'role']) to.removeAttribute(name);
}

/**
 * Copies a drawing with its styles, part by part.
 * @param {Element} from
 * @returns {Node}
 */
function copy(from) {
  const to = /** @type {Element} */ (from.cloneNode(false));
  if (from.tagName !== 'svg') writeStyles(from, to);
  for (const child of from.childNodes) {
    if (child instanceof Element && !child.matches(LEFT_OUT)) to.append(copy(child));
    else if (child.nodeType === Node.TEXT_NODE && from.tagName === 'text') to.append(child.cloneNode());
  }
  return to;
}

/**
 * The picture a `<chuhe-board>` (or any drawing of ours) shows, as SVG text.
 * @param {Element} board
 * @returns {string}
 */
export function svgText(board) {
  const source = board instanceof SVGSVGElement ? board : board.querySelector('svg');
  if (source === null) throw new Error('a picture needs a board that is drawn');
  const picture = /** @type {SVGSVGElement} */ (copy(source));
  const [, , width = '0', height = '0'] = (source.getAttribute('viewBox') ?? '').split(' ');
  for (const { name } of [...picture.attributes]) if (name !== 'viewBox') picture.removeAttribute(name);
  picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  picture.setAttribute('width', width);
  picture.setAttribute('height', height);
  return new XMLSerializer().serializeToString(picture);
}

/**
 * The same as a PNG.
 * @param {Element} board
 * @param {number} [width]  in pixels
 * @returns {Promise<Blob>}
 */
export async function png(board, width = 1200) {
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(board))}`;
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob === null ? failed(new Error('the browser made no PNG')) : done(blob)), 'image/png');
  });
}
