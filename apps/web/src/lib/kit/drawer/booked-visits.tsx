import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { BookedVisit } from '@muster/domain/work/visits/schema';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { WorkStateBadge } from '../work-state.tsx';
import './reading.css';

interface BookedVisitsProps {
  label: string;
  visits: readonly BookedVisit[];
  /** What is said of each below its time, where the page knows the customer or the technician already. */
  tell: (visit: BookedVisit) => ReactNode;
  /** Whether the first is what people ask for. */
  hasNext?: boolean;
  /** Whether they are all of one day, which is known. */
  isDay?: boolean;
}

/** Visits a line or two each: when, how far, and what the page wants said of them. */
export function BookedVisits({ label, visits, tell, hasNext = false, isDay = false }: BookedVisitsProps) {
  return (
    <ul className="booked" aria-label={label}>
      {visits.map((visit, at) => (
        <li key={visit.id} className="booked__one" data-next={(hasNext && at === 0) || undefined}>
          <span className="booked__when">{timesOf(visit, isDay)}</span>
          <WorkStateBadge state={visit.state} />
          <span className="booked__what">{tell(visit)}</span>
        </li>
      ))}
    </ul>
  );
}

/** "Tue 17 Nov, 9:00 am to 10:30 am", by the clocks at the site. */
function timesOf({ starts_at, ends_at, zone }: BookedVisit, isDay: boolean): string {
  const [from, to] = [minuteOf(starts_at), minuteOf(ends_at)];
  return `${isDay ? '' : `${dayInWords(from, zone)}, `}${timeInWords(from, zone)} to ${timeInWords(to, zone)}`;
}

/** "J-1042 · Hot water: no hot water", the number a link to the job. */
export function JobOf({ visit: { job_number, job_type, description } }: { visit: BookedVisit }) {
  const number = jobNumber(job_number);
  const what = [job_type, description].filter(Boolean).join(': ');
  return (
    <>
      <Link to="/jobs/$number" params={{ number }}>
        {number}
      </Link>
      {what && ` · ${what}`}
    </>
  );
}

/** "Priya Nair and Dave Cole", each a link to their page. */
export function CrewOf({ visit: { crew } }: { visit: BookedVisit }) {
  return crew.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && (at === crew.length - 1 ? ' and ' : ', ')}
      <Link to="/technicians/$id" params={{ id }}>
        {name}
      </Link>
    </span>
  ));
}
