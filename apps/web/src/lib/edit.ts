import { dismiss, notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isConflict } from './api.ts';
import { createOwnVersions } from './own-versions.ts';

/** A record as somebody read it. The server refuses an edit of a version that is no longer the latest. */
export interface Versioned {
  id: string;
  version: number;
}

type Work<T> = (target: Versioned) => Promise<T>;

interface Edit<T> {
  /** Somebody begins to edit: their edit is about what they see now, whatever arrives while they type. */
  begin: () => void;
  /** Makes the edit, says `done` in a notification, and returns whether it worked. */
  run: (work: Work<T>, done: string) => Promise<boolean>;
  isRunning: boolean;
  /** Why the last edit did not work. */
  refusal: string | undefined;
  /** Nobody edits any more. */
  reset: () => void;
}

interface EditOptions<T> {
  /** Where the query cache holds the record. The lists that show it share the first part. */
  queryKey: readonly string[];
  /** What to say when somebody else changed the record first. */
  conflict: string;
  /** Takes an edit back, as long as it is the latest. */
  undo?: Work<T> | undefined;
  /** The version that an edit made, where it is not the one after the version that was sent. */
  madeBy?: ((record: T) => number | undefined) | undefined;
}

const own = createOwnVersions();

/**
 * The edits that one part of a page makes to a record. When somebody else was faster, the record is read again. Whatever was
 * typed stays, because it belongs to the form and not to the record.
 */
export function useEdit<T extends Versioned>(
  { id, version }: Versioned,
  { queryKey, conflict, undo, madeBy }: EditOptions<T>,
): Edit<T> {
  const queryClient = useQueryClient();
  /** The version that somebody saw. It is kept when an edit fails, because the server may have made the edit all the same. */
  const seen = useRef<number>(undefined);
  const mutation = useMutation({
    // One after the other: whoever presses two buttons in a row does not get in their own way.
    scope: { id: queryKey.join(' ') },
    mutationFn: async ({ work, from }: { work: Work<T>; from: number }) => {
      const target = { id, version: own.since(id, from) };
      const record = await work(target);
      const made = madeBy ? madeBy(record) : target.version + 1;
      if (made !== undefined) own.add(id, made);
      return { record, made };
    },
    onSuccess: ({ record }) => {
      seen.current = undefined;
      keep(record);
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      await queryClient.invalidateQueries({ queryKey });
      seen.current = queryClient.getQueryData<T>(queryKey)?.version;
    },
  });

  function keep(record: T) {
    queryClient.setQueryData(queryKey, record);
    // The lists and the figures are out of date as well, and the live stream may be a moment away.
    void queryClient.invalidateQueries({ queryKey: [queryKey[0]], refetchType: 'none' });
  }

  function takeBack(made: number) {
    void undoEdit({ id, version: made }, undo!, keep);
  }

  const refusalOf = (error: Error) => (isConflict(error) ? conflict : error.message);
  return {
    begin: () => void (seen.current ??= version),
    run: async (work, done) => {
      if (mutation.isPending) return false;
      seen.current ??= version;
      try {
        const { made } = await mutation.mutateAsync({ work, from: seen.current });
        sayDone(done, undo && made !== undefined ? () => takeBack(made) : undefined);
      } catch {
        return false;
      }
      return true;
    },
    isRunning: mutation.isPending,
    refusal: mutation.error ? refusalOf(mutation.error) : undefined,
    reset: () => {
      seen.current = undefined;
      mutation.reset();
    },
  };
}

/** Long enough to read what was done and to think better of it. */
const undoSeconds = 8;
let said: number | undefined;

/** Only the last edit is said: on a phone a stack of notifications would cover the buttons for the next one. */
export function sayDone(text: string, undo?: () => void): void {
  if (said !== undefined) dismiss(said);
  said = notify({
    level: 'success',
    text,
    ...(undo ? { seconds: undoSeconds, action: { label: 'Undo', run: undo } } : {}),
  });
}

/** Makes an edit of what somebody saw, and of what they have made of it themselves since. */
export async function editOnce<T extends Versioned>({ id, version }: Versioned, work: Work<T>): Promise<T> {
  const record = await work({ id, version: own.since(id, version) });
  own.add(id, record.version);
  return record;
}

/** Takes an edit back, and says so; or why not. */
export async function undoEdit<T extends Versioned>(
  made: Versioned,
  undo: Work<T>,
  keep: (record: T) => void,
): Promise<void> {
  try {
    const record = await undo(made);
    own.add(record.id, record.version);
    keep(record);
    sayDone('Undone.');
  } catch (error) {
    notify({ level: 'error', text: (error as Error).message });
  }
}
