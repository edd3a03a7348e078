import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { memo } from 'react';
import { WorkStateIcon, workStateWord } from '../../../lib/kit/work-state.tsx';

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
  /** Whether it is not among those that somebody looks for. */
  isPale: boolean;
  isSelected: boolean;
  /** While somebody makes it longer or shorter. */
  length: number | undefined;
}

const narrowPx = 64;

/** A visit in a technician's row. What can be done with it is the board's business, which listens for all of them. */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps) {
  const { visit, technician, left, width, lane, lanes } = props;
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
      data-pale={props.isPale || undefined}
      data-selected={props.isSelected || undefined}
      aria-selected={props.isOpen || props.isSelected}
      title={labelOf(props)}
      style={{
        left,
        width: Math.max(width - 1, 3),
        top: `${4 + (lane * 48) / lanes}px`,
        height: `${48 / lanes - (lanes > 1 ? 1 : 0)}px`,
      }}
    >
      <span className="m-hidden">{labelOf(props)}</span>
      {width > narrowPx / 3 && (
        <>
          <b aria-hidden>
            <WorkStateIcon state={row.state} />
            {row.customer}
          </b>
          {props.length !== undefined ? (
            <span aria-hidden>{props.length} min</span>
          ) : (
            lanes === 1 && width > narrowPx && <span aria-hidden>{row.site.suburb}</span>
          )}
        </>
      )}
      <i className="visit-block__end" />
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
