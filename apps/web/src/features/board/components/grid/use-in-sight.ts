import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { isWeek, leftOf } from '../../model/axis.ts';
import { type Focus, isShown } from '../../model/focus.ts';
import { lineOf } from '../../model/lines.ts';
import type { Layout } from '../drag/use-drag.ts';

const SIX = 6 * 60;
/** How much is in sight around a visit that is open. */
const aroundPx = 24;
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
    if (isWeek(axis.days)) {
      // Whole days: today first where not all of them are in sight.
      const today = axis.days.find(({ day }) => day.start <= now && now < day.end);
      element.scrollTo({ left: today?.left ?? 0 });
      return;
    }
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
    const line = lineOf(lines, technician);
    const top = line?.top ?? element.scrollTop;
    const room = element.clientHeight - head - (line?.height ?? rowHeight);
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (top > element.scrollTop + room) element.scrollTo({ top: top - room });
    if (!element.contains(document.activeElement) && document.activeElement !== document.body) return;
    cell?.focus({ preventScroll: true });
  });
}

/** A visit that has left the board and comes back, by an undo, has the focus again: unless somebody has gone on to another. */
export function useFocusBack(
  focus: Focus | undefined,
  isThere: (focus: Focus) => boolean,
  onFocus: (focus: Focus) => void,
): void {
  const gone = useRef<Focus>(undefined);
  useEffect(() => {
    const left = gone.current;
    if (focus && focus.visit !== null) {
      const isHere = isThere(focus);
      if (!isHere) gone.current = focus;
      else if (left && left.visit !== focus.visit) gone.current = undefined;
    }
    if (!left || !isThere(left)) return;
    gone.current = undefined;
    onFocus({ ...left });
  });
}

/** Beside its drawer the visit that is open stays in sight; once the drawer is closed, the board is where it was, unless somebody has scrolled on. */
export function useOpenInSight(
  scroller: RefObject<HTMLDivElement | null>,
  { axis, names }: Layout,
  booking: { readonly start: number; readonly end: number } | undefined,
  isBeside: boolean,
): void {
  const before = useRef<{ readonly left: number; brought: number }>(undefined);
  const bring = useEffectEvent((isOpen: boolean, _start: number | undefined) => {
    const element = scroller.current!;
    if (!isOpen) {
      const { left, brought } = before.current ?? {};
      if (left !== undefined && element.scrollLeft === brought) element.scrollTo({ left });
      before.current = undefined;
      return;
    }
    before.current ??= { left: element.scrollLeft, brought: element.scrollLeft };
    if (!booking) return;
    const room = element.clientWidth - names;
    const [left, right] = [leftOf(axis, booking.start) - aroundPx, leftOf(axis, booking.end) + aroundPx];
    if (left < element.scrollLeft || right - left > room) element.scrollTo({ left });
    else if (right > element.scrollLeft + room) element.scrollTo({ left: right - room });
    before.current.brought = element.scrollLeft;
  });
  const start = booking?.start;
  useEffect(() => bring(isBeside, start), [isBeside, start]);
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
