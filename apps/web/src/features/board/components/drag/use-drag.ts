import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { aimed } from '../../model/aim.ts';
import { momentAt } from '../../model/axis.ts';
import { type Drag, isSameTarget } from '../../model/drag.ts';
import { emptyHand, type Hand, type HandEvent, stepHand } from '../../model/hand.ts';
import { isWithin, type Layout, spotAt } from '../../model/layout.ts';
import { frameOf } from './frame.ts';
import { useEdges } from './use-edges.ts';

export type { Layout };

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
