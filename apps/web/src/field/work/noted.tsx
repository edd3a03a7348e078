import { Button } from '@muster/ui/button';
import { type ReactNode, useRef, useState } from 'react';
import { clockAt } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { attempt, say } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { takeBack } from '../outbox/take-back.ts';
import { useField } from '../state.ts';
import { Delivery } from '../visit/small-words.tsx';

interface NotedProps {
  visit: ShownVisit;
  record: ShownVisit['records'][number];
  /** As in "take the note back". */
  what: string;
  children: ReactNode;
}

/** Something that was recorded, when, and whether it has arrived. Whoever recorded it can take it back, and is asked: a thumb slips. */
export function Noted({ visit, record, what, children }: NotedProps) {
  const { session } = useField();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, once } = useOneTap();
  const trash = useRef<HTMLButtonElement>(null);
  async function withdraw() {
    if (await attempt(() => takeBack(visit, record.id))) say('Taken back.');
  }
  return (
    <div className="noted">
      <div className="noted__main">
        {children}
        <p className="noted__when">
          {clockAt(record.noted_at, visit.site.zone)} <Delivery isWaiting={visit.waiting.has(record.id)} />
        </p>
      </div>
      {record.created_by === session?.user.id && (
        <button
          ref={trash}
          type="button"
          className="field-round"
          aria-label={`Take the ${what} back`}
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          <Glyph name="trash" />
        </button>
      )}
      {isAsking && (
        <section className="noted__ask" aria-label={`Take the ${what} back?`}>
          <Button variant="secondary" busy={isBusy} onClick={() => void once(withdraw)}>
            Take it back
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setAsking(false);
              trash.current?.focus();
            }}
          >
            No, keep it
          </Button>
        </section>
      )}
    </div>
  );
}
