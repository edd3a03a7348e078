import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { memo } from 'react';
import { ColleagueBadge } from '../../../../lib/kit/colleague-badge.tsx';
import { type Mark, markColour, useMarks } from '../../../../lib/kit/colleagues.ts';
import type { CrewColour } from '../../../../lib/kit/crew-colour.tsx';
import { workStateWord } from '../../../../lib/work-states.ts';
import type { Doubt } from '../../model/pending.ts';
import { lineBox } from '../../model/week.ts';

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
  /** Of the kind of job, where the edge shows that; the row has the technician's. */
  colour: CrewColour | undefined;
  isPinned: boolean;
  /** What is wrong with its place, in words; nothing where nothing is. */
  warning: string | undefined;
  /** Whether it cannot be done so. */
  isConflict: boolean;
  /** How late they are who come, by their own words: "20 min late". */
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

/** Under these widths there is room for the customer alone, for the icon alone, and for nothing. */
const narrowPx = 90;
const tinyPx = 40;
const sliverPx = 14;

/**
 * A visit in a technician's row. What can be done with it is the board's business, which listens for all of them. Thousands are drawn
 * in a day's work, so each is three elements at most: icons are drawn by the style, and the label says all that is seen and the rest.
 */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps) {
  const { visit, left, width, height, lane, lanes, isChip, doubt } = props;
  const { row } = visit;
  const size = isChip ? undefined : sizeOf(width);
  const hasWords = size === undefined || size === 'narrow';
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
      data-flat={lanes > 1 || undefined}
      data-chip={isChip || undefined}
      data-colour={props.colour}
      data-pinned={props.isPinned || undefined}
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
        ...lineBox(height, lane, lanes),
      }}
    >
      {isChip && <time>{shortTime(props.start, props.zone)} </time>}
      {hasWords && <b>{row.customer} </b>}
      {(size === undefined ||
        (hasWords && (props.length !== undefined || props.late !== undefined || doubt === 'waiting'))) &&
        lanes === 1 && <span>{secondLine(props)}</span>}
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

function secondLine({ visit, type, doubt, length, late }: VisitBlockProps): string {
  if (length !== undefined) return `${length} min`;
  if (doubt === 'waiting') return 'waiting';
  return [late, visit.row.site.suburb, type].filter(Boolean).join(' · ');
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
    ...(isPinned ? ['pinned'] : []),
    ...(props.late === undefined ? [] : [`running late: ${props.late}`]),
    ...(warning === undefined ? [] : [`warning: ${warning}`]),
    ...(doubt === 'waiting' ? ['waiting for the network'] : []),
    ...(mark ? [mark.words] : []),
  ].join(', ');
}
