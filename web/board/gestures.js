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
 */

const DRAG_FROM_PX = 5;

/**
 * Listens on the drawing; a board keeps one drawing for life.
 * @param {SVGSVGElement} surface
 * @param {Handler} handler
 */
export function listen(surface, handler) {
  /** @type {{ id: number, x: number, y: number, square: string, lifts: boolean, fresh: boolean, moved: boolean } | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (held !== null || (event.pointerType === 'mouse' && event.button !== 0)) return;
    const { square } = handler.locate(event);
    if (square === null) return;
    const lifts = handler.canLift(square);
    const fresh = lifts && handler.lift(square);
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, square, lifts, fresh, moved: false };
    if (lifts) surface.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function moved(event) {
    const { point, square } = handler.locate(event);
    if (held === null) return handler.hover(square);
    if (event.pointerId !== held.id || !held.lifts) return;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM_PX) return;
    held.moved = true;
    handler.dragging({ from: held.square, point, over: square });
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (held === null || event.pointerId !== held.id) return;
    const { square: from, moved: dragged, fresh } = held;
    held = null;
    const { square } = handler.locate(event);
    if (dragged) {
      handler.dragging(null);
      handler.drop(from, square);
    } else if (square === from) {
      handler.press(square, fresh);
    }
  }

  function cancel() {
    if (held !== null) handler.cancel();
    held = null;
  }

  surface.addEventListener('pointerdown', down);
  surface.addEventListener('pointermove', moved);
  surface.addEventListener('pointerup', up);
  surface.addEventListener('pointercancel', cancel);
  surface.addEventListener('pointerleave', () => held === null && handler.hover(null));
}
