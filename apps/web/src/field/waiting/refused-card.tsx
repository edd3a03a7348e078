import { Button } from '@muster/ui/button';
import { useEffect, useRef, useState } from 'react';
import { Glyph } from '../frame/glyph.tsx';
import { attempt, say } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { useZone, useField } from '../state.ts';
import {
  leaveOut,
  type Refused,
  refusedByVisit,
  tellable,
  tellAsNote,
  tryAgain,
  whyRefused,
} from './refused.ts';
import { recordedWords } from './words.ts';
import './waiting.css';

/** What the server did not take, a card for each visit; of one visit, where one is named. */
export function RefusedCards({ visit }: { visit?: string }) {
  const { entries } = useField();
  return refusedByVisit(entries)
    .filter((one) => visit === undefined || one.visit === visit)
    .map((refused) => <RefusedCard key={refused.visit} refused={refused} />);
}

function RefusedCard({ refused: { about, entries } }: { refused: Refused }) {
  const [isAsking, setAsking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  // The button that was pressed is gone: the focus goes on to the question, and back to where it came from.
  useEffect(() => {
    if (isAsking === wasAsking.current) return;
    wasAsking.current = isAsking;
    const buttons = (isAsking ? question : choices).current?.querySelectorAll('button');
    buttons?.[isAsking ? 0 : buttons.length - 1]?.focus();
  }, [isAsking]);
  const zone = useZone();
  const told = tellable(entries);
  const { isBusy, once } = useOneTap();
  const choose = (work: () => Promise<void>, said: string) =>
    once(async () => {
      if (await attempt(work)) say(said);
    });
  return (
    <section className="refused" aria-label={`Not accepted: ${about.customer}, ${about.number}`}>
      <h2>
        <Glyph name="warning" />
        Not accepted: {about.customer}
      </h2>
      {whyRefused(entries).map((why) => (
        <p key={why}>{why}</p>
      ))}
      <p>
        <strong>You recorded:</strong> {recordedWords(entries, zone)}
      </p>
      <p className="field-words">Notes, photos and signatures for {about.number} are still sent.</p>
      {isAsking ? (
        <div ref={question} className="field-stack">
          <p role="alert">
            <strong>Discard it? The office will never see it.</strong>
          </p>
          <Button
            className="is-main"
            variant="secondary"
            busy={isBusy}
            onClick={() => void choose(() => leaveOut(entries), 'Discarded.')}
          >
            Yes, discard it
          </Button>
          <Button className="is-main" onClick={() => setAsking(false)}>
            No, keep it
          </Button>
        </div>
      ) : (
        <div ref={choices} className="field-stack">
          {told.length > 0 && (
            <Button
              className="is-main"
              busy={isBusy}
              onClick={() => void choose(() => tellAsNote(entries, zone), 'Added as a note for the office.')}
            >
              Send to the office as a note
            </Button>
          )}
          <div className="refused__more">
            <Button
              variant="secondary"
              busy={isBusy}
              onClick={() => void choose(() => tryAgain(entries), 'Trying again.')}
            >
              Try again
            </Button>
            <Button variant="secondary" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
