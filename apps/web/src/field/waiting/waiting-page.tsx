import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { fileSize, moment } from '../../lib/format/format.ts';
import { usePage } from '../../lib/page/page.ts';
import { drives } from '../day/phone-copy.ts';
import { countWords } from '../day/words.ts';
import { Glyph } from '../frame/glyph.tsx';
import type { Entry } from '../outbox/store.ts';
import { usePart } from '../outbox/sending.ts';
import { useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { RefusedCards } from './refused-card.tsx';
import { heldWords, SendNow } from '../work/waiting-file.tsx';
import { deedWords, sizeOf, writtenWords } from './words.ts';
import './waiting.css';

/** What has not been sent, in the order in which it was done. */
export function WaitingPage() {
  usePage('Waiting to send');
  const { entries, isConnected, session } = useField();
  const [isBusy, setBusy] = useState(false);
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const hasRefused = entries.some(({ state }) => state === 'refused');
  async function send() {
    setBusy(true);
    await refresh();
    setBusy(false);
  }
  return (
    <>
      <div className="field__title">
        <h1>Waiting to send</h1>
        <p>
          {waiting.length === 0
            ? 'Nothing is waiting.'
            : `${countWords(waiting.length, 'thing')}, in this order`}
        </p>
      </div>
      {session !== undefined && !drives(session) && (
        <section className="field-card" aria-label="You are in the office now">
          <p>
            You did this as a technician. It’s still sent from here, then this page takes you to the office.
          </p>
          <a className="m-button m-button--secondary" href="/">
            Go to the office
          </a>
        </section>
      )}
      <RefusedCards />
      {waiting.length === 0 && !hasRefused && (
        <section className="field-card">
          <h2>Everything is sent</h2>
          <p className="field-words">
            What you do offline waits here, even if you close the page or the battery dies.
          </p>
        </section>
      )}
      {waiting.length > 0 && (
        <ol className="waiting">
          {waiting.map((entry) => (
            <li key={entry.seq}>
              <WaitingRow entry={entry} />
            </li>
          ))}
        </ol>
      )}
      <div className="field-space" />
      {waiting.length > 0 && (
        <div className="field-bar">
          {!isConnected && (
            <p className="field-bar__words">No connection. It sends by itself once you’re online.</p>
          )}
          <div className="field-bar__row">
            <Button className="is-main" busy={isBusy} onClick={() => void send()}>
              Send now
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function WaitingRow({ entry }: { entry: Entry }) {
  const size = sizeOf(entry);
  const words = writtenWords(entry.deed);
  const part = usePart(entry.deed.kind === 'file' ? entry.deed.file : '');
  const held = heldWords(entry);
  return (
    <div className="waiting__row">
      <Glyph name="waiting" />
      <div>
        <strong>{deedWords(entry.deed)}</strong>
        {words !== undefined && <p className="waiting__words">{words}</p>}
        <p>
          {entry.about.number} · {entry.about.customer}
        </p>
        <p className="field-words">
          Waiting since {moment(entry.made_at)}
          {size !== undefined && ` · ${fileSize(size)}`}
          {held !== undefined && part === undefined && ` · ${held}`}
        </p>
        {part !== undefined && size !== undefined && size > WORTH_A_BAR && (
          <progress
            className="waiting__part"
            aria-label={`Sending ${words ?? 'a file'}`}
            value={part}
            max={1}
          />
        )}
        {held !== undefined && part === undefined && <SendNow entry={entry} />}
      </div>
    </div>
  );
}

/** What is gone with a piece or two needs no bar. */
const WORTH_A_BAR = 2_000_000;
