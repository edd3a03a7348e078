import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import { usePage } from '../../lib/page/page.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { pastWeekOf, weekOf, dayOf } from '../day/days.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { minutesWords, shortDayWords } from '../day/words.ts';
import { Glyph } from '../frame/glyph.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { useZone, useField } from '../state.ts';
import { VisitRow } from '../today/visit-row.tsx';
import { hoursWords, useHours, workedDays } from './hours.ts';
import '../today/today.css';
import './week.css';

/** Seven days ahead with visits and working hours, and the visits and hours of the seven days before. */
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
        <NotLoaded />
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
      {visits !== undefined && <PastWeek visits={visits} />}
      <Worked hours={hours} visits={visits ?? []} today={today} zone={zone} />
      <div className="field-space" />
    </>
  );
}

/** What was, to be read: on request, yesterday first. */
function PastWeek({ visits }: { visits: readonly ShownVisit[] }) {
  const now = useNow();
  const zone = useZone();
  const days = pastWeekOf(visits, now, zone).filter((day) => day.visits.length > 0);
  return (
    <details className="day-list">
      <summary className="field-fold">
        <Glyph name="next" />
        Last seven days
      </summary>
      {days.length === 0 && <p className="field-words">You had no visits.</p>}
      {days.map(({ day, visits }) => (
        <section key={day} className="week-day" aria-labelledby={`day-${day}`}>
          <div className="week-day__head">
            <h2 id={`day-${day}`}>{shortDayWords(day)}</h2>
          </div>
          <ul className="week-day__visits">
            {visits.map((visit) => (
              <li key={visit.id}>
                <VisitRow visit={visit} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
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
      <p className="field-words">
        Your hours haven’t loaded on this phone yet. They’ll appear once you’re online.
      </p>
    );
  const days = workedDays(hours, visits, today, zone);
  const sum = days.reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <section className="field-card" aria-label="Hours worked">
      <h2>Hours worked</h2>
      <p className="field-words">From arrival to finish, over the last seven days.</p>
      <dl className="times">
        {days.map(({ day, minutes }) => (
          <div key={day}>
            <dt>{day === today ? 'Today' : shortDayWords(day)}</dt>
            <dd>{minutes === 0 ? '–' : minutesWords(minutes)}</dd>
          </div>
        ))}
        <div className="times__sum">
          <dt>Total</dt>
          <dd>{minutesWords(sum)}</dd>
        </div>
      </dl>
    </section>
  );
}
