import { dayOf } from '../day/days.ts';
import { clockAt, shortDayWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { StateBadge } from '../frame/state-badge.tsx';
import { linkTo } from '../router.ts';
import { PromisedWords } from '../visit/drive.tsx';

/** A visit in one line, which opens it. */
export function VisitRow({ visit, withDay = false }: { visit: ShownVisit; withDay?: boolean }) {
  const { id, starts_at, state, site, customer, number, waiting, refused, description } = visit;
  return (
    <a className="visit-row" data-state={state} {...linkTo({ page: 'visit', id })}>
      <span className="visit-row__time">
        {withDay && (
          <>
            {shortDayWords(dayOf(starts_at, site.zone))}
            <br />
          </>
        )}
        {clockAt(starts_at, site.zone)}
      </span>
      <span className="visit-row__who">
        <strong>{customer.name}</strong>
        <span>{[site.suburb, description].filter(Boolean).join(' · ') || number}</span>
        <PromisedWords visit={visit} />
      </span>
      {waiting.size > 0 && (
        <span className="visit-row__waiting">
          <Glyph name="waiting" />
          <span className="m-hidden">waiting to send</span>
        </span>
      )}
      {refused.length > 0 && (
        <span className="visit-row__refused">
          <Glyph name="warning" />
          <span className="m-hidden">something wasn’t accepted</span>
        </span>
      )}
      <StateBadge state={state} isShort />
    </a>
  );
}
