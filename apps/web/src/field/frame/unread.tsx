import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { DaySkeleton } from './skeleton.tsx';

/** In the place of visits that are not on the phone: they are coming, or why they are not. */
export function Unread() {
  const { problem, isConnected } = useField();
  const [isBusy, setBusy] = useState(false);
  if (problem === undefined && isConnected) return <DaySkeleton />;
  async function again() {
    setBusy(true);
    await refresh();
    setBusy(false);
  }
  return (
    <div className="field-card" role="alert">
      <h2>Your visits could not be loaded</h2>
      <p>
        {problem ?? 'There is no connection.'} They have not been on this phone yet; as soon as they have,
        they open without a connection too.
      </p>
      <Button className="is-main" busy={isBusy} onClick={() => void again()}>
        Try again
      </Button>
    </div>
  );
}
