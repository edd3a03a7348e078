import { Button } from '@muster/ui/button';
import { AlertsAgain } from '../alerts/alert-choice.tsx';
import { usePage } from '../../lib/page/page.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { nextVisit, visitsOfToday, weekOf, dayOf, leftOpen } from '../day/days.ts';
import { dayAfter } from '../../lib/format/calendar-day.ts';
import { countWords, shortDayWords, addressOf, timesOf } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { useZone, useField } from '../state.ts';
import { linkTo } from '../router.ts';
import { StepBar, UndoTap } from '../visit/step-bar.tsx';
import { RefusedCards } from '../waiting/refused-card.tsx';
import { acceptOffer, declineInstall, useInstall } from '../frame/install.ts';
import { StateBadge } from '../frame/state-badge.tsx';
import { DriveBetween, PromisedWords } from '../visit/drive.tsx';
import { QuickLinks } from '../visit/quick-links.tsx';
import { LateWords, WaitingWords } from '../visit/status-words.tsx';
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
  const { session, tapped } = useField();
  // Whoever has just finished a visit looks at the next one.
  const before = own?.find((visit) => visit !== next && visit.id === tapped?.visit);
  // Which day it is depends on whose clocks count.
  const day = session && shortDayWords(dayOf(now, zone));
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
        <NotLoaded />
      ) : (
        <>
          <Day visits={own} next={next} />
          <LeftOpen visits={leftOpen(visits ?? [], now, zone)} />
          {next === undefined && <Ahead visits={visits ?? []} isEmpty={own.length === 0} />}
        </>
      )}
      <AlertsAgain />
      {own !== undefined && <InstallCard />}
      <div className="field-space" />
      {before !== undefined && next === undefined && (
        <div className="field-bar">
          <UndoTap visit={before} />
        </div>
      )}
      {next !== undefined && <StepBar visit={next} before={before} isToday />}
    </>
  );
}

/** What was never finished: it stays until somebody has said how it went, here or in the office. */
function LeftOpen({ visits }: { visits: readonly ShownVisit[] }) {
  const now = useNow();
  const zone = useZone();
  if (visits.length === 0) return null;
  const yesterday = dayAfter(dayOf(now, zone), -1);
  const isYesterday = visits.every(({ starts_at }) => dayOf(starts_at, zone) === yesterday);
  const title = isYesterday ? 'From yesterday' : 'From earlier days';
  return (
    <section className="day-list" aria-label={title}>
      <h2>{title}</h2>
      <p className="field-words">
        {visits.some(({ is_lead }) => is_lead)
          ? `Not finished. Open ${visits.length === 1 ? 'it' : 'each'} and say how it went.`
          : 'Not finished. The crew lead says how it went.'}
      </p>
      <ul>
        {visits.map((visit) => (
          <li key={visit.id}>
            <VisitRow visit={visit} withDay />
          </li>
        ))}
      </ul>
    </section>
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
          <h2>Later today</h2>
          <ul>
            {later.map((visit, at) => (
              <li key={visit.id}>
                <DriveBetween from={(later[at - 1] ?? next)?.id} visit={visit} />
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
          When the office plans a visit for you, it appears here with the time, place and who to call. No need
          to reload.
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

/** The visit that comes next or is under way, with all that somebody needs to get there. */
function NextCard({ visit }: { visit: ShownVisit }) {
  const { id, number, state, site, customer, description, starts_at } = visit;
  const day = dayOf(starts_at, site.zone);
  const isToday = day === dayOf(useNow(), site.zone);
  return (
    <article className="next-card" aria-label={`${customer.name}, ${number}`}>
      <a className="next-card__link" {...linkTo({ page: 'visit', id })}>
        <span className="next-card__top">
          <span className="next-card__time">
            {!isToday && `${shortDayWords(day)}, `}
            {timesOf(visit)}
          </span>
          <StateBadge state={state} />
        </span>
        <PromisedWords visit={visit} />
        <h2>{customer.name}</h2>
        <span className="next-card__place">{addressOf(site)}</span>
        {description !== '' && <span className="next-card__what">{description}</span>}
        <span className="next-card__open">
          Open the visit <Glyph name="next" />
        </span>
      </a>
      {visit.is_tentative && <p className="field-words">Not dispatched yet: it may still change.</p>}
      {site.hazards !== '' && (
        <p className="hazard">
          <Glyph name="warning" />
          <span>
            <strong>Hazards:</strong> {site.hazards}
          </span>
        </p>
      )}
      {visit.note !== '' && (
        <p className="field-words">
          <strong>From the office:</strong> {visit.note}
        </p>
      )}
      <LateWords visit={visit} />
      <WaitingWords visit={visit} />
      <QuickLinks visit={visit} />
    </article>
  );
}

/** Once, below the day: the page can stand on the home screen. */
function InstallCard() {
  const install = useInstall();
  if (install === undefined || install.isDeclined) return null;
  return (
    <section className="field-card" aria-labelledby="install">
      <h2 id="install">Add your day to the home screen</h2>
      <p className="field-words">It then opens with one tap, like an app, even without a connection.</p>
      {install.way === 'offered' ? (
        <div className="field-stack">
          <Button wide onClick={() => void acceptOffer()}>
            Add it
          </Button>
          <Button wide variant="quiet" onClick={declineInstall}>
            Not now
          </Button>
        </div>
      ) : (
        <>
          <p>
            Tap <strong>Share</strong> at the edge of the screen, then <strong>Add to Home Screen</strong>.
          </p>
          <Button wide variant="secondary" onClick={declineInstall}>
            Got it
          </Button>
        </>
      )}
    </section>
  );
}
