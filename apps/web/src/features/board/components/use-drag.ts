import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Axis, leftOf, momentAt } from '../model/axis.ts';
import { type Drag, isHome, pointedAt } from '../model/drag.ts';

/** Where the parts of the board lie on the screen. */
export interface Layout {
  readonly axis: Axis;
  /** The technicians from top to bottom. */
  readonly order: readonly string[];
  readonly rowHeight: number;
  /** The width of the names, and the height of the hours above the rows. */
  readonly names: number;
  readonly head: number;
}

interface Options {
  board: Board;
  layout: Layout;
  scroller: RefObject<HTMLElement | null>;
  tray: RefObject<HTMLElement | null>;
  onDrop: (drag: Drag, isAnyway: boolean) => void;
}

/** A visit that is pressed but has not been moved yet: it may still be a click. */
interface Press {
  visit: string;
  technician: string | null;
  pointer: number;
  x: number;
  y: number;
  /** How far the finger is from the beginning of the visit. */
  grabbed: number;
  hold?: ReturnType<typeof setTimeout>;
  isHeld: boolean;
}

const mousePx = 4;
const touchPx = 6;
const holdMs = 280;
const edgePx = 50;
const fastestPx = 900;
const edgeDelayMs = 200;

/**
 * Dragging with a pointer. Where it points to is found by arithmetic on the board's own coordinates, again after every scroll; the
 * scrolling frame holds the pointer, because rows come and go. A finger has to hold still first, or else it scrolls.
 */
