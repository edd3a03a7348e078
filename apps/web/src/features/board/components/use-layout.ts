import { useElementSize } from '@mantine/hooks';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { useMemo, useState } from 'react';
import { layOutAxis, openHours, scaleFor } from '../model/axis.ts';
import type { Layout } from '../model/layout.ts';
import { type Group, layOutLines } from '../model/lines.ts';
import { type Look, rowHeights } from './use-look.ts';

interface Options {
  board: Board;
  days: readonly BoardDay[];
  groups: readonly Group[];
  look: Look;
  /** How much larger than so that all of it fits; 1 fits. */
  zoom: number;
}

const names = 192;
const head = 40;
const nobody: readonly Group[] = [];

/** Where everything is on the board, in the width that there is. */
export function useLayout({ board, days, groups, look, zoom }: Options) {
  const hours = useMemo(() => openHours(board, days), [board, days]);
  const { ref: measured, width } = useElementSize();
  const scale = scaleFor(width - names, days.length * (hours.to - hours.from), days.length) * zoom;
  const rowHeight = rowHeights[look.density];
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // Nobody is drawn until the width is known: all would be drawn twice.
  const shown = width === 0 ? nobody : groups;
  const lines = useMemo(() => layOutLines(shown, closed, rowHeight), [shown, closed, rowHeight]);
  const order = useMemo(() => lines.flatMap(({ technician }) => technician ?? []), [lines]);
  const layout = useMemo<Layout>(
    () => ({
      axis: layOutAxis(days, { from: hours.from, to: hours.to }, scale),
      order,
      lines,
      rowHeight,
      names,
      head,
    }),
    [days, hours.from, hours.to, scale, order, lines, rowHeight],
  );
  return {
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
