import type { BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { memo, type ReactNode } from 'react';
import { initialsOf } from '../../../../../lib/kit/initials.ts';
import { ColleagueBadge } from '../../../../../lib/kit/colleague-badge.tsx';
import { type Mark, markColour, useMarks } from '../../../../../lib/kit/colleagues.ts';
import type { CrewColour } from '../../../../../lib/kit/choices/crew-colour.tsx';
import { workStateWord } from '../../../../../lib/board/work-states.ts';
import type { Doubt } from '../../model/outbox.ts';
import { breakable, linesOf, matterIn } from '../../model/block-text.ts';
import { lineBox } from '../../model/layout.ts';

interface VisitBlockProps {
  visit: BoardVisit;
  technician: string;
  start: EpochMinutes;
  zone: string;
  left: number;
  width: number;
  /** Of its row. */
  height: number;
  lane: number;
  lanes: number;
  /** Whether it is a line in the cell of its day, which says when it begins. */
  isChip: boolean;
  colIndex: number;
  /** What kind of job it is of; nothing where nobody said. */
  type: string | undefined;
  /** Of the kind of job, for its tag. */
  colour: CrewColour | undefined;
  isPinned: boolean;
  /** What is wrong with its place, in words; nothing where nothing is. */
  warning: string | undefined;
  /** Whether it cannot be done so. */
  isConflict: boolean;
  /** How late it is, by the words of those who come or by the clock: "20 min late", "not started, 20 min late", "20 min over". */
  late: string | undefined;
  isBroken: boolean;
  isFocusable: boolean;
  isOpen: boolean;
  isLifted: boolean;
  /** Whether it is not among those that somebody looks for. */
  isPale: boolean;
  isSelected: boolean;
  isRefused: boolean;
  doubt: Doubt | undefined;
  /** While somebody makes it longer or shorter. */
  length: number | undefined;
}

/** Under these widths there is room for the customer alone, for their initials, and for nothing. */
const narrowPx = 90;
const tinyPx = 40;
const sliverPx = 13;
/** Under this one the letters are smaller, and of initials the edge is, too. */
const slimPx = 56;
const slimTinyPx = 20;
/** Up to this width words are broken as they are spoken. */
const brokenPx = 140;
/** Of an icon beside the name. */
const iconPx = 18;
/** What of the width no letter has, as much as one takes, and fewer of them say nothing. */
const asidePx = 12;
const letterPx = 6.4;
const boldLetterPx = 7.2;
const fewestLetters = 6;
/** From this width on there is room for the time as well. */
const widePx = 190;
/** These have an icon. */
const marked = new Set(['needs return', 'could not complete']);
/** Under this height there is one line. */
const oneLinePx = 30;
const linePx = 15;

/**
 * A visit in a technician's row. What can be done with it is the board's business, which listens for all of them. Thousands are drawn
 * in a day's work, so each is three elements at most: icons are drawn by the style, and the label says all that is seen and the rest.
 */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps) {
  const { visit, left, width, height, lane, lanes, isChip, doubt } = props;
  const { row } = visit;
  const size = isChip ? undefined : sizeOf(width);
  const box = lineBox(height, lane, lanes);
  const isFlat = box.height < oneLinePx;
  const lines = Math.floor(box.height / linePx);
  const isNarrow = size === 'narrow' && !isFlat;
  // Names are cut last: what stands below one has the lines that it leaves.
  const hasMore =
    isFlat || isChip ? size === undefined : hasWords(size) && (isExceptional(props) || hasRoom(props, lines));
  const mark = useMarks().get(row.id);
  return (
    <div
      role="gridcell"
      aria-colindex={props.colIndex}
      aria-label={labelOf(props, mark)}
      aria-selected={props.isOpen || props.isSelected}
      tabIndex={props.isFocusable ? 0 : -1}
      className="visit-block"
      data-visit={row.id}
      data-technician={props.technician}
      data-state={row.state}
      data-size={size}
      data-low={(isNarrow && lines <= 2) || undefined}
      data-slim={(isNarrow && width < slimPx) || (size === 'tiny' && width < slimTinyPx) || undefined}
      data-tab={(props.colour && (!hasMore || isChip || isNarrow)) || undefined}
      data-flat={isFlat || undefined}
      data-chip={isChip || undefined}
      data-colour={props.colour}
      data-confirmed={isConfirmed(row) || undefined}
      data-pinned={props.isPinned || undefined}
      data-entered={row.isEntered}
      data-warning={props.warning === undefined ? undefined : props.isConflict ? 'conflict' : 'soft'}
      data-late={props.late === undefined ? undefined : true}
      data-broken={props.isBroken || undefined}
      data-open={props.isOpen || undefined}
      data-lifted={props.isLifted || undefined}
      data-pale={props.isPale || undefined}
      data-selected={props.isSelected || undefined}
      data-refused={props.isRefused || undefined}
      data-doubt={doubt}
      data-mark={mark?.kind}
      style={{
        ...markColour(mark),
        left,
        width: Math.max(width - 2, 3),
        ['--lines' as string]: lines,
        ...box,
      }}
    >
      {isChip && <time>{shortTime(props.start, props.zone)} </time>}
      {size !== 'sliver' && (
        <b>{nameIn(row.customer, size, isFlat || isChip ? undefined : roomIn(props))} </b>
      )}
      {hasMore && !isChip && <span>{secondLine(props)}</span>}
      <ColleagueBadge mark={mark} />
    </div>
  );
});

