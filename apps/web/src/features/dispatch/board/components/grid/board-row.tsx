import type { Board, AbsenceRow } from '@muster/domain/dispatch/scheduling/board/board';
import { memo, useMemo } from 'react';
import { driveWords } from '@muster/domain/dispatch/scheduling/board/timeline';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { useQuery } from '@tanstack/react-query';
import { jobTypesQuery } from '../../../../../lib/choices/jobs.ts';
import { type CrewColour, CrewDot } from '../../../../../lib/kit/choices/crew-colour.tsx';
import { type Axis, chipPlace, leftOf, type WeekRow } from '../../model/layout.ts';
import type { BoardSearch } from '../../model/board-search.ts';
import type { Place } from '../../model/difference.ts';
import { type BoardRow, isMeant, utilisationOf } from '../../model/rows.ts';
import type { Doubt } from '../../model/outbox.ts';
import { lateOf, warningOf } from '../../model/verdict.ts';
import { currentScenario } from '../../../../../lib/board/scenario.ts';
import { DifferenceBlocks } from './difference-blocks.tsx';
import type { Refusal } from '../state/use-board.ts';
import type { Resize } from '../drag/use-resize.ts';
import { VisitBlock } from './visit-block.tsx';

interface RowProps {
  board: Board;
  row: BoardRow;
  colour: CrewColour;
  /** What kind of job each visit is of. */
  kinds: ReadonlyMap<string, JobKind>;
  axis: Axis;
  index: number;
  top: number;
  height: number;
  /** The part of the row that is drawn, in pixels. */
  drawnFrom: number;
  drawnTo: number;
  /** The visit that has its place in the order of the Tab key, the name of the technician, or nothing here. */
  focus: string | undefined;
  search: BoardSearch;
  selected: ReadonlySet<string>;
  inDoubt: ReadonlyMap<string, Doubt>;
  refusals: ReadonlyMap<string, Refusal>;
  resize: Resize | undefined;
  lifted: ReadonlySet<string>;
  /** Where visits lie in a week; nothing: time goes from left to right. */
  week: WeekRow | undefined;
  /** What a proposal would change here. */
  differing: readonly Place[] | undefined;
}

/** One technician: hours, absences, drives and visits. */
export const Row = memo(function Row(props: RowProps) {
  const { board, row, axis, index, top, height, drawnFrom, drawnTo, focus, kinds, week } = props;
  const { zone } = board.business;
  const place = (start: number, end: number) => {
    const left = leftOf(axis, start);
    const width = leftOf(axis, end) - left;
    return near(left, width);
  };
  const near = (left: number, width: number) => ({
    left,
    width,
    isNear: width > 0 && left < drawnTo && left + width > drawnFrom,
  });
  const cell = (key: string) => {
    const chip = week && chipPlace(axis, week, key);
    return chip && { ...chip, ...near(chip.left, chip.width) };
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="board-row"
      data-colour={props.colour}
      style={{ top, height, width: `calc(var(--names) + ${axis.width}px)` }}
    >
      <Name board={board} row={row} colour={props.colour} isFocusable={focus === row.technician} />
      <div className="board-row__time" role="presentation">
        <RowGround
          absences={board.technicians.get(row.technician)!.absences}
          row={row}
          place={place}
          placeDay={week && ((at) => near(axis.days[at]!.left, axis.days[at]!.width))}
        />
        {row.blocks.map((block, at) => {
          const { booking } = block;
          const { id, start } = booking;
          const length = props.resize?.visit === id ? props.resize.duration : undefined;
          const { left, width, isNear, lane, lanes } = cell(id) ?? {
            ...place(start, length === undefined ? booking.end : start + length),
            ...block,
          };
          if (!isNear && focus !== id && !props.lifted.has(id)) return null;
          const own = board.assignments.get(id)?.find((one) => one.technician === row.technician);
          const kind = kinds.get(id);
          const warning = warningOf(board, id);
          return (
            <VisitBlock
              key={id}
              visit={booking.visit}
              technician={row.technician}
              start={start}
              zone={zone}
              left={left}
              width={width}
              height={height}
              lane={lane}
              lanes={lanes}
              isChip={week !== undefined}
              colIndex={at + 2}
              type={kind?.name}
              colour={kind?.colour}
              isPinned={own?.isPinned ?? false}
              warning={warning?.short}
              isConflict={warning?.isHard ?? false}
              late={lateOf(board, booking.visit, row.technician)}
              isBroken={(own?.overrides.length ?? 0) > 0}
              isFocusable={focus === id}
              isOpen={props.search.visit === id}
              isSelected={props.selected.has(id)}
              isPale={!isMeant(booking.visit, props.search)}
              isRefused={props.refusals.has(id)}
              doubt={props.inDoubt.get(id)}
              length={length}
              isLifted={props.lifted.has(id)}
            />
          );
        })}
        {props.differing && (
          <DifferenceBlocks
            board={board}
            technician={row.technician}
            places={props.differing}
            place={place}
            cell={cell}
            height={height}
          />
        )}
      </div>
    </div>
  );
});

interface NameProps {
  board: Board;
  row: BoardRow;
  colour: CrewColour;
  isFocusable: boolean;
}

