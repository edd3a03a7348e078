import { Button } from '@muster/ui/button';
import { useEffect, useState } from 'react';
import { moment } from '../../lib/format.ts';
import { countWords } from '../day/words.ts';
import { linkTo, usePlace } from '../place.ts';
import { useField } from '../state.ts';
import { Glyph } from './glyph.tsx';

/** What is on its way for less than this needs no words. */
const QUICK_MS = 3_000;

/** How it stands with the connection, what waits, and whether there is a new version: a line each, where there is something to say. */
export function ConnectionLines() {
  const { entries, isConnected, readAt, takeOver } = useField();
  const { page } = usePlace();
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const isSlow = useIsSlow(waiting[0]?.made_at);
  const showsWaiting = waiting.length > 0 && (!isConnected || isSlow) && page !== 'waiting';
  return (
    <section className="field__lines" aria-label="Connection">
      {/* It is there before it has something to say: what appears together with its words is not read out everywhere. */}
      <output>
        {!isConnected && (
          <span className="field-line" data-tone="attention">
            <Glyph name="offline" />
            <span>
              <strong>No connection.</strong> What you do is kept on this phone and sent later.
              {readAt !== undefined && <small>Last updated {moment(new Date(readAt).toISOString())}</small>}
            </span>
          </span>
        )}
      </output>
      {showsWaiting && (
        <a className="field-line" data-tone="info" {...linkTo({ page: 'waiting' })}>
          <Glyph name="waiting" />
          <span>{countWords(waiting.length, 'thing')} waiting to be sent</span>
          <Glyph name="next" />
        </a>
      )}
      {takeOver !== undefined && (
        <p className="field-line" data-tone="info">
          <span>A new version is ready.</span>
          <Button variant="secondary" onClick={takeOver}>
            Use it now
          </Button>
        </p>
      )}
    </section>
  );
}

/** Whether the first of what waits has waited long enough to be spoken of. */
function useIsSlow(since: string | undefined): boolean {
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (since === undefined) return undefined;
    const left = QUICK_MS - (Date.now() - Date.parse(since));
    const timer = setTimeout(() => setSlow(since), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && slow === since;
}
