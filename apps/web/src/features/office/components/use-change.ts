import { notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { enquiryQuery, isConflict } from '../api.ts';
import type { Enquiry, Target } from '../api.ts';

interface Changes {
  /** Makes a change to the enquiry as it is shown; whether it worked. */
  run: (work: (target: Target) => Promise<Enquiry>, done: string) => Promise<boolean>;
  isRunning: boolean;
  /** Why the last one did not work. */
  refusal: string | undefined;
  reset: () => void;
}

const conflict =
  'Somebody was faster: this enquiry has changed meanwhile. You see it now as it is, and what you typed is still here. Look at it again, then send it again.';

/**
 * The changes that one part of the page makes. When somebody else was faster the enquiry is read again, and whatever was
 * typed stays, because it belongs to the form and not to the enquiry.
 */
export function useChange({ id, version }: Target): Changes {
  const queryClient = useQueryClient();
  const { queryKey } = enquiryQuery(id);
  const mutation = useMutation({
    // One after the other: whoever presses two buttons in a row has not been overtaken by themselves.
    scope: { id: queryKey.join(' ') },
    mutationFn: (work: (target: Target) => Promise<Enquiry>) =>
      work({ id, version: queryClient.getQueryData<Enquiry>(queryKey)?.version ?? version }),
    onSuccess: (enquiry) => {
      queryClient.setQueryData(queryKey, enquiry);
      // The lists and the figures hear of it, too; the stream may be a moment away.
      void queryClient.invalidateQueries({ queryKey: [queryKey[0]], refetchType: 'none' });
    },
    onError: (error) => {
      if (isConflict(error)) return queryClient.invalidateQueries({ queryKey });
      return undefined;
    },
  });
  return {
    run: async (work, done) => {
      if (mutation.isPending) return false;
      try {
        await mutation.mutateAsync(work);
      } catch {
        return false;
      }
      notify({ level: 'success', text: done });
      return true;
    },
    isRunning: mutation.isPending,
    refusal: mutation.error ? words(mutation.error) : undefined,
    reset: mutation.reset,
  };
}

function words(error: Error): string {
  return isConflict(error) ? conflict : error.message;
}
