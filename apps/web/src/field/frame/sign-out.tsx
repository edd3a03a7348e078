import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import { hasDrafts } from '../../lib/storage/phone-data.ts';
import { signOut, refresh } from '../sync.ts';
import { countWords } from '../day/words.ts';
import { isHeld } from '../outbox/line-kind.ts';
import { useField } from '../state.ts';
import { leavingWords, writtenWords } from '../waiting/words.ts';
import { SendNow } from '../work/waiting-file.tsx';
import { Sheet } from './sheet.tsx';

/** Asks before somebody leaves: what waits stays on this phone, and only they can send it. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const { entries, isConnected, session } = useField();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const waiting = entries.filter(({ state }) => state !== 'sent').length;
  const held = entries.filter(isHeld);
  const going = entries.filter(({ state }) => state === 'waiting').length - held.length;
  async function leave() {
    setBusy(true);
    setProblem(undefined);
    try {
      await signOut();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      setProblem(
        error.status === 0
          ? 'There’s no connection, so you’re still signed in. Sign out when you’re back online.'
          : error.message,
      );
    }
  }
  return (
    <Sheet title="Sign out?" onClose={onClose}>
      {waiting > 0 ? (
        <p>
          <strong>
            {countWords(waiting, 'thing')} on this phone {waiting === 1 ? 'has' : 'have'} not been sent.
          </strong>{' '}
          {leavingWords(waiting, going)}
        </p>
      ) : (
        <p>Your visits will be removed from this phone. Everything you did has been sent.</p>
      )}
      {held.length > 0 && (
        <section className="field-stack" aria-label="Large files">
          <p>
            {countWords(held.length, 'large file')} {held.length === 1 ? 'waits' : 'wait'} for Wi-Fi, or for
            you.
          </p>
          {held.map((entry) => (
            <div key={entry.seq} className="field-stack">
              <span className="field-words">{writtenWords(entry.deed)}</span>
              <SendNow entry={entry} />
            </div>
          ))}
        </section>
      )}
      {session !== undefined && hasDrafts(session.user.id) && (
        <p>
          <strong>You started something and haven’t saved it.</strong> It’s deleted when you sign out: save it
          at its visit first.
        </p>
      )}
      {problem !== undefined && (
        <p className="field-words" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      <div className="field-stack">
        {going > 0 && (
          <Button className="is-main" wide disabled={!isConnected} onClick={() => void refresh()}>
            {isConnected ? 'Send first' : 'Send first (no connection)'}
          </Button>
        )}
        <Button
          className="is-main"
          wide
          variant={waiting > 0 ? 'secondary' : 'primary'}
          busy={isBusy}
          onClick={() => void leave()}
        >
          {waiting > 0 ? 'Sign out anyway' : 'Sign out'}
        </Button>
        <Button className="is-main" wide variant="quiet" onClick={onClose}>
          Stay signed in
        </Button>
      </div>
    </Sheet>
  );
}