function Name({ board, row, colour, isFocusable }: NameProps) {
  const { name } = board.technicians.get(row.technician)!.row;
  const load = utilisationOf(row);
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      tabIndex={isFocusable ? 0 : -1}
      className="board-row__name"
      data-technician={row.technician}
    >
      <CrewDot colour={colour} />
      <span className="board-row__who" title={name}>
        {name}
      </span>
      {row.timelines.length === 1 && hasPlanned(row) && currentScenario() === null && (
        <button
          type="button"
          tabIndex={-1}
          className="board-row__dispatch"
          data-technician={row.technician}
          title={`Dispatch ${name}’s day`}
          aria-label={`Dispatch ${name}’s day`}
        />
      )}
      {load !== null && (
        <span
          className="board-row__load"
          data-full={load > 1 || undefined}
          style={{ ['--load' as string]: `${Math.min(100, Math.round(load * 100))}%` }}
        >
          {Math.round(load * 100)}%
        </span>
      )}
    </div>
  );
}

function hasPlanned({ blocks }: BoardRow): boolean {
  return blocks.some(({ booking }) => booking.visit.row.state === 'planned');
}

interface RowGroundProps {
  row: BoardRow;
  absences: readonly AbsenceRow[];
  place: (start: number, end: number) => Placed;
  /** Of a week: the cell of a day, of which it is told whether somebody works on it and no more. */
  placeDay: ((day: number) => Placed) | undefined;
}

interface Placed {
  left: number;
  width: number;
  isNear: boolean;
}

/** A number of minutes needs so much. */
const minutesPx = 18;

/** What visits lie on: hours, breaks, absences and the drives between them. */
function RowGround({ row, absences, place, placeDay }: RowGroundProps) {
  if (placeDay)
    return (
      <>
        {row.timelines.map(({ shifts }, day) => {
          const { left, width, isNear } = placeDay(day);
          return (
            isNear &&
            shifts.length > 0 && (
              <i
                key={`shift ${shifts[0]!.start}`}
                className="board-row__shift"
                data-holiday={shifts[0]!.isHoliday || undefined}
                style={{ left, width }}
              />
            )
          );
        })}
        <Absences absences={absences} place={place} />
      </>
    );
  return (
    <>
      {row.timelines.flatMap(({ shifts }) =>
        shifts.map(({ start, end, isHoliday }) => {
          const { left, width, isNear } = place(start, end);
          return (
            isNear && (
              <i
                key={`shift ${start}`}
                className="board-row__shift"
                data-holiday={isHoliday || undefined}
                // The lines of the hours go on where they were.
                style={{ left, width, backgroundPositionX: -left }}
              />
            )
          );
        }),
      )}
      {row.timelines.length === 1 && row.timelines[0]!.shifts.length === 0 && absences.length === 0 && (
        <i className="board-row__off">Day off</i>
      )}
      {row.timelines.flatMap(({ breaks }) =>
        breaks.map(({ start, end }) => {
          const { left, width, isNear } = place(start, end);
          return (
            isNear && (
              <i key={`break ${start}`} className="board-row__break" title="Break" style={{ left, width }} />
            )
          );
        }),
      )}
      <Absences absences={absences} place={place} />
      {row.timelines.flatMap(({ legs }) =>
        legs.map((leg) => {
          const { start, end, drive, short, to, from } = leg;
          const { left, width, isNear } = place(start, end);
          return (
            isNear && (
              <i
                key={`leg ${from} ${to}`}
                className="board-row__leg"
                data-short={short > 0 || undefined}
                title={short > 0 ? `${driveWords(leg)}, ${short} min short` : driveWords(leg)}
                style={{ left, width }}
              >
                {width > minutesPx ? drive : ''}
              </i>
            )
          );
        }),
      )}
    </>
  );
}

function Absences({ absences, place }: Pick<RowGroundProps, 'absences' | 'place'>) {
  return absences.map(({ id, kind, reason, start, end }) => {
    const { left, width, isNear } = place(start, end);
    return (
      isNear && (
        <i key={id} className="board-row__absence" style={{ left, width }}>
          <span>{[absenceWords[kind], reason].filter(Boolean).join(': ')}</span>
        </i>
      )
    );
  });
}

const absenceWords = { leave: 'On leave', sick: 'Sick', training: 'Training' };

/** What kind of job a visit is of. */
export interface JobKind {
  readonly name: string;
  readonly colour: CrewColour;
}

/** What is to be done, in a line: "Hot water: no hot water". */
export function useWorkOf({ visits, jobs }: BoardTables, kinds: ReadonlyMap<string, JobKind>) {
  return useMemo(() => {
    const descriptionOf = new Map(jobs.map(({ id, description }) => [id, description]));
    return new Map(
      visits.flatMap(({ id, job_id }) => {
        const first = descriptionOf.get(job_id)?.trim().split('\n', 1)[0];
        const work = [kinds.get(id)?.name, first].filter(Boolean).join(': ');
        return work === '' ? [] : [[id, work] as const];
      }),
    );
  }, [visits, jobs, kinds]);
}

/** By visit. */
export function useKinds({ visits, jobs }: BoardTables): ReadonlyMap<string, JobKind> {
  const { data: types } = useQuery(jobTypesQuery);
  return useMemo(() => {
    const typeOf = new Map(types?.map((type) => [type.id, type]));
    const kindOf = new Map(jobs.map(({ id, job_type_id }) => [id, typeOf.get(job_type_id ?? '')]));
    return new Map(
      visits.flatMap(({ id, job_id }) => {
        const kind = kindOf.get(job_id);
        return kind ? [[id, kind] as const] : [];
      }),
    );
  }, [types, jobs, visits]);
}