/** "7:30": which half of the day it is, its place among the others says. */
export function shortTime(start: EpochMinutes, zone: string): string {
  return timeInWords(start, zone).replace(/ [ap]m$/, '');
}

function sizeOf(width: number): 'sliver' | 'tiny' | 'narrow' | undefined {
  if (width < sliverPx) return 'sliver';
  if (width < tinyPx) return 'tiny';
  return width < narrowPx ? 'narrow' : undefined;
}

function nameIn(customer: string, size: ReturnType<typeof sizeOf>, room: number | undefined): ReactNode {
  if (size === 'tiny') return initialsOf(customer);
  if (room === undefined) return customer;
  const [first, ...rest] = breakable(customer, room);
  return rest.reduce<ReactNode>(
    (before, part) => (
      <>
        {before}
        <wbr />
        {part}
      </>
    ),
    first,
  );
}

/** As many letters as a line of the name has, where it is short. */
function roomIn(props: VisitBlockProps): number | undefined {
  const { width } = props;
  if (width >= brokenPx) return undefined;
  if (width < narrowPx) return lettersIn(width);
  return Math.floor((width - asidePx - (hasIcon({ ...props, late: undefined }) ? iconPx : 0)) / boldLetterPx);
}

function hasWords(size: ReturnType<typeof sizeOf>): boolean {
  return size === undefined || size === 'narrow';
}

function lettersIn(width: number): number {
  return Math.floor((width - asidePx) / letterPx);
}

/** Whether the name leaves a line. An icon of a narrow one takes a line, too. */
function hasRoom(props: VisitBlockProps, lines: number): boolean {
  const { visit, width } = props;
  const letters = lettersIn(width);
  const icons = hasIcon(props) && width < narrowPx ? 1 : 0;
  return letters >= fewestLetters && linesOf(visit.row.customer, letters) + icons < lines;
}

function hasIcon({ visit, isPinned, warning, late }: VisitBlockProps): boolean {
  return (
    isConfirmed(visit.row) ||
    isPinned ||
    warning !== undefined ||
    late !== undefined ||
    marked.has(visit.row.state)
  );
}

/** While somebody is still expected: afterwards it is nothing to know. */
function isConfirmed({ isConfirmed, state }: BoardVisit['row']): boolean {
  return isConfirmed === true && (state === 'planned' || state === 'dispatched');
}

/** Whether something is said instead of the place and the kind of work. */
function isExceptional({ length, late, doubt }: VisitBlockProps): boolean {
  return length !== undefined || late !== undefined || doubt === 'waiting';
}

function secondLine(props: VisitBlockProps): string {
  const { visit, type, doubt, length, late, isChip, width, start, zone } = props;
  if (length !== undefined) return `${length} min`;
  if (doubt === 'waiting') return 'waiting';
  // By how much, where there is a place for few words.
  if (late !== undefined && width < brokenPx && !isChip)
    return matterIn(late.replace(/^not started, /, ''), lettersIn(width));
  const { row } = visit;
  const time = !isChip && width >= widePx && timeInWords(start, zone);
  return [late, row.isEntered && 'Entered afterwards', time, row.site.suburb, type]
    .filter(Boolean)
    .join(' · ');
}

/** Begins with what is seen of it, for those who speak to their computer. */
function labelOf(props: VisitBlockProps, mark: Mark | undefined): string {
  const { visit, start, zone, isChip, isPinned, warning, doubt } = props;
  const { row } = visit;
  return [
    `${isChip ? `${shortTime(start, zone)} ` : ''}${row.customer} ${secondLine(props)}`,
    row.number,
    `${isChip ? `${dayInWords(start, zone)} ` : ''}${timeInWords(start, zone)}, ${row.duration} minutes`,
    workStateWord(row.state),
    ...(isConfirmed(row) ? ['confirmed by the customer'] : []),
    ...(isPinned ? ['pinned'] : []),
    ...(row.isEntered ? ['entered afterwards'] : []),
    ...(props.late === undefined ? [] : [`late: ${props.late}`]),
    ...(warning === undefined ? [] : [`warning: ${warning}`]),
    ...(doubt === 'waiting' ? ['waiting to send'] : []),
    ...(mark ? [mark.words] : []),
  ].join(', ');
}
