import { useElementSize } from '@mantine/hooks';
import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Differing, placesOf } from '../../model/difference.ts';
import { type Focus, isShown } from '../../model/focus.ts';
import {
  type Group,
  isWeek,
  type Layout,
  layOutAxis,
  layOutLines,
  leftOf,
  type Line,
  lineIndexAt,
  lineOf,
  momentAt,
  openHours,
  scaleFor,
  weekRowOf,
  weekRows,
} from '../../model/layout.ts';
import { chipHeights, type Look, rowHeights, tallestRow } from '../state/use-look.ts';

interface Options {
  board: Board;
  days: readonly BoardDay[];
  groups: readonly Group[];
  look: Look;
  /** What a proposal would change has places too. */
  difference: readonly Differing[];
  /** How much larger than so that all of it fits; 1 fits. */
  zoom: number;
  /** Whether there is a map beside the board. */
  isSplit: boolean;
}

const names = 192;
const head = 40;
/** Above the first and below the last, and the line below the row. */
const aroundChips = 9;
/** Room for what appears at the bottom of the screen; board-grid.css leaves it below the last row. */
const belowRows = 88;
const nobody: readonly Group[] = [];

/** Where everything is on the board, in the width that there is. */
export function useLayout({ board, days, groups, look, zoom, difference, isSplit }: Options) {
  const hours = useMemo(() => openHours(board, days), [board, days]);
  const { ref: measured, width: measuredWidth } = useElementSize();
  const { ref: whole, width: wholeWidth, height } = useElementSize();
  // What is open beside the board hides a part of it, and does not make the hours smaller.
  const width = isSplit || measuredWidth === 0 ? measuredWidth : wholeWidth - look.tray;
  const scale = scaleFor(width - names, days.length * (hours.to - hours.from), days.length) * zoom;
  const count = groups.reduce((sum, { technicians }) => sum + technicians.length, 0);
  const rowHeight = rowHeightFor(look, (height - head - belowRows) / Math.max(1, count));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // Nobody is drawn until the width is known: all would be drawn twice.
  const shown = width === 0 ? nobody : groups;
  const week = useMemo(
    () => (isWeek(days) ? weekRows(board, days, placesOf(difference)) : undefined),
    [board, days, difference],
  );
  const chipHeight = chipHeights[look.density];
  const lines = useMemo(
    () =>
      layOutLines(shown, closed, (technician) =>
        week ? weekRowOf(week, technician).lanes * chipHeight + aroundChips : rowHeight,
      ),
    [shown, closed, rowHeight, week, chipHeight],
  );
  const order = useMemo(() => lines.flatMap(({ technician }) => technician ?? []), [lines]);
  const layout = useMemo<Layout>(
    () => ({
      axis: layOutAxis(days, { from: hours.from, to: hours.to }, scale),
      order,
      lines,
      rowHeight,
      week,
      names,
      head,
    }),
    [days, hours.from, hours.to, scale, order, lines, rowHeight, week],
  );
  return {
    /** For the element with the board and what is beside it, and for the board alone. */
    whole,
    measured,
    isMeasured: width > 0,
    layout,
    order,
    toggleGroup: (group: string) => setClosed(toggled(closed, group)),
  };
}

/** Few technicians share the height that there is; those who want small rows get them. */
function rowHeightFor({ density }: Look, share: number): number {
  const least = rowHeights[density];
  return density === 'comfortable' ? Math.floor(Math.min(Math.max(least, share), tallestRow)) : least;
}

/** With one more, or without it. */
export function toggled<T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}

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

/** So many pixels of the wheel, or so much further apart with two fingers, are a step. */
const wheelPx = 60;
const apart = 1.2;

/** Ctrl and the wheel, and two fingers, zoom; what is under them stays where it is. */
export function useZoomGestures(
  scroller: RefObject<HTMLDivElement | null>,
  { axis, names }: Layout,
  onZoom: (steps: -1 | 1) => void,
): void {
  const held = useRef<{ readonly at: number; readonly x: number }>(undefined);
  const zoom = useEffectEvent((clientX: number, steps: -1 | 1) => {
    const element = scroller.current!;
    const x = Math.max(0, clientX - element.getBoundingClientRect().left - names);
    held.current = { at: momentAt(axis, element.scrollLeft + x), x };
    onZoom(steps);
  });
  useEffect(() => {
    const element = scroller.current!;
    let turned = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < wheelPx) return;
      zoom(event.clientX, turned > 0 ? -1 : 1);
      turned = 0;
    };
    let before = 0;
    const distance = ([a, b]: TouchList | Touch[]) =>
      Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY);
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length !== 2) {
        before = 0;
        return;
      }
      const now = distance(event.touches);
      const ratio = before === 0 ? 1 : now / before;
      if (before === 0) before = now;
      if (ratio < apart && ratio > 1 / apart) return;
      before = now;
      zoom((event.touches[0]!.clientX + event.touches[1]!.clientX) / 2, ratio > 1 ? 1 : -1);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: true });
    element.addEventListener('touchend', onTouch, { passive: true });
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onTouch);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const { at, x } = held.current ?? {};
    held.current = undefined;
    if (at !== undefined) scroller.current!.scrollTo({ left: leftOf(axis, at) - x! });
  }, [scroller, axis]);
}

/** The part of the board that is on the screen, with some more around it. */
export interface Window {
  /** The first line. */
  first: number;
  /** The line after the last. */
  end: number;
  left: number;
  right: number;
}

const moreRows = 3;
const stepPx = 240;

/**
 * Which rows are drawn follows from where the board is scrolled to. It changes by whole rows and by wide steps, so that React works
 * only when something comes into sight, never for each pixel.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, lines: readonly Line[]): Window {
  const [shown, setShown] = useState<Window>({ first: 0, end: 20, left: 0, right: 3000 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
      const next = {
        first: Math.max(0, lineIndexAt(lines, scrollTop) - moreRows),
        end: lineIndexAt(lines, scrollTop + clientHeight) + 1 + moreRows,
        left: (Math.floor(scrollLeft / stepPx) - 1) * stepPx,
        right: (Math.ceil((scrollLeft + clientWidth) / stepPx) + 1) * stepPx,
      };
      setShown((before) => (isSame(before, next) ? before : next));
    };
    look();
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, lines]);
  return shown;
}

function isSame(a: Window, b: Window): boolean {
  return a.first === b.first && a.end === b.end && a.left === b.left && a.right === b.right;
}
