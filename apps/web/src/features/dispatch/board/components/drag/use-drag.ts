import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  aimed,
  type Drag,
  edgeZones,
  emptyHand,
  type Hand,
  type HandEvent,
  heldOver,
  type Hold,
  isRipe,
  isSameTarget,
  stepHand,
  type TurnZone,
} from '../../model/drag.ts';
import {
  frameOf,
  isWellInside,
  isWithin,
  type Layout,
  momentAt,
  type Point,
  scrollAt,
  spotAt,
} from '../../model/layout.ts';

interface Options {
  board: Board;
  layout: Layout;
  scroller: RefObject<HTMLElement | null>;
  tray: RefObject<HTMLElement | null>;
  /** Whether other days are on their way: there is nowhere to put anything down until they are here. */
  isTurning: boolean;
  /** Whether nobody else has it in their hand. */
  mayTake: (visit: string) => boolean;
  onLift: (visit: string) => void;
  onDrop: (drag: Drag, isAnyway: boolean) => void;
  onTurn: (pages: -1 | 1) => void;
}

const holdMs = 280;
const forgottenMs = 120_000;

/**
 * Dragging with a pointer. Where it points to is found by arithmetic on the board's own coordinates, again after every scroll; the
 * scrolling frame holds the pointer, because rows come and go. A finger has to hold still first, or else it scrolls.
 */
export function useDrag(options: Options) {
  const { board, layout, scroller, tray, isTurning, mayTake, onLift, onDrop, onTurn } = options;
  const [hand, setHand] = useState<Hand>(emptyHand);
  const current = useRef<Hand>(emptyHand);
  const pointer = useRef({ x: 0, y: 0, isFine: false });
  const drag = hand.kind === 'carrying' ? hand.drag : undefined;

  function happen(event: HandEvent): Drag | undefined {
    const before = current.current;
    const { hand: wanted, dropped } = stepHand(before, event);
    if (wanted === before) return undefined;
    const lifted = wanted.kind === 'carrying' && before.kind !== 'carrying' ? wanted.drag.visit : undefined;
    const next = lifted === undefined || mayTake(lifted) ? wanted : emptyHand;
    current.current = next;
    setHand(next);
    if (lifted !== undefined && next === wanted) onLift(lifted);
    return dropped;
  }

  const point = useEffectEvent(() => {
    const held = current.current;
    if (held.kind !== 'carrying' || held.press === null) return;
    const { isFine, ...at } = pointer.current;
    const isOverTray = tray.current !== null && isWithin(tray.current.getBoundingClientRect(), at);
    const spot = isTurning ? ({ kind: 'nothing' } as const) : spotAt(layout, frameOf(scroller.current!), at);
    const { grabbed } = held.press;
    const { target } = isOverTray
      ? { target: { kind: 'tray' } as const }
      : aimed(held.drag, spot, {
          grabbed,
          isFine,
          zone: board.business.zone,
          isWeek: layout.week !== undefined,
        });
    if (!isSameTarget(target, held.drag.target)) happen({ kind: 'aim', target });
  });
  // The same place on the screen is another one on other days.
  const pointAgain = useEffectEvent((_layout: Layout, _isTurning: boolean) => point());
  useEffect(() => pointAgain(layout, isTurning), [layout, isTurning]);

  const listen = useEffectEvent((event: HandEvent) => happen(event));
  const letGo = useEffectEvent((event: HandEvent, isAnyway: boolean) => {
    const dropped = happen(event);
    if (dropped) onDrop(dropped, isAnyway);
  });

  useEffect(() => {
    const element = scroller.current!;
    const carries = () => current.current.kind === 'carrying' && current.current.press !== null;
    const move = (event: PointerEvent) => {
      const { pointerId, clientX: x, clientY: y } = event;
      const wasPressing = current.current.kind === 'pressing';
      pointer.current = { x, y, isFine: event.shiftKey };
      listen({ kind: 'move', pointer: pointerId, x, y });
      const isLifted = wasPressing && current.current.kind !== 'pressing';
      // Also where a colleague holds it: letting go is no click on the visit then.
      if (isLifted && (carries() || event.pointerType === 'mouse')) element.setPointerCapture(pointerId);
      if (carries()) point();
    };
    const up = ({ pointerId, altKey }: PointerEvent) =>
      letGo({ kind: 'release', pointer: pointerId }, altKey);
    const cancel = () => letGo({ kind: 'cancel' }, false);
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !carries()) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    const keepStill = (event: TouchEvent) => {
      if (carries()) event.preventDefault();
    };
    const hide = () => document.hidden && cancel();
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', up, { signal });
    addEventListener('pointercancel', cancel, { signal });
    addEventListener('blur', cancel, { signal });
    addEventListener('keydown', key, { capture: true, signal });
    document.addEventListener('visibilitychange', hide, { signal });
    // Whether a touch scrolls is decided when it begins: the listener has to be there before.
    document.addEventListener('touchmove', keepStill, { passive: false, signal });
    element.addEventListener('scroll', point, { passive: true, signal });
    return () => ended.abort();
  }, [scroller]);

  const finger = hand.kind === 'pressing' && !hand.press.isMouse ? hand.press.pointer : undefined;
  useEffect(() => {
    if (finger === undefined) return undefined;
    const held = setTimeout(() => {
      listen({ kind: 'still', pointer: finger });
      point();
    }, holdMs);
    return () => clearTimeout(held);
  }, [finger]);

  // Whoever takes a visit up by keys and walks away would keep it from everybody.
  const held = drag?.by === 'keys' ? drag : undefined;
  useEffect(() => {
    if (held === undefined) return undefined;
    const left = setTimeout(() => listen({ kind: 'cancel' }), forgottenMs);
    return () => clearTimeout(left);
  }, [held]);

  const isActive = drag?.by === 'pointer';
  const turning = useEdges({ isActive, pointer, scroller, layout, isTurning, onTurn });

  function onPointerDown(event: React.PointerEvent, visit: string, technician: string | null) {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, clientX: x, clientY: y, pointerType } = event;
    const isMouse = pointerType === 'mouse';
    const crew = board.assignments.get(visit) ?? [];
    const start = crew[0]?.start ?? null;
    const isOnBoard = scroller.current!.contains(event.target as Node);
    const frame = frameOf(scroller.current!);
    const left = x - frame.left - layout.names + frame.scrollLeft;
    const grabbed =
      technician === null || start === null || !isOnBoard
        ? 0
        : Math.max(0, momentAt(layout.axis, left) - start);
    const taken: Drag = {
      visit,
      from: technician,
      crew: crew.map((one) => one.technician),
      start,
      target: { kind: 'nowhere' },
      by: 'pointer',
    };
    pointer.current = { x, y, isFine: false };
    happen({ kind: 'press', press: { pointer: pointerId, x, y, isMouse, grabbed, drag: taken } });
  }

  return {
    drag,
    take: (taken: Drag) => happen({ kind: 'take', drag: taken }),
    aim: (target: Drag['target']) => happen({ kind: 'aim', target }),
    cancel: () => happen({ kind: 'cancel' }),
    /** Puts down what was taken up by keys, where that changes something. */
    putDown() {
      const dropped = happen({ kind: 'put down' });
      if (dropped) onDrop(dropped, true);
    },
    onPointerDown,
    pointer,
    turning,
  };
}

