import { Text } from '@mantine/core';
import { clockWords } from '../../../lib/clock.ts';
import { isElsewhere } from '../../../lib/format.ts';
import { WorkStateBadge } from '../../../lib/kit/work-state.tsx';
import type { OwnVisit } from '../api.ts';
import { dialled, mapLink, phonesOf } from '../model/links.ts';
import './my-day.css';

interface VisitCardProps {
  visit: OwnVisit;
  /** Whether it comes next, or is under way. */
  isNext: boolean;
}

/** All that somebody needs who goes there. */
export function VisitCard({ visit, isNext }: VisitCardProps) {
  const { number, state, site, customer, description, note, window_from, window_to, crew_size } = visit;
  const place = [site.name, site.address, [site.suburb, site.postcode].filter(Boolean).join(' ')];
  return (
    <article
      className="my-visit"
      data-next={isNext || undefined}
      data-done={visit.progress === 'done' || undefined}
      aria-label={`${customer.name}, ${number}`}
    >
      <div className="my-visit__top">
        <span className="my-visit__time">{timesOf(visit)}</span>
        <WorkStateBadge state={state} />
      </div>
      <h3>{customer.name}</h3>
      <Text>{place.filter(Boolean).join(', ')}</Text>
      {visit.is_tentative && <Text c="dimmed">Not sent to you yet: it may still change.</Text>}
      {window_from !== null && window_to !== null && (
        <Text c="dimmed">
          Arrival promised between {clockWords(window_from)} and {clockWords(window_to)}
        </Text>
      )}
      {description !== '' && <Text>{description}</Text>}
      {crew_size > 1 && (
        <Text c="dimmed">
          {crew_size} of you{visit.is_lead ? ', and you lead' : ''}
        </Text>
      )}
      {site.hazards !== '' && (
        <p className="my-visit__note" data-hazard>
          <strong>Careful:</strong> {site.hazards}
        </p>
      )}
      {site.access_notes !== '' && (
        <p className="my-visit__note">
          <strong>Getting in:</strong> {site.access_notes}
        </p>
      )}
      {note !== '' && (
        <p className="my-visit__note">
          <strong>Note:</strong> {note}
        </p>
      )}
      {visit.check_list.length > 0 && (
        <Text size="sm" c="dimmed">
          To check: {visit.check_list.map(({ text }) => text).join(', ')}
        </Text>
      )}
      <Links visit={visit} isNext={isNext} />
    </article>
  );
}

function Links({ visit, isNext }: VisitCardProps) {
  return (
    <div className="my-visit__links">
      <a
        className="my-visit__link"
        data-first={isNext || undefined}
        href={mapLink(visit.site)}
        target="_blank"
        rel="noreferrer"
        aria-label={`The way there, to ${visit.customer.name}`}
      >
        The way there
      </a>
      {phonesOf(visit).map(({ name, phone }) => (
        <PhoneLinks key={phone} name={name} phone={phone} />
      ))}
    </div>
  );
}

function PhoneLinks({ name, phone }: { name: string; phone: string }) {
  return (
    <>
      <a className="my-visit__link" href={`tel:${dialled(phone)}`} aria-label={`Call ${name}, ${phone}`}>
        Call {name}
      </a>
      <a className="my-visit__link" href={`sms:${dialled(phone)}`} aria-label={`Message ${name}, ${phone}`}>
        Message
      </a>
    </>
  );
}

/** By the clocks at the site, which are named where the reader's own show something else. */
function timesOf({ starts_at, ends_at, site: { zone } }: OwnVisit): string {
  const [from, to] = [new Date(starts_at), new Date(ends_at)];
  const clock = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone: zone });
  const where = isElsewhere(from, zone) ? ` (${zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')})` : '';
  return `${clock.format(from)} – ${clock.format(to)}${where}`;
}
