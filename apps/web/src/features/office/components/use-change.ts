import { notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { enquiryQuery, isConflict } from '../api.ts';
import type { Enquiry, Target } from '../api.ts';
import { createOwnChanges } from '../model/own-changes.ts';

type Work = (target: Target) => Promise<Enquiry>;

interface Changes {
  /** Somebody begins to edit: what they see now is what their change is about, whatever arrives while they type. */
  begin: () => void;
  /** Makes a change to the enquiry as it was seen then, or as it is shown; whether it worked. */
  run: (work: Work, done: string) => Promise<boolean>;
  isRunning: boolean;
  /** Why the last one did not work. */
  refusal: string | undefined;
  /** Nothing is edited any more. */
  reset: () => void;
}

interface Options {
  /** The version that a change has made, where it is not the one after that which was sent. */
  madeBy?: (enquiry: Enquiry) => number | undefined;
}

const conflict =
  'Somebody was faster: this enquiry has changed meanwhile. You see it now as it is, and what you typed is still here. Look at it again, then send it again.';

const own = createOwnChanges();

/**
 * The changes that one part of the page makes. When somebody else was faster the enquiry is read again, and whatever was
 * typed stays, because it belongs to the form and not to the enquiry.
 */
export function useChange({ id, version }: Target, { madeBy }: Options = {}): Changes {
  const queryClient = useQueryClient();
  const { queryKey } = enquiryQuery(id);
  /** The version somebody had before their eyes; kept when a change fails, because it may have been made all the same. */
  const seen = useRef<number>(undefined);
  const mutation = useMutation({
    // One after the other: whoever presses two buttons in a row has not been overtaken by themselves.
    scope: { id: queryKey.join(' ') },
    mutationFn: async ({ work, from }: { work: Work; from: number }) => {
      const target = { id, version: own.since(id, from) };
      const enquiry = await work(target);
      const made = madeBy ? madeBy(enquiry) : target.version + 1;
      if (made !== undefined) own.add(id, made);
      return enquiry;
    },
    onSuccess: (enquiry) => {
      seen.current = undefined;
      queryClient.setQueryData(queryKey, enquiry);
      // The lists and the figures hear of it, too; the stream may be a moment away.
      void queryClient.invalidateQueries({ queryKey: [queryKey[0]], refetchType: 'none' });
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      await queryClient.invalidateQueries({ queryKey });
      seen.current = queryClient.getQueryData<Enquiry>(queryKey)?.version;
    },
  });
  return {
    begin: () => void (seen.current ??= version),
    run: async (work, done) => {
      if (mutation.isPending) return false;
      seen.current ??= version;
      try {
        await mutation.mutateAsync({ work, from: seen.current });
      } catch {
        return false;
      }
      notify({ level: 'success', text: done });
      return true;
    },
    isRunning: mutation.isPending,
    refusal: mutation.error ? words(mutation.error) : undefined,
    reset: () => {
      seen.current = undefined;
      mutation.reset();
    },
  };
}

function words(error: Error): string {
  return isConflict(error) ? conflict : error.message;
}
