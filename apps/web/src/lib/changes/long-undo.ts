import type { LongUndo } from '@muster/domain/basics/changes/schema';
import { createStore, useStore } from '@muster/ui/store';
import { useEffect } from 'react';
import { answer, api, isGone, isUnauthenticated } from '../api/api.ts';

/** As often as a bar should move; less often while the server cannot be reached. */
const lookMs = 500;
const lookAgainMs = 3_000;

const known = createStore<ReadonlyMap<string, LongUndo>>(new Map());
const following = new Map<string, Promise<LongUndo>>();

/**
 * Follows an undo that is done in the background until it is done or has failed; whoever asks for the same one meanwhile follows it
 * together. Who asks after its end looks again, because it may have been tried again.
 */
export function followUndo(id: string): Promise<LongUndo> {
  const followed = following.get(id) ?? follow(id).finally(() => following.delete(id));
  following.set(id, followed);
  return followed;
}

async function follow(id: string): Promise<LongUndo> {
  for (;;) {
    try {
      const params = { path: { id } };
      const found = await answer(api.GET('/services/scheduling/api/v1/undos/{id}', { params }));
      known.set(new Map(known.get()).set(id, found));
      if (found.state === 'done' || found.state === 'failed') return found;
      await pause(lookMs);
    } catch (error) {
      // It goes on without us; only who may not see it, or what is gone, is never told.
      if (isGone(error) || isUnauthenticated(error)) throw error;
      await pause(lookAgainMs);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How far an undo is that is under way. */
export function useLongUndo(id: string | null): LongUndo | undefined {
  useEffect(() => {
    if (id !== null) followUndo(id).catch(() => {});
  }, [id]);
  return useStore(known, (known) => (id === null ? undefined : known.get(id)));
}

/** "waiting for its turn", "getting ready", "12,000 of 40,000 items". */
export function progressInWords(undo: LongUndo | undefined): string {
  if (undo === undefined || undo.state === 'waiting') return 'waiting for its turn';
  const { done, total } = undo;
  if (done === 0) return 'getting ready';
  if (done === total) return 'finishing';
  return `${done.toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')} items`;
}
