import { shortDay } from '../../lib/format.ts';
import { countWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { workStateWord } from '../../lib/work-states.ts';

/** What was done at this site before: on request, the latest first. */
export function History({ visit: { before, site } }: { visit: ShownVisit }) {
  if (before.length === 0) return null;
  return (
    <details className="field-card history">
      <summary className="field-fold">
        <Glyph name="next" />
        <h2>Here before: {countWords(before.length, 'visit')}</h2>
      </summary>
      <ul>
        {before.map(({ id, number, at, description, outcome, outcome_reason, notes }) => (
          <li key={id}>
            <strong>
              {shortDay(new Date(at), true, site.zone)} · {number}
            </strong>
            {description !== '' && <p>{description}</p>}
            {outcome !== null && (
              <p className="field-words">
                {workStateWord(outcome as 'completed')}
                {outcome_reason !== '' && `: ${outcome_reason}`}
              </p>
            )}
            {[...new Set(notes)].map((text) => (
              <p key={text} className="history__note">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
