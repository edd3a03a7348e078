import { delayOf } from '@muster/domain/scheduling/board/delay';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { memo } from 'react';
import { CrewDot, type CrewColour } from '../../../../lib/kit/crew-colour.tsx';
import { type Axis, leftOf } from '../../model/axis.ts';
import type { BoardSearch } from '../../model/board-search.ts';
import type { Place } from '../../model/difference.ts';
import { isMeant } from '../../model/meant.ts';
import type { Doubt } from '../../model/pending.ts';
import { type BoardRow, utilisationOf } from '../../model/rows.ts';
import { lateWords, warningOf } from '../../model/warning.ts';
import { chipPlace, type WeekRow } from '../../model/week.ts';
import { currentScenario } from '../../../../lib/scenario.ts';
import { DifferenceBlocks } from './difference-blocks.tsx';
import { RowGround } from './row-ground.tsx';
import type { Refusal } from '../state/use-board.ts';
import type { JobKind } from './use-kinds.ts';
import type { Resize } from '../drag/use-resize.ts';
import { VisitBlock } from './visit-block.tsx';

interface RowProps {
  board: Board;
  row: BoardRow;
  colour: CrewColour;
  /** What kind of job each visit is of. */
  kinds: ReadonlyMap<string, JobKind>;
  edge: 'technician' | 'type';
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
          const delay = delayOf(board, booking.visit);
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
              colour={props.edge === 'type' ? (kind?.colour ?? 'slate') : undefined}
              isPinned={own?.isPinned ?? false}
              warning={warning?.short}
              isConflict={warning?.isHard ?? false}
              late={delay && lateWords(delay)}
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
          title={`Dispatch the day of ${name}`}
          aria-label={`Dispatch the day of ${name}`}
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
