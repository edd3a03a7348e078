import { notify } from '@muster/ui/toast';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { endOtherSessions, endSession, sessionsQuery } from '../../features/accounts/api.ts';
import type { SessionEntry } from '../../features/accounts/api.ts';
import { SessionList } from '../../features/accounts/components/session-list.tsx';
import { ActionButton } from '../../lib/kit/action-button.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';

export function SignedIn() {
  const sessions = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const one = useEnding(
    ({ id }: SessionEntry) => endSession(id),
    ({ device }) => `${device} is signed out.`,
  );
  const others = useEnding<undefined>(endOtherSessions, () => 'Every other browser is signed out.');
  // The button goes away with the session that it ended.
  const whenDone = { onSuccess: () => heading.current?.focus() };
  return (
    <section className="security" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <p>If you do not know one of these browsers, sign it out and change your password.</p>
      <Loaded query={sessions} what="Your sessions" skeleton={<RowSkeleton rows={2} height={60} />}>
        {(list) => (
          <>
            <SessionList
              sessions={list}
              ending={(id) => others.isPending || (one.isPending && one.variables.id === id)}
              onEnd={(session) => one.mutate(session, whenDone)}
            />
            {list.length > 1 && (
              <ActionButton
                mt="md"
                busy={others.isPending}
                onClick={() => others.mutate(undefined, whenDone)}
              >
                Sign out everywhere else
              </ActionButton>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Ends sessions, says so, and reads the list again in any case: a session may have ended before. */
function useEnding<T>(end: (what: T) => Promise<unknown>, words: (what: T) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: (_, what) => notify({ level: 'success', text: words(what) }),
    onError: (error) => notify({ level: 'error', text: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
