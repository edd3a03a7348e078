import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayWords } from '../../../lib/calendar-day.ts';
import { CrewDot } from '../../../lib/kit/crew-colour.tsx';
import { WorkStateBadge } from '../../../lib/kit/work-state.tsx';
import type { DayOverview, OverviewVisit } from '../model/day-overview.ts';
import './start.css';

interface DayBoardProps {
  overview: DayOverview;
  zone: string;
  today: string;
  /** Where one goes from here. */
  links: ReactNode;
  /** The link to a technician, with the name as its text. */
  renderTechnician: (id: string, name: string) => ReactNode;
}

/** Today at a glance: who goes where, what waits, what runs out. */
export function DayBoard({ overview, zone, today, links, renderTechnician }: DayBoardProps) {
  const { technicians, unscheduled, expiring } = overview;
  const busy = technicians.filter(({ visits }) => visits.length > 0);
  const free = technicians.filter(({ visits }) => visits.length === 0);
  return (
    <div className="day">
      <section className="day__technicians" aria-label="Today by technician">
        {busy.map(({ id, name, colour, visits }) => (
          <article key={id} className="day__one">
            <h2>
              <CrewDot colour={colour} />
              {renderTechnician(id, name)}
              <Text span size="xs" c="dimmed" fw={400}>
                {visits.length === 1 ? '1 visit' : `${visits.length} visits`}
              </Text>
            </h2>
            <ul className="day__visits">
              {visits.map((visit) => (
                <VisitLine key={visit.id} visit={visit} zone={zone} />
              ))}
            </ul>
          </article>
        ))}
        {busy.length === 0 && <Text c="dimmed">Nobody has a visit today.</Text>}
        {free.length > 0 && busy.length > 0 && (
          <Text c="dimmed">Nothing planned today: {free.map(({ name }) => name).join(', ')}.</Text>
        )}
      </section>
      <aside className="day__side" aria-label="What needs attention">
        <section className="day__box">
          <h2>Waiting to be planned</h2>
          <p className="day__figure">{unscheduled}</p>
          <Text size="sm" c="dimmed">
            {unscheduled === 1 ? 'visit has nobody yet' : 'visits have nobody yet'}
          </Text>
        </section>
        {expiring.length > 0 && (
          <section className="day__box">
            <h2>Tickets</h2>
            <ul>
              {expiring.slice(0, mostShown).map(({ id, technicianId, technician, skill, expires_on }) => (
                <li key={id}>
                  <Text size="sm">
                    {renderTechnician(technicianId, technician)}, {skill}
                  </Text>
                  <Text size="xs" c={expires_on <= today ? 'danger' : 'attention'}>
                    {expires_on <= today ? 'Expired' : 'Expires'} {dayWords(expires_on)}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className="day__box day__links">
          <h2>Go on</h2>
          <ul>{links}</ul>
        </section>
      </aside>
    </div>
  );
}

const mostShown = 6;

function VisitLine({ visit, zone }: { visit: OverviewVisit; zone: string }) {
  const { starts_at, ends_at, customer, suburb, state } = visit;
  const words = [customer, suburb].filter(Boolean).join(' · ');
  return (
    <li className="day__visit">
      <span className="day__time">
        {clock(starts_at, zone)} – {clock(ends_at, zone)}
      </span>
      <span className="day__who" title={words}>
        {words}
      </span>
      <WorkStateBadge state={state} />
    </li>
  );
}

function clock(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone }).format(
    new Date(at),
  );
}
