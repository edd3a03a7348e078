import type { ReactNode } from 'react';
import { clockWords } from '../../lib/clock.ts';
import { addressOf } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph, type GlyphName } from '../frame/glyph.tsx';
import { QuickLinks } from './quick-links.tsx';

/** Where, whom to ring, how to get in, what to look out for, and what to do. */
export function Facts({ visit }: { visit: ShownVisit }) {
  const { site, window_from, window_to, crew_size, description, note } = visit;
  return (
    <>
      {site.hazards !== '' && (
        <p className="hazard">
          <Glyph name="warning" />
          <span>
            <strong>Careful:</strong> {site.hazards}
          </span>
        </p>
      )}
      <section className="field-card" aria-label="Where and who">
        <p className="visit__place">{addressOf(site)}</p>
        {visit.is_tentative && <p className="field-words">Not sent to you yet: it may still change.</p>}
        {window_from !== null && window_to !== null && (
          <p className="field-words">
            Arrival promised between {clockWords(window_from)} and {clockWords(window_to)}
          </p>
        )}
        {crew_size > 1 && (
          <p className="field-words">
            {crew_size} of you{visit.is_lead ? ', and you lead' : ''}
          </p>
        )}
        <QuickLinks visit={visit} isWhole />
        <Fact glyph="door" title="Getting in" text={site.access_notes} />
      </section>
      {(description !== '' || note !== '') && (
        <section className="field-card" aria-label="What to do">
          <Fact glyph="note" title="What to do and bring" text={description} />
          <Fact glyph="message" title="From the office" text={note} />
        </section>
      )}
    </>
  );
}

function Fact({ glyph, title, text }: { glyph: GlyphName; title: string; text: string }): ReactNode {
  if (text === '') return null;
  return (
    <div className="fact">
      <Glyph name={glyph} />
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </div>
  );
}
