import type { OwnHours } from '@muster/domain/my-hours/schema';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, answer, api } from '../../lib/api.ts';
import { type KeptHours, keepHours, readKeptHours } from '../day/kept.ts';
import { READING_MS } from '../day/session.ts';
import { useField } from '../state.ts';

let hours: KeptHours | undefined;
const listeners = new Set<() => void>();

function become(next: KeptHours): void {
  hours = next;
  for (const listen of listeners) listen();
}

/** The office seldom changes them: asked for once an hour, whenever the visits are read. */
const FRESH_MS = 3_600_000;

/** Keeps the hours of whoever is signed in on the phone, so that the week opens without a connection. */
export function useKeepHours(): void {
  const { session, readAt } = useField();
  const user = session?.user.id;
  useEffect(() => {
    if (user !== undefined && readAt !== undefined) void readHours(user);
  }, [user, readAt]);
}

async function readHours(user: string): Promise<void> {
  const kept = hours ?? (await readKeptHours().catch(() => undefined));
  if (kept?.user === user && hours === undefined) become(kept);
  if (kept?.user === user && Date.now() - kept.read_at < FRESH_MS) return;
  try {
    const { rows } = await answer(
      api.GET('/services/scheduling/api/v1/my/hours', { signal: AbortSignal.timeout(READING_MS) }),
    );
    become({ user, rows, read_at: Date.now() });
    await keepHours(hours!);
  } catch (error) {
    // Without a connection those of before count; the session's end is found by whoever reads the visits.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Undefined until they are known. */
export function useHours(): readonly OwnHours[] | undefined {
  const { session } = useField();
  const known = useSyncExternalStore(
    (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    () => hours,
  );
  return known?.user === session?.user.id ? known?.rows : undefined;
}
