import { useElementSize } from '@mantine/hooks';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { useMemo, useState } from 'react';
import { isWeek, layOutAxis, openHours, scaleFor } from '../../model/axis.ts';
import { type Differing, placesOf } from '../../model/difference.ts';
import type { Layout } from '../../model/layout.ts';
import { type Group, layOutLines } from '../../model/lines.ts';
import { weekRowOf, weekRows } from '../../model/week.ts';
import { chipHeights, type Look, rowHeights } from '../state/use-look.ts';

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
const nobody: readonly Group[] = [];

/** Where everything is on the board, in the width that there is. */
export function useLayout({ board, days, groups, look, zoom, difference, isSplit }: Options) {
  const hours = useMemo(() => openHours(board, days), [board, days]);
  const { ref: measured, width: measuredWidth } = useElementSize();
  const { ref: whole, width: wholeWidth } = useElementSize();
  // What is open beside the board hides a part of it, and does not make the hours smaller.
  const width = isSplit || measuredWidth === 0 ? measuredWidth : wholeWidth - look.tray;
  const scale = scaleFor(width - names, days.length * (hours.to - hours.from), days.length) * zoom;
  const rowHeight = rowHeights[look.density];
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

/** With one more, or without it. */
export function toggled<T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}
