import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { memo } from 'react';
import { workStateWord } from '../../../lib/kit/work-state.tsx';

interface VisitBlockProps {
  visit: BoardVisit;
  technician: string;
  start: EpochMinutes;
  zone: string;
  left: number;
  width: number;
  lane: number;
  lanes: number;
  colIndex: number;
  isPinned: boolean;
  isBroken: boolean;
  isFocusable: boolean;
  isOpen: boolean;
  isLifted: boolean;
}

const narrowPx = 64;

/** A visit in a technician's row. What can be done with it is the board's business, which listens for all of them. */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps) {
  const { visit, technician, start, zone, left, width, lane, lanes } = props;
  const { row } = visit;
  return (
    <div
      role="gridcell"
      aria-colindex={props.colIndex}
      tabIndex={props.isFocusable ? 0 : -1}
      className="visit-block"
      data-visit={row.id}
      data-technician={technician}
      data-state={row.state}
      data-pinned={props.isPinned || undefined}
      data-broken={props.isBroken || undefined}
      data-open={props.isOpen || undefined}
      data-lifted={props.isLifted || undefined}
      aria-selected={props.isOpen}
      aria-label={labelOf(props)}
      style={{
        left,
        width: Math.max(width - 1, 3),
        top: `${4 + (lane * 48) / lanes}px`,
        height: `${48 / lanes - (lanes > 1 ? 1 : 0)}px`,
      }}
    >
      {width > narrowPx / 3 && (
        <>
          <b>{row.customer}</b>
          {lanes === 1 && width > narrowPx && (
            <span>
              {timeInWords(start, zone)} {row.site.suburb}
            </span>
          )}
        </>
      )}
    </div>
  );
});

function labelOf({ visit, start, zone, isPinned, isBroken }: VisitBlockProps): string {
  const { row } = visit;
  return [
    `${row.number} ${row.customer}, ${row.site.suburb}`,
    `${timeInWords(start, zone)}, ${row.duration} minutes`,
    workStateWord(row.state),
    ...(isPinned ? ['pinned'] : []),
    ...(isBroken ? ['breaks a rule on purpose'] : []),
  ].join(', ');
}
