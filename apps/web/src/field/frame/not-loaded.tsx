import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { DaySkeleton } from './skeleton.tsx';

/** In the place of visits that are not on the phone: they are coming, or why they are not. */
export function NotLoaded() {
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
      <h2>Couldn’t load your visits</h2>
      <p>
        {problem ?? 'There’s no connection.'} Once they’ve loaded on this phone, they open without a
        connection too.
      </p>
      <Button className="is-main" busy={isBusy} onClick={() => void again()}>
        Try again
      </Button>
    </div>
  );
}
