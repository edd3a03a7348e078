import { dateInWords } from '@muster/domain/values/clock-words';
import { timeAt } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { clockWords } from '../../../../lib/clock.ts';
import { type Axis, leftOf } from '../../model/axis.ts';

interface HeadProps {
  axis: Axis;
  zone: string;
  now: number;
  /** Whether its days are too narrow for their hours. */
  isWeek: boolean;
}

/** A label every hour where there is room for it, or else every two or more. */
const labelPx = 44;

/** The days and their hours, above the rows. */
export function BoardHead({ axis, zone, now, isWeek }: HeadProps) {
  const step = [60, 120, 180, 240, 360].find((minutes) => minutes * axis.scale >= labelPx) ?? 720;
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="board-head"
      style={{ width: `calc(var(--names) + ${axis.width}px)` }}
    >
      <div role="columnheader" aria-colindex={1} className="board-head__corner">
        Technicians <span>Load</span>
      </div>
      <div role="columnheader" aria-colindex={2} className="board-head__days">
        {axis.days.map(({ day, start, end, left, width }) => (
          <div
            key={day.date}
            className="board-head__day"
            data-today={(day.start <= now && now < day.end) || undefined}
            style={{ left, width }}
          >
            <b>
              {dateInWords(day.date)}
              {day.holiday && ` · ${day.holiday}`}
            </b>
            {(isWeek ? [] : hours(start, end - labelPx / axis.scale, step)).map((at) => (
              <span key={at} style={{ left: leftOf(axis, at) - left }}>
                {clockWords(timeAt(epochMinutes(at), zone)).replace(':00', '')}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function hours(start: number, end: number, step: number): number[] {
  return Array.from({ length: Math.ceil((end - start) / step) }, (_, i) => start + i * step);
}
