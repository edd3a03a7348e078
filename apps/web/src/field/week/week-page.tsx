import type { OwnHours } from '@muster/domain/my-hours/schema';
import { usePage } from '../../lib/page.ts';
import { useNow } from '../../lib/use-now.ts';
import { weekOf } from '../day/by-day.ts';
import { dayOf } from '../day/days.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { minutesWords, shortDayWords } from '../day/words.ts';
import { Unread } from '../frame/unread.tsx';
import { useZone } from '../frame/zone.ts';
import { useField } from '../state.ts';
import { VisitRow } from '../today/visit-row.tsx';
import { useHours } from './hours.ts';
import { hoursWords } from './hours-words.ts';
import { workedDays } from './worked.ts';
import '../today/today.css';
import './week.css';

/** Seven days ahead with visits and working hours, and the hours of the seven days before. */
export function WeekPage({ visits }: { visits: readonly ShownVisit[] | undefined }) {
  usePage('My week');
  const now = useNow();
  const zone = useZone();
  const hours = useHours();
  const today = dayOf(now, zone);
  return (
    <>
      <div className="field__title">
        <h1>My week</h1>
      </div>
      {visits === undefined ? (
        <Unread />
      ) : (
        weekOf(visits, now, zone).map(({ day, visits }) => (
          <section key={day} className="week-day" aria-labelledby={`day-${day}`}>
            <div className="week-day__head">
              <h2 id={`day-${day}`}>{day === today ? 'Today' : shortDayWords(day)}</h2>
              <DayHours hours={hours?.find(({ date }) => date === day)} />
            </div>
            {visits.length === 0 && <p className="field-words">No visits</p>}
            {visits.length > 0 && (
              <ul className="week-day__visits">
                {visits.map((visit) => (
                  <li key={visit.id}>
                    <VisitRow visit={visit} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))
      )}
      <Worked hours={hours} visits={visits ?? []} today={today} zone={zone} />
      <div className="field-space" />
    </>
  );
}

function DayHours({ hours }: { hours: OwnHours | undefined }) {
  if (hours === undefined) return null;
  return (
    <p className="week-day__hours">
      {hoursWords(hours).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  );
}

interface WorkedProps {
  hours: readonly OwnHours[] | undefined;
  visits: readonly ShownVisit[];
  today: string;
  zone: string;
}

function Worked({ hours, visits, today, zone }: WorkedProps) {
  const { isConnected } = useField();
  if (hours === undefined)
    return isConnected ? null : (
      <p className="field-words">Your hours have not been on this phone yet. They come with a connection.</p>
    );
  const days = workedDays(hours, visits, today, zone);
  const sum = days.reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <section className="field-card" aria-label="Hours worked">
      <h2>Hours worked</h2>
      <p className="field-words">From arriving to done, the last seven days.</p>
      <dl className="times">
        {days.map(({ day, minutes }) => (
          <div key={day}>
            <dt>{day === today ? 'Today' : shortDayWords(day)}</dt>
            <dd>{minutes === 0 ? '–' : minutesWords(minutes)}</dd>
          </div>
        ))}
        <div className="times__sum">
          <dt>Together</dt>
          <dd>{minutesWords(sum)}</dd>
        </div>
      </dl>
    </section>
  );
}