interface EdgeOptions {
  isActive: boolean;
  pointer: RefObject<Point>;
  scroller: RefObject<HTMLElement | null>;
  layout: Layout;
  isTurning: boolean;
  onTurn: (pages: -1 | 1) => void;
}

const delayMs = 200;

/** While something is dragged: near its edges the board scrolls, and where it cannot any further, holding on turns the page. */
function useEdges({ isActive, pointer, scroller, layout, isTurning, onTurn }: EdgeOptions) {
  const [hold, setHold] = useState<Hold>();

  /** One frame of it; answers what is held over now. */
  const look = useEffectEvent((before: Hold | undefined, now: number, seconds: number) => {
    const element = scroller.current!;
    const frame = frameOf(element);
    const point = pointer.current;
    const { left, top } = scrollAt(layout, frame, point);
    if (left !== 0 || top !== 0) element.scrollBy(left * seconds, top * seconds);
    // One page after the other: nothing is turned that is not here yet.
    if (isTurning) return undefined;
    const next = heldOver(before, [...edgeZones(layout, frame), ...barZones()], point, now);
    if (next === undefined || !isRipe(next, now)) return next;
    onTurn(next.pages);
    return undefined;
  });
  const isInside = useEffectEvent(() => isWellInside(layout, frameOf(scroller.current!), pointer.current));

  useEffect(() => {
    if (!isActive) return undefined;
    const began = performance.now();
    let last = began;
    // Whoever comes from the tray passes the edge, and means to go on.
    let hasBeenInside = false;
    let held: Hold | undefined;
    const notice = () => (hasBeenInside ||= isInside());
    notice();
    addEventListener('pointermove', notice);
    let frame = requestAnimationFrame(function step(now) {
      if (hasBeenInside && now - began > delayMs) {
        const next = look(held, now, (now - last) / 1000);
        if (next !== held) setHold(next);
        held = next;
      }
      last = now;
      frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', notice);
      setHold(undefined);
    };
  }, [isActive]);
  return hold;
}

/** The arrows beside the date, and the date itself: its left half is earlier, its right half later. */
function barZones(): TurnZone[] {
  return [...document.querySelectorAll<HTMLElement>('[data-turn]')].flatMap((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const middle = (left + right) / 2;
    const earlier = { pages: -1, box: { left, right, top, bottom } } as const;
    const later = { ...earlier, pages: 1 } as const;
    if (element.dataset['turn'] === 'earlier') return [earlier];
    if (element.dataset['turn'] === 'later') return [later];
    return [
      { ...earlier, box: { ...earlier.box, right: middle } },
      { ...later, box: { ...later.box, left: middle } },
    ];
  });
}
