/**
 * Pointer gestures on the board: tap, tap-tap and drag, by mouse, pen or finger.
 * Only pointer events are used, since some browsers give shapes no `click`.
 * @module board/gestures
 */

/** @typedef {import('./geometry.js').Point} Point */

/**
 * What the board does for its gestures.
 * @typedef {object} Handler
 * @property {(event: PointerEvent) => { point: Point, square: string | null }} locate
 * @property {(square: string) => boolean} canLift  whether the piece there may be dragged
 * @property {(square: string) => boolean} lift  picks a piece up; whether that changed the choice
 * @property {() => void} cancel
 * @property {(square: string, fresh: boolean) => void} press  a tap; fresh: its start already chose the piece
 * @property {(drag: { from: string, point: Point, over: string | null } | null) => void} dragging
 * @property {(from: string, to: string | null) => void} drop
 * @property {(square: string | null) => void} hover
 * @property {() => boolean} canDraw  whether arrows may be drawn: by the right button, or a finger that rests
 * @property {(arrow: { from: string, to: string | null } | null) => void} drawing
 * @property {(from: string, to: string, keys: { shiftKey: boolean, altKey: boolean }) => void} drew
 * @property {() => boolean} paints  whether the pointer paints points
 * @property {(square: string, start: boolean) => void} paint  a point under the pointer; start: the first of a stroke
 */

const DRAG_FROM_PX = 5;
/** A finger that rests so long on a square begins to draw. */
const LONG_PRESS_MS = 500;

/**
 * Listens on the drawing; a board keeps one drawing for life.
 * @param {SVGSVGElement} surface
 * @param {Handler} handler
 */
export function listen(surface, handler) {
  /** A stroke of painting. @type {{ id: number, last: string } | null} */
  let stroke = null;
  /** @type {{ id: number, x: number, y: number, square: string, lifts: boolean, fresh: boolean, moved: boolean } | null} */
  let held = null;
  /** An arrow that is being drawn. @type {{ id: number, from: string } | null} */
  let drawn = null;
  let timer = 0;

  /** @param {PointerEvent} event */
  function down(event) {
    const { square } = handler.locate(event);
    if (held !== null || drawn !== null || stroke !== null || square === null) return;
    if (event.pointerType === 'mouse' && event.button === 2 && handler.canDraw()) return draw(event.pointerId, square);
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (handler.paints()) {
      stroke = { id: event.pointerId, last: square };
      surface.setPointerCapture(event.pointerId);
      return handler.paint(square, true);
    }
    const lifts = handler.canLift(square);
    const fresh = lifts && handler.lift(square);
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, square, lifts, fresh, moved: false };
    if (lifts) surface.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch' && handler.canDraw()) timer = window.setTimeout(() => rested(event.pointerId, square), LONG_PRESS_MS);
  }

  /**
   * @param {number} id
   * @param {string} square
   */
  function rested(id, square) {
    if (held === null || held.moved) return;
    cancel();
    draw(id, square);
  }

  /**
   * @param {number} id
   * @param {string} from
   */
  function draw(id, from) {
    drawn = { id, from };
    surface.setPointerCapture(id);
    handler.drawing({ from, to: from });
  }

  /** @param {PointerEvent} event */
  function moved(event) {
    const { point, square } = handler.locate(event);
    if (stroke !== null) {
      if (event.pointerId !== stroke.id || square === null || square === stroke.last) return;
      stroke.last = square;
      return handler.paint(square, false);
    }
    if (drawn !== null) {
      if (event.pointerId === drawn.id) handler.drawing({ from: drawn.from, to: square });
      return;
    }
    if (held === null) return handler.hover(square);
    if (event.pointerId !== held.id) return;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM_PX) return;
    clearTimeout(timer);
    if (!held.lifts) return;
    held.moved = true;
    handler.dragging({ from: held.square, point, over: square });
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (stroke?.id === event.pointerId) stroke = null;
    clearTimeout(timer);
    const { square } = handler.locate(event);
    if (drawn !== null && event.pointerId === drawn.id) {
      const { from } = drawn;
      drawn = null;
      handler.drawing(null);
      if (square !== null) handler.drew(from, square, event);
    }
    if (held === null || event.pointerId !== held.id) return;
    const { square: from, moved: dragged, fresh } = held;
    held = null;
    if (dragged) {
      handler.dragging(null);
      handler.drop(from, square);
    } else if (square === from) {
      handler.press(square, fresh);
    }
  }

  function cancel() {
    stroke = null;
    clearTimeout(timer);
    if (held !== null) handler.cancel();
    if (drawn !== null) handler.drawing(null);
    held = null;
    drawn = null;
  }

  surface.addEventListener('pointerdown', down);
  surface.addEventListener('pointermove', moved);
  surface.addEventListener('pointerup', up);
  surface.addEventListener('pointercancel', cancel);
  surface.addEventListener('pointerleave', () => held === null && drawn === null && handler.hover(null));
  // While a finger draws, the page stays where it is.
  surface.addEventListener('touchmove', (event) => drawn !== null && event.preventDefault(), { passive: false });
  surface.addEventListener('contextmenu', (event) => handler.canDraw() && event.preventDefault());
}
