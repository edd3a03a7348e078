import type { EarlierVisit } from '@muster/domain/field/my-visits/schema';
import { useEffect, useState } from 'react';
import { ApiError, answer, api } from '../../lib/api/api.ts';
import { workStateWord } from '../../lib/board/work-states.ts';
import { shortDay } from '../../lib/format/format.ts';
import { usePage } from '../../lib/page/page.ts';
import { READING_MS } from '../day/phone-copy.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { linkTo } from '../router.ts';
import { useField } from '../state.ts';
import { Recorded } from './recorded.tsx';
import './visit.css';

interface EarlierPageProps {
  /** The visit from which somebody looks back. */
  id: string;
  earlier: string;
  visits: readonly ShownVisit[] | undefined;
}

/** What was done at a site before: what lies on the phone at once, the rest from the server. */
export function EarlierPage({ id, earlier, visits }: EarlierPageProps) {
  const visit = visits?.find((one) => one.id === id);
  const kept = visit?.before.find((one) => one.id === earlier);
  const { whole, problem } = useEarlier(id, earlier);
  usePage(kept ? `${kept.number}, here before` : 'Here before');
  if (visits === undefined) return <NotLoaded />;
  const shown = whole ?? kept;
  if (!visit || !shown)
    return (
      <>
        <h1>Here before</h1>
        <p className="field-words">{problem ?? 'That visit can’t be shown any more.'}</p>
      </>
    );
  const { number, at, description, outcome, outcome_reason } = shown;
  return (
    <>
      <div className="field__title">
        <p>
          {shortDay(new Date(at), true, visit.site.zone)} · {number}
        </p>
        <h1>Here before</h1>
        <p>{visit.customer.name}</p>
      </div>
      <section className="field-card" aria-label="What was done">
        {description !== '' && <p>{description}</p>}
        {outcome !== null && (
          <p className="field-words">
            {workStateWord(outcome as 'completed')}
            {outcome_reason !== '' && `: ${outcome_reason}`}
          </p>
        )}
      </section>
      {whole && <Recorded records={whole.records} files={whole.files} zone={visit.site.zone} />}
      {!whole && kept && kept.notes.length > 0 && (
        <section className="field-card" aria-label="Notes">
          <h2>Notes</h2>
          {[...new Set(kept.notes)].map((text) => (
            <p key={text} className="history__note">
              {text}
            </p>
          ))}
        </section>
      )}
      {!whole && problem !== undefined && <p className="field-words">{problem}</p>}
      <a className="m-button m-button--secondary is-main" {...linkTo({ page: 'visit', id })}>
        <Glyph name="back" />
        Back to the visit
      </a>
      <div className="field-space" />
    </>
  );
}

const OFFLINE = 'You can see its photos and everything else when you’re online.';

/** Asked for when it is opened, and again when there is a connection. */
function useEarlier(id: string, earlier: string): { whole?: EarlierVisit; problem?: string } {
  const { isConnected } = useField();
  const [found, setFound] = useState<{ whole?: EarlierVisit; problem?: string }>({});
  useEffect(() => {
    if (!isConnected) return undefined;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(READING_MS)]);
    const params = { path: { id, earlier } };
    answer(api.GET('/services/scheduling/api/v1/my/visits/{id}/before/{earlier}', { params, signal })).then(
      ({ row }) => setFound({ whole: row }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (!over.signal.aborted) setFound((before) => ({ ...before, problem: problemWords(error) }));
      },
    );
    return () => over.abort();
  }, [id, earlier, isConnected]);
  return isConnected ? found : { ...found, problem: OFFLINE };
}

function problemWords({ status, message }: ApiError): string {
  return status === 0 ? OFFLINE : message;
}
