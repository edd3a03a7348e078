import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { leftOf } from '../model/axis.ts';
import type { Focus } from '../model/focus.ts';
import type { Layout } from './use-drag.ts';

/** Whoever opens the board sees what is going on now, with a little of what was before. */
export function useNowInSight(
  scroller: RefObject<HTMLDivElement | null>,
  { axis }: Layout,
  now: number,
): void {
  const shown = axis.days[0]?.day.date;
  const lookAtNow = useEffectEvent((_day: string | undefined) => {
    const left = leftOf(axis, now) - 120;
    if (left > 0 && left < axis.width - 200) scroller.current?.scrollTo({ left });
  });
  useEffect(() => lookAtNow(shown), [shown]);
}

/** The cell takes the focus without the browser scrolling, and comes into sight by arithmetic. */
export function useFocusedCell(
  scroller: RefObject<HTMLDivElement | null>,
  focus: Focus | undefined,
  { order, rowHeight, head }: Layout,
): void {
  const done = useRef<Focus>(undefined);
  useEffect(() => {
    const element = scroller.current;
    if (!focus || !element || done.current === focus) return;
    done.current = focus;
    const { technician, visit } = focus;
    const cell = element.querySelector<HTMLElement>(
      visit === null
        ? `.board-row__name[data-technician="${technician}"]`
        : `.visit-block[data-visit="${visit}"][data-technician="${technician}"]`,
    );
    const top = order.indexOf(technician) * rowHeight;
    const room = element.clientHeight - head - rowHeight;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (top > element.scrollTop + room) element.scrollTo({ top: top - room });
    if (!element.contains(document.activeElement) && document.activeElement !== document.body) return;
    cell?.focus({ preventScroll: true });
  });
}
