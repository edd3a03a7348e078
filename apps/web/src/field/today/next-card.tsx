import { addressOf, timesOf } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { StateBadge } from '../frame/state-badge.tsx';
import { linkTo } from '../place.ts';
import { QuickLinks } from '../visit/quick-links.tsx';
import { LateWords, WaitingWords } from '../visit/small-words.tsx';

/** The visit that comes next or is under way, with all that somebody needs to get there. */
export function NextCard({ visit }: { visit: ShownVisit }) {
  const { id, number, state, site, customer, description } = visit;
  return (
    <article className="next-card" aria-label={`${customer.name}, ${number}`}>
      <a className="next-card__link" {...linkTo({ page: 'visit', id })}>
        <span className="next-card__top">
          <span className="next-card__time">{timesOf(visit)}</span>
          <StateBadge state={state} />
        </span>
        <h2>{customer.name}</h2>
        <span className="next-card__place">{addressOf(site)}</span>
        {description !== '' && <span className="next-card__what">{description}</span>}
        <span className="next-card__open">
          Open the visit <Glyph name="next" />
        </span>
      </a>
      {visit.is_tentative && <p className="field-words">Not sent to you yet: it may still change.</p>}
      {site.hazards !== '' && (
        <p className="hazard">
          <Glyph name="warning" />
          <span>
            <strong>Careful:</strong> {site.hazards}
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
