import { Box } from '@mantine/core';
import { timeAt } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { clockWords } from '../../../lib/clock.ts';
import { type ComparedRow, type Hours, placesOf } from '../model/two-boards.ts';
import { CompareLine, CompareName, rowPx } from './compare-row.tsx';
import { CompareThread } from './compare-thread.tsx';
import './compare-boards.css';

interface CompareBoardsProps {
  rows: readonly ComparedRow[];
  hours: Hours;
  zone: string;
  /** The present moment, in minutes. */
  now: number;
  /** How much nearer than the whole day in sight. */
  zoom: number;
  /** Where there is room for one of them. */
  only: 0 | 1 | undefined;
  label: string;
  selected: string | undefined;
  onSelect: (visit: string | undefined) => void;
  empty: ReactNode;
}

const namesPx = { both: 224, one: 132 };
const headPx = 28;
/** An hour is never narrower. */
const hourPx = 40;
const labelPx = 42;

/** Two days of the same technicians on the same lines, scrolled as one. */
export function CompareBoards(props: CompareBoardsProps) {
  const { rows, hours, zone, now, zoom, only, selected, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const names = only === undefined ? namesPx.both : namesPx.one;
  const pane = (width - names) / (only === undefined ? 2 : 1);
  const minutes = hours.end - hours.start;
  const scale = Math.max(hourPx / 60, pane / minutes) * zoom;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    scrollMargin: headPx,
    overscan: 8,
  });
  const shown = list.getVirtualItems().map(({ index }) => ({ row: rows[index]!, top: index * rowPx }));
  const sides = only === undefined ? ([0, 1] as const) : ([only] as const);

  /** All parts that time runs through are where one of them was moved to. */
  function follow({ target }: React.UIEvent) {
    const moved = target as HTMLElement;
    if (moved.dataset['time'] === undefined) return;
    for (const part of frame.current!.querySelectorAll<HTMLElement>('[data-time]'))
      if (part.scrollLeft !== moved.scrollLeft) part.scrollLeft = moved.scrollLeft;
  }

  const bringIntoSight = useEffectEvent((visit: string) => {
    const places = placesOf(rows, visit);
    const frameHeight = frame.current!.clientHeight - headPx;
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) return;
    // Both lines where they fit, else the one on the right.
    const [top, bottom] = [
      Math.min(first.line, last.line) * rowPx,
      (Math.max(first.line, last.line) + 1) * rowPx,
    ];
    const from = bottom - top <= frameHeight ? top : last.line * rowPx;
    const to = bottom - top <= frameHeight ? bottom : (last.line + 1) * rowPx;
    const { scrollTop } = frame.current!;
    if (from < scrollTop || to > scrollTop + frameHeight)
      frame.current!.scrollTop = (from + to - frameHeight) / 2;
    const left = (last.start - hours.start) * scale;
    const part = frame.current!.querySelector<HTMLElement>('[data-time]')!;
    if (left < part.scrollLeft || left > part.scrollLeft + part.clientWidth - labelPx)
      part.scrollLeft = left - part.clientWidth / 3;
  });
  useEffect(() => {
    if (selected !== undefined && width > 0) bringIntoSight(selected);
  }, [selected, width, zoom]);

  const time = (side: 0 | 1) => (
    <div key={side} className="compare-boards__time" data-time data-side={side}>
      <div
        style={{
          width: minutes * scale,
          height: rows.length * rowPx,
          ['--hour' as string]: `${60 * scale}px`,
        }}
      >
        {shown.map(({ row, top }) => (
          <CompareLine
            key={row.technician}
            row={row.sides[side]}
            colour={row.colour}
            {...{ hours, scale, top, zone, selected }}
          />
        ))}
        {now > hours.start && now < hours.end && (
          <i className="compare-boards__now" style={{ left: (now - hours.start) * scale }} />
        )}
      </div>
    </div>
  );
  const head = (side: 0 | 1) => (
    <div key={side} className="compare-boards__hours" data-time>
      <div style={{ width: minutes * scale }}>
        {hoursBetween(hours, scale).map((at) => (
          <span key={at} style={{ left: (at - hours.start) * scale }}>
            {clockWords(timeAt(epochMinutes(at), zone)).replace(':00', '')}
          </span>
        ))}
      </div>
    </div>
  );
  const spine = (
    <div key="names" className="compare-boards__names">
      {shown.map(({ row, top }) => (
        <CompareName key={row.technician} row={row} top={top} />
      ))}
    </div>
  );
  const corner = (
    <div key="corner" className="compare-boards__corner">
      <span>Load</span>
      <span>Load</span>
    </div>
  );
  const order = <T,>(parts: T[], middle: T): T[] =>
    parts.length === 2 ? [parts[0]!, middle, parts[1]!] : [middle, ...parts];
  return (
    <Box
      component="section"
      className="compare-boards"
      ref={useMergedRef(frame, ref)}
      aria-label={props.label}
      tabIndex={0}
      data-one={only === undefined ? undefined : true}
      style={{
        ['--columns' as string]:
          only === undefined ? `minmax(0, 1fr) ${names}px minmax(0, 1fr)` : `${names}px minmax(0, 1fr)`,
      }}
      onScrollCapture={follow}
    >
      <div className="compare-boards__head" style={{ height: headPx }} aria-hidden>
        {order(sides.map(head), corner)}
      </div>
      {rows.length === 0 ? (
        props.empty
      ) : (
        <div
          className="compare-boards__rows"
          role="presentation"
          aria-hidden
          onClick={({ target }) =>
            onSelect((target as HTMLElement).closest<HTMLElement>('[data-visit]')?.dataset['visit'])
          }
        >
          {order(sides.map(time), spine)}
          {only === undefined && selected !== undefined && width > 0 && (
            <CompareThread
              frame={frame}
              places={placesOf(rows, selected)}
              {...{ hours, scale, pane, names }}
            />
          )}
        </div>
      )}
    </Box>
  );
}

function hoursBetween({ start, end }: Hours, scale: number): number[] {
  const step = [60, 120, 180, 240].find((minutes) => minutes * scale >= labelPx) ?? 360;
  const last = end - labelPx / scale;
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, i) => start + i * step);
}
