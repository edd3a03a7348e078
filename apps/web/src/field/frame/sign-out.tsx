import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { signOut } from '../day/leave.ts';
import { countWords } from '../day/words.ts';
import { useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { Sheet } from './sheet.tsx';

/** Asks before somebody leaves: what waits stays on this phone, and only they can send it. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const { entries, isConnected } = useField();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const waiting = entries.filter(({ state }) => state !== 'sent').length;
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
          ? 'There is no connection, so the server cannot be told. You are still signed in: sign out when you have reception.'
          : error.message,
      );
    }
  }
  return (
    <Sheet title="Sign out?" size="low" onClose={onClose}>
      {waiting > 0 ? (
        <p>
          <strong>
            {countWords(waiting, 'thing')} on this phone {waiting === 1 ? 'has' : 'have'} not been sent.
          </strong>{' '}
          They stay on this phone and are sent when you sign in here again. Nobody else can see or send them.
        </p>
      ) : (
        <p>Your visits are removed from this phone. Everything you did is sent.</p>
      )}
      {problem !== undefined && (
        <p className="field-words" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      <div className="field-stack">
        {waiting > 0 && (
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
          Stay
        </Button>
      </div>
    </Sheet>
  );
}
