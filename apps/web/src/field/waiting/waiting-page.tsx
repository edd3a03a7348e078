import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { fileSize, moment } from '../../lib/format.ts';
import { usePage } from '../../lib/page.ts';
import { countWords } from '../day/words.ts';
import { Glyph } from '../frame/glyph.tsx';
import type { Entry } from '../outbox/entry.ts';
import { useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { RefusedCards } from './refused-card.tsx';
import { deedWords, sizeOf, writtenWords } from './words.ts';
import './waiting.css';

/** What has not been sent, in the order in which it was done. */
export function WaitingPage() {
  usePage('What waits to be sent');
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
        <h1>What waits to be sent</h1>
        <p>
          {waiting.length === 0 ? 'Nothing waits.' : `${countWords(waiting.length, 'thing')}, in this order`}
        </p>
      </div>
      {session !== undefined && session.user.role !== 'technician' && (
        <section className="field-card" aria-label="You are in the office now">
          <p>
            You did this as a technician. It is still sent from here; then this page leads you to the office.
          </p>
          <a className="m-button m-button--secondary" href="/">
            To the office
          </a>
        </section>
      )}
      <RefusedCards />
      {waiting.length === 0 && !hasRefused && (
        <section className="field-card">
          <h2>Everything is sent</h2>
          <p className="field-words">
            What you do without a connection waits here, also when you close the page or the battery dies.
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
            <p className="field-bar__words">No connection: it is sent by itself as soon as there is one.</p>
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
        </p>
      </div>
    </div>
  );
}
