import { usePage } from '../../lib/page.ts';
import { useNow } from '../../lib/use-now.ts';
import { nextVisit, visitsOfToday, weekOf } from '../day/by-day.ts';
import { dayOf } from '../day/days.ts';
import { countWords, shortDayWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { Unread } from '../frame/unread.tsx';
import { useZone } from '../frame/zone.ts';
import { linkTo } from '../place.ts';
import { useField } from '../state.ts';
import { StepBar } from '../visit/step-bar.tsx';
import { RefusedCards } from '../waiting/refused-card.tsx';
import { InstallCard } from './install-card.tsx';
import { NextCard } from './next-card.tsx';
import { VisitRow } from './visit-row.tsx';
import './today.css';

/** What there is to do today, the next visit first. */
export function TodayPage({ visits }: { visits: readonly ShownVisit[] | undefined }) {
  usePage('Today');
  const now = useNow();
  const zone = useZone();
  const own = visits && visitsOfToday(visits, now, zone);
  const next = own && nextVisit(own);
  const left = own?.filter(({ progress, state }) => progress !== 'done' && state !== 'cancelled').length ?? 0;
  // Which day it is depends on whose clocks count.
  const day = useField().session && shortDayWords(dayOf(now, zone));
  return (
    <>
      <div className="field__title">
        <h1>Today</h1>
        <p>
          {day}
          {own !== undefined &&
            own.length > 0 &&
            ` · ${left === 0 ? 'all done' : `${countWords(left, 'visit')} to go`}`}
        </p>
      </div>
      <RefusedCards />
      {own === undefined ? (
        <Unread />
      ) : (
        <>
          <Day visits={own} next={next} />
          {next === undefined && <Ahead visits={visits ?? []} isEmpty={own.length === 0} />}
        </>
      )}
      {own !== undefined && <InstallCard />}
      <div className="field-space" />
      {next !== undefined && <StepBar visit={next} isToday />}
    </>
  );
}

function Day({ visits, next }: { visits: readonly ShownVisit[]; next: ShownVisit | undefined }) {
  const isOver = ({ progress, state }: ShownVisit) => progress === 'done' || state === 'cancelled';
  const later = visits.filter((visit) => visit !== next && !isOver(visit));
  const over = visits.filter(isOver);
  return (
    <>
      {next !== undefined && <NextCard visit={next} />}
      {later.length > 0 && (
        <section className="day-list" aria-label="Later today">
          <h2>Then</h2>
          <ul>
            {later.map((visit) => (
              <li key={visit.id}>
                <VisitRow visit={visit} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {over.length > 0 && (
        <details className="day-list day-list--over" open={next === undefined || undefined}>
          <summary className="field-fold">
            <Glyph name="next" />
            {countWords(over.length, 'visit')} finished
          </summary>
          <ul>
            {over.map((visit) => (
              <li key={visit.id}>
                <VisitRow visit={visit} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Where nothing is left today: what comes. */
function Ahead({ visits, isEmpty }: { visits: readonly ShownVisit[]; isEmpty: boolean }) {
  const now = useNow();
  const zone = useZone();
  const coming = weekOf(visits, now, zone)
    .slice(1)
    .find((day) => day.visits.length > 0);
  const first = coming?.visits[0];
  return (
    <section className="field-card">
      <h2>{isEmpty ? 'Nothing planned for you today' : 'All done for today'}</h2>
      {coming === undefined || first === undefined ? (
        <p className="field-words">
          As soon as somebody plans a visit for you, it is here: when, where, and whom to ring. You need not
          reload.
        </p>
      ) : (
        <>
          <p className="field-words">Next: {shortDayWords(coming.day)}</p>
          <VisitRow visit={first} />
        </>
      )}
      <a className="m-button m-button--secondary" {...linkTo({ page: 'week' })}>
        My week
      </a>
    </section>
  );
}
