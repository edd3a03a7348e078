import { timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { memo } from 'react';
import { CrewDot } from '../../../lib/kit/crew-colour.tsx';
import { workStateWord } from '../../../lib/work-states.ts';
import type { ComparedBlock, ComparedRow, Hours, SideRow, Standing } from '../model/two-boards.ts';

export const rowPx = 44;
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
export const CompareLine = memo(function CompareLine(props: LineProps) {
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
export const CompareName = memo(function CompareName({ row, top }: { row: ComparedRow; top: number }) {
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
