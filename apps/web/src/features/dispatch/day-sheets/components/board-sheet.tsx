import type { Span } from '@muster/domain/dispatch/scheduling/board/board';
import { timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes } from '@muster/domain/values/minutes';
import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import type { DayPlan, TechnicianDay } from '../model/day-plan.ts';
import { absenceWords } from '../model/sheet-words.ts';
import { type PaperHead, WidePaper } from './paper.tsx';
import './board-sheet.css';

const HOUR = 60;

/** Everybody's day on one page: technicians down, hours across. */
export function BoardSheet({ plan, head }: { plan: DayPlan; head: PaperHead }) {
  const { technicians, axis, zone } = plan;
  const visits = technicians.reduce((count, technician) => count + technician.visits.length, 0);
  const count = visits === 1 ? '1 visit' : `${visits} visits`;
  const hours = Array.from({ length: (axis.end - axis.start) / HOUR }, (_, at) =>
    epochMinutes(axis.start + at * HOUR),
  );
  return (
    <WidePaper
      id="board"
      head={head}
      title="The day"
      facts={visits === 0 ? 'Nothing is planned for this day.' : `${count} · ${booked(technicians)}`}
    >
      <table className="board-sheet">
        <thead>
          <tr>
            <th scope="col">Technician</th>
            <th scope="col">
              <div className="board-sheet__hours">
                {hours.map((hour) => (
                  <span key={hour} style={placed({ start: hour, end: hour }, axis)}>
                    {timeInWords(hour, zone).replace(':00', '')}
                  </span>
                ))}
              </div>
            </th>
          </tr>
        </thead>
        <tbody>
          {technicians.map((technician) => (
            <BoardRow key={technician.id} technician={technician} hours={hours} plan={plan} />
          ))}
        </tbody>
      </table>
    </WidePaper>
  );
}

function BoardRow(props: { technician: TechnicianDay; hours: readonly number[]; plan: DayPlan }) {
  const { technician, hours, plan } = props;
  const { axis, zone } = plan;
  const { name, colour, shifts, absences, visits } = technician;
  return (
    <tr>
      <th scope="row">
        <span className="board-sheet__name">
          <CrewDot colour={colour} />
          {name}
        </span>
      </th>
      <td>
        <div className="board-sheet__row" data-colour={colour}>
          {shifts.map((shift) => (
            <span key={shift.start} className="board-sheet__shift" style={placed(shift, axis)} />
          ))}
          {hours.slice(1).map((hour) => (
            <span
              key={hour}
              className="board-sheet__hour"
              style={placed({ start: epochMinutes(hour), end: epochMinutes(hour) }, axis)}
            />
          ))}
          {absences.map((absence) => (
            <span key={absence.id} className="board-sheet__absence" style={placed(absence, axis)}>
              {absenceWords(absence, shifts, zone)}
            </span>
          ))}
          {visits.length === 0 && absences.length === 0 && (
            <span className="board-sheet__idle">
              {shifts.length === 0 ? 'Not working' : 'Nothing planned'}
            </span>
          )}
          {visits.length > 0 && (
            <ul aria-label={`Visits of ${name}`}>
              {visits.map((visit) => (
                <li
                  key={visit.row.id}
                  className="board-sheet__visit"
                  data-planned={visit.row.state === 'planned' || undefined}
                  style={placed(visit, axis)}
                >
                  <strong>{visit.row.customer}</strong>
                  <span>{visit.row.site.suburb}</span>
                  <span className="board-sheet__time">{timeInWords(visit.start, zone)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </td>
    </tr>
  );
}

function booked(technicians: readonly TechnicianDay[]): string {
  const count = technicians.filter(({ visits }) => visits.length > 0).length;
  return count === 1 ? '1 technician' : `${count} technicians`;
}

/** Where a stretch of time is on the row, in percent of it; what is beyond its ends is cut off. */
function placed({ start, end }: Span, axis: Span): { left: string; width: string } {
  const length = axis.end - axis.start;
  const [from, to] = [Math.max(start, axis.start), Math.min(end, axis.end)];
  return {
    left: `${((from - axis.start) / length) * 100}%`,
    width: `${(Math.max(0, to - from) / length) * 100}%`,
  };
}