export function useDrag({ board, layout, scroller, tray, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag>();
  const current = useRef<Drag>(undefined);
  const press = useRef<Press>(undefined);
  const pointer = useRef({ x: 0, y: 0, isFine: false });
  const [offset, setOffset] = useState(0);

  function put(next: Drag | undefined) {
    current.current = next;
    setDrag(next);
  }

  const point = useEffectEvent(() => {
    const held = current.current;
    const element = scroller.current;
    if (!held || !element || held.by !== 'pointer') return;
    const { x, y, isFine } = pointer.current;
    if (isInside(tray.current, x, y)) {
      if (held.target.kind !== 'tray') put({ ...held, target: { kind: 'tray' } });
      return;
    }
    const box = element.getBoundingClientRect();
    const left = x - box.left - layout.names + element.scrollLeft - (press.current?.grabbed ?? 0);
    const row = Math.floor((y - box.top - layout.head + element.scrollTop) / layout.rowHeight);
    const isOver = x > box.left && x < box.right && y > box.top + layout.head && y < box.bottom;
    put(pointedAt(held, (isOver && layout.order[row]) || null, momentAt(layout.axis, left), isFine));
  });

  const begin = useEffectEvent(() => {
    const { visit, technician, grabbed } = press.current!;
    const crew = (board.assignments.get(visit) ?? []).map((one) => one.technician);
    const start = board.assignments.get(visit)?.[0]?.start ?? null;
    setOffset(grabbed);
    put({ visit, from: technician, crew, start, target: { kind: 'nowhere' }, by: 'pointer' });
    point();
  });

  const end = useEffectEvent((isDropped: boolean, isAnyway: boolean) => {
    clearTimeout(press.current?.hold);
    press.current = undefined;
    const held = current.current;
    put(undefined);
    if (held && isDropped && held.target.kind !== 'nowhere' && !isHome(held)) onDrop(held, isAnyway);
  });

  useEffect(() => {
    const element = scroller.current!;
    const move = (event: PointerEvent) => {
      const held = press.current;
      if (!held || event.pointerId !== held.pointer) return;
      pointer.current = { x: event.clientX, y: event.clientY, isFine: event.shiftKey };
      if (current.current) return point();
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
      if (event.pointerType === 'mouse' ? far >= mousePx : held.isHeld && far >= touchPx) {
        element.setPointerCapture(held.pointer);
        begin();
      } else if (event.pointerType !== 'mouse' && far >= touchPx) {
        clearTimeout(held.hold);
        press.current = undefined;
      }
    };
    const up = (event: PointerEvent) => {
      if (press.current?.pointer === event.pointerId) end(true, event.altKey);
    };
    const cancel = () => end(false, false);
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || current.current?.by !== 'pointer') return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    const keepStill = (event: TouchEvent) => {
      if (current.current) event.preventDefault();
    };
    const hide = () => document.hidden && cancel();
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
    addEventListener('blur', cancel);
    addEventListener('keydown', key, { capture: true });
    document.addEventListener('visibilitychange', hide);
    // Whether a touch scrolls is decided when it begins: the listener has to be there before.
    document.addEventListener('touchmove', keepStill, { passive: false });
    element.addEventListener('scroll', point, { passive: true });
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      removeEventListener('blur', cancel);
      removeEventListener('keydown', key, { capture: true });
      document.removeEventListener('visibilitychange', hide);
      document.removeEventListener('touchmove', keepStill);
      element.removeEventListener('scroll', point);
    };
  }, [scroller]);

  const isDragging = drag?.by === 'pointer';
  useEffect(() => {
    if (!isDragging) return undefined;
    const began = performance.now();
    let last = began;
    // Whoever comes from the tray passes the edge, and means to go on.
    let hasBeenInside = false;
    let frame = requestAnimationFrame(function scroll(now) {
      hasBeenInside ||= isWellInside(scroller.current!, pointer.current, layout);
      if (hasBeenInside && now - began > edgeDelayMs)
        scrollAtEdge(scroller.current!, pointer.current, layout, (now - last) / 1000);
      last = now;
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDragging, scroller, layout]);

  function onPointerDown(event: React.PointerEvent, visit: string, technician: string | null) {
    if (event.button !== 0 || !event.isPrimary) return;
    const start = technician === null ? undefined : board.assignments.get(visit)?.[0]?.start;
    const held: Press = {
      visit,
      technician,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      grabbed: start === undefined ? 0 : grabbedPx(event, scroller.current!, layout, start),
      isHeld: false,
    };
    if (event.pointerType !== 'mouse')
      held.hold = setTimeout(() => {
        held.isHeld = true;
        if (press.current === held) {
          pointer.current = { x: held.x, y: held.y, isFine: false };
          begin();
        }
      }, holdMs);
    press.current = held;
  }

  return { drag, setDrag: put, offset, onPointerDown, pointer };
}

function grabbedPx(
  event: React.PointerEvent,
  element: HTMLElement,
  layout: Layout,
  start: EpochMinutes,
): number {
  const at = event.clientX - element.getBoundingClientRect().left - layout.names + element.scrollLeft;
  return Math.max(0, at - leftOf(layout.axis, start));
}

function isInside(element: HTMLElement | null, x: number, y: number): boolean {
  if (!element) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

function isWellInside(element: HTMLElement, { x, y }: { x: number; y: number }, layout: Layout): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x > left + layout.names + edgePx && x < right - edgePx && y > top + layout.head && y < bottom;
}

/** The nearer to the edge, the faster, by the square. */
function scrollAtEdge(
  element: HTMLElement,
  { x, y }: { x: number; y: number },
  layout: Layout,
  seconds: number,
): void {
  const box = element.getBoundingClientRect();
  const speed = (low: number, high: number) => {
    const into = Math.max(0, Math.min(edgePx, low)) - Math.max(0, Math.min(edgePx, high));
    return Math.sign(into) * (into / edgePx) ** 2 * fastestPx * seconds;
  };
  if (y < box.top || y > box.bottom || x < box.left || x > box.right) return;
  element.scrollBy(
    -speed(box.left + layout.names + edgePx - x, x - (box.right - edgePx)),
    -speed(box.top + layout.head + edgePx - y, y - (box.bottom - edgePx)),
  );
}
