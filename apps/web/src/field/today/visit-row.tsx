import { clockAt } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { StateBadge } from '../frame/state-badge.tsx';
import { linkTo } from '../place.ts';

/** A visit in one line, which opens it. */
export function VisitRow({ visit }: { visit: ShownVisit }) {
  const { id, starts_at, state, site, customer, number, waiting, refused, description } = visit;
  return (
    <a className="visit-row" data-state={state} {...linkTo({ page: 'visit', id })}>
      <span className="visit-row__time">{clockAt(starts_at, site.zone)}</span>
      <span className="visit-row__who">
        <strong>{customer.name}</strong>
        <span>{[site.suburb, description].filter(Boolean).join(' · ') || number}</span>
      </span>
      {waiting.size > 0 && (
        <span className="visit-row__waiting">
          <Glyph name="waiting" />
          <span className="m-hidden">waiting to be sent</span>
        </span>
      )}
      {refused.length > 0 && (
        <span className="visit-row__refused">
          <Glyph name="warning" />
          <span className="m-hidden">something was not taken</span>
        </span>
      )}
      <StateBadge state={state} isShort />
    </a>
  );
}
