import { Box } from '@mantine/core';
import { timeAt } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { timeInWords } from '@muster/domain/values/clock-words';
import { clockWords } from '../../../../lib/format/clock.ts';
import {
  type ComparedBlock,
  type ComparedRow,
  type Hours,
  type PlaceOnBoard,
  placesOf,
  type SideRow,
  type Standing,
} from '../model/two-boards.ts';
import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import { workStateWord } from '../../../../lib/board/work-states.ts';
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

const rowPx = 44;
const gapPx = 4;
/** Under these widths a visit has room for its name alone, and for nothing; and a drive has none for its minutes. */
const narrowPx = 72;
const namePx = 24;
const minutesPx = 20;

const standingWords: Record<Standing, string> = {
  same: 'the same on both',
  moved: 'elsewhere on the other board',
  only: 'only on this board',
};

interface LineProps {
  row: SideRow | null;
  colour: ComparedRow['colour'];
  hours: Hours;
  /** Pixels of a minute. */
  scale: number;
  top: number;
  zone: string;
  selected: string | undefined;
}

/** The day of one technician on one of the boards. */
const CompareLine = memo(function CompareLine(props: LineProps) {
  const { row, colour, hours, scale, top, zone, selected } = props;
  const place = (start: number, end: number) => {
    const from = Math.max(hours.start, Math.min(hours.end, start));
    const to = Math.max(from, Math.min(hours.end, end));
    return { left: (from - hours.start) * scale, width: (to - from) * scale };
  };
  if (row === null)
    return (
      <div className="compare-line" data-missing style={{ top, height: rowPx }}>
        <span>Not on this board</span>
      </div>
    );
  const { shifts, absences, legs } = row.timeline;
  return (
    <div className="compare-line" data-colour={colour} style={{ top, height: rowPx }}>
      {shifts.map(({ start, end }) => (
        <i key={`shift ${start}`} className="compare-line__shift" style={place(start, end)} />
      ))}
      {absences.map(({ id, reason, start, end }) => (
        <i
          key={id}
          className="compare-line__absence"
          data-standing={row.ownAbsences.has(id) ? 'only' : 'same'}
          style={place(start, end)}
        >
          <span>{reason ?? 'Away'}</span>
        </i>
      ))}
      {legs.map(({ from, to, start, end, drive }) => {
        const lying = place(start, end);
        return (
          <i key={`leg ${from} ${to}`} className="compare-line__leg" style={lying}>
            {lying.width >= minutesPx && drive}
          </i>
        );
      })}
      {row.blocks.map((block) => (
        <Block
          key={block.booking.id}
          block={block}
          zone={zone}
          isSelected={selected === block.booking.id}
          {...place(block.booking.start, block.booking.end)}
        />
      ))}
    </div>
  );
});

interface BlockProps {
  block: ComparedBlock;
  zone: string;
  isSelected: boolean;
  left: number;
  width: number;
}

function Block({ block, zone, isSelected, left, width }: BlockProps) {
  const { booking, lane, lanes, standing } = block;
  const { row } = booking.visit;
  const room = (rowPx - 1 - 2 * gapPx) / lanes;
  const time = (at: EpochMinutes) => timeInWords(at, zone);
  return (
    <div
      className="compare-block"
      data-visit={row.id}
      data-state={row.state}
      data-standing={standing}
      data-selected={isSelected || undefined}
      data-narrow={width < narrowPx || undefined}
      title={[
        `${row.customer}, ${row.site.suburb}`,
        `${time(booking.start)} to ${time(booking.end)}`,
        workStateWord(row.state),
        standingWords[standing],
      ].join('\n')}
      style={{
        left,
        width: Math.max(3, width - 2),
        top: gapPx + lane * room,
        height: room - (lanes > 1 ? 1 : 0),
      }}
    >
      {width >= namePx && (
        <>
          <b>{row.customer}</b>
          {lanes === 1 && width >= narrowPx && <span>{row.site.suburb}</span>}
        </>
      )}
    </div>
  );
}

/** Who it is, between the two days, with how full each is. */
const CompareName = memo(function CompareName({ row, top }: { row: ComparedRow; top: number }) {
  const [left, right] = row.sides.map((side) => side?.timeline.load.utilisation ?? null);
  return (
    <div className="compare-name" data-differs={row.differs || undefined} style={{ top, height: rowPx }}>
      <span className="compare-name__load">{share(left!)}</span>
      <CrewDot colour={row.colour} />
      <b title={row.name}>{row.name}</b>
      <span className="compare-name__load">{share(right!)}</span>
    </div>
  );
});

function share(load: number | null): string {
  return load === null ? '–' : `${Math.round(load * 100)}%`;
}

interface CompareThreadProps {
  frame: RefObject<HTMLElement | null>;
  places: readonly PlaceOnBoard[];
  hours: Hours;
  scale: number;
  /** The widths of a board and of the names between the two. */
  pane: number;
  names: number;
}

/** A line from where a visit is on the left board to where it is on the right one. */
function CompareThread({ frame, places, hours, scale, pane, names }: CompareThreadProps) {
  const [shift, setShift] = useState(0);
  useEffect(() => {
    const part = frame.current!.querySelector<HTMLElement>('.compare-boards__time')!;
    const follow = () => setShift(part.scrollLeft);
    follow();
    part.addEventListener('scroll', follow);
    return () => part.removeEventListener('scroll', follow);
  }, [frame]);
  const [left, right] = places;
  if (!left || !right || left.side === right.side) return null;
  const x = (minute: number) => (minute - hours.start) * scale - shift;
  const from = { x: Math.min(pane, x(left.end) - 2), y: (left.line + 0.5) * rowPx };
  const to = { x: pane + names + Math.max(0, x(right.start)), y: (right.line + 0.5) * rowPx };
  const bend = Math.max(40, (to.x - from.x) / 2);
  return (
    <svg className="compare-thread" aria-hidden>
      <path d={`M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`} />
      <circle cx={from.x} cy={from.y} r={3} />
      <circle cx={to.x} cy={to.y} r={3} />
    </svg>
  );
}
