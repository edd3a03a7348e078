import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type RefObject, useEffectEvent, useRef, useState } from 'react';
import { leftOf } from '../model/axis.ts';
import { GRID } from '../model/drag.ts';
import type { Layout } from './use-drag.ts';

/** How long a visit would take whose end is in somebody's hand. */
export interface Resize {
  readonly visit: string;
  readonly duration: number;
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
  function put(next: Resize | undefined) {
    current.current = next;
    setResize(next);
  }
  const finish = useEffectEvent(onResized);

  function onResizeStart(event: React.PointerEvent, visit: string, technician: string) {
    const element = scroller.current!;
    const own = board.assignments.get(visit)?.find((one) => one.technician === technician);
    if (own === undefined || event.button !== 0) return;
    const { duration } = board.visits.get(visit)!.row;
    event.preventDefault();
    put({ visit, duration });
    element.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) => {
      const left = clientX - element.getBoundingClientRect().left - names + element.scrollLeft;
      const asked = (left - leftOf(axis, own.start)) / axis.scale;
      put({ visit, duration: Math.max(GRID, Math.round(asked / GRID) * GRID) });
    };
    const end = (isDone: boolean) => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
      document.removeEventListener('keydown', key);
      const last = current.current;
      put(undefined);
      if (isDone && last && last.duration !== duration) finish(last);
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const key = ({ key }: KeyboardEvent) => key === 'Escape' && end(false);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    document.addEventListener('keydown', key);
  }

  return { resize, onResizeStart };
}
