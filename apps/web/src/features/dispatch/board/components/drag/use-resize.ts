import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { type RefObject, useEffectEvent, useRef, useState } from 'react';
import { type Layout, leftOf } from '../../model/layout.ts';
import { GRID } from '../../model/drag.ts';
import { judgeLength, type Verdict } from '../../model/verdict.ts';

/** How long a visit would take whose end is in somebody's hand, and what speaks against it. */
export interface Resize {
  readonly visit: string;
  readonly technician: string;
  readonly duration: number;
  readonly verdict: Verdict;
}

/** A visit is made longer or shorter by its right edge. */
export function useResize(
  board: Board,
  { axis, names }: Layout,
  scroller: RefObject<HTMLElement | null>,
  onResized: (resize: Resize) => void,
) {
  const [resize, setResize] = useState<Resize>();
  const current = useRef<Resize>(undefined);
  const stop = useRef<() => void>(undefined);
  function put(next: Resize | undefined) {
    current.current = next;
    setResize(next);
  }
  const judge = useEffectEvent((visit: string, technician: string, duration: number) => {
    // A colleague may have taken it off the board meanwhile.
    if (current.current?.duration === duration || !board.assignments.get(visit)?.length) return;
    put({ visit, technician, duration, verdict: judgeLength(board, visit, duration) });
  });
  const finish = useEffectEvent(onResized);

  function onResizeStart(event: React.PointerEvent, visit: string, technician: string) {
    const element = scroller.current!;
    const own = board.assignments.get(visit)?.find((one) => one.technician === technician);
    if (own === undefined || event.button !== 0) return;
    const { duration } = board.visits.get(visit)!.row;
    event.preventDefault();
    judge(visit, technician, duration);
    element.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) => {
      const left = clientX - element.getBoundingClientRect().left - names + element.scrollLeft;
      const asked = (left - leftOf(axis, own.start)) / axis.scale;
      judge(visit, technician, Math.max(GRID, Math.round(asked / GRID) * GRID));
    };
    const ended = new AbortController();
    const end = (isDone: boolean) => {
      ended.abort();
      stop.current = undefined;
      const last = current.current;
      put(undefined);
      if (isDone && last && last.duration !== duration) finish(last);
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    stop.current = cancel;
    const { signal } = ended;
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', up, { signal });
    element.addEventListener('pointercancel', cancel, { signal });
    element.addEventListener('lostpointercapture', cancel, { signal });
    addEventListener('blur', cancel, { signal });
    addEventListener('keydown', key, { capture: true, signal });
  }

  return { resize, onResizeStart, cancelResize: () => stop.current?.() };
}
