import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { leftOf } from '../model/axis.ts';
import { type Focus, isShown } from '../model/focus.ts';
import { topOf } from '../model/lines.ts';
import type { Layout } from './use-drag.ts';

const SIX = 6 * 60;
/** How much of what was before is in sight. */
const nowPx = 120;

/** A working day from six o'clock; or what is going on now, where that lies beyond. Several days begin with now. */
export function useNowInSight(
  scroller: RefObject<HTMLDivElement | null>,
  { axis, names }: Layout,
  now: number,
  isMeasured: boolean,
): void {
  const shown = axis.days[0]?.day.date;
  const lookAtNow = useEffectEvent((_day: string | undefined, _isMeasured: boolean) => {
    const element = scroller.current!;
    const [first, ...others] = axis.days;
    if (first === undefined) return;
    const six = leftOf(axis, first.day.start + SIX);
    const seen = leftOf(axis, now) - nowPx;
    const isBeyond = others.length > 0 ? seen > 0 : seen + 2 * nowPx > six + element.clientWidth - names;
    element.scrollTo({
      left: isBeyond && seen < axis.width - 2 * nowPx ? seen : others.length > 0 ? 0 : six,
    });
  });
  useEffect(() => lookAtNow(shown, isMeasured), [shown, isMeasured]);
}

/** The cell takes the focus without the browser scrolling, and comes into sight by arithmetic. */
export function useFocusedCell(
  scroller: RefObject<HTMLDivElement | null>,
  focus: Focus | undefined,
  { lines, rowHeight, head }: Layout,
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
    const top = topOf(lines, technician) ?? element.scrollTop;
    const room = element.clientHeight - head - rowHeight;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (top > element.scrollTop + room) element.scrollTo({ top: top - room });
    if (!element.contains(document.activeElement) && document.activeElement !== document.body) return;
    cell?.focus({ preventScroll: true });
  });
}

/** Where the keys are at work: what has the focus, or the name of its technician, or the first one, once it is gone. */
export function useStanding(
  board: Board,
  days: readonly BoardDay[],
  order: readonly string[],
  focus: Focus | undefined,
): Focus | undefined {
  const technician = focus && order.includes(focus.technician) ? focus.technician : order[0];
  const name = useMemo(
    () => (technician === undefined ? undefined : { technician, visit: null }),
    [technician],
  );
  return focus && isShown(board, days, order, focus) ? focus : name;
}
