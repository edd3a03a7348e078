import { notify } from '@muster/ui/toast';
import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import {
  changePassword,
  endOtherSessions,
  endSession,
  type SessionEntry,
  sessionsQuery,
} from '../../../features/identity/accounts/api.ts';
import { ChangePasswordForm } from '../../../features/identity/accounts/components/change-password-form.tsx';
import { renewSession } from '../../leave.ts';
import { SessionList } from '../../../features/identity/accounts/components/session-list.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';
import './security.css';

export function SecurityPage() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const queryClient = useQueryClient();

  function tellChanged() {
    notify({ level: 'success', text: 'Your password has changed. You’re signed out everywhere else.' });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }

  return (
    <SettingsFrame title="Security" lead={user.email}>
      <section className="security" aria-labelledby="password">
        <h2 id="password">Password</h2>
        <p>When you change it, we sign you out everywhere else and send you an email.</p>
        <ChangePasswordForm
          email={user.email}
          change={(body) => renewSession(() => changePassword(body))}
          onChanged={tellChanged}
        />
      </section>
      {/* Last, because it grows when it arrives and must not move a button that somebody is about to press. */}
      <SignedIn />
    </SettingsFrame>
  );
}

function SignedIn() {
  const sessions = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const one = useEnding(
    ({ id }: SessionEntry) => endSession(id),
    ({ device }) => `${device} is signed out.`,
  );
  const others = useEnding<undefined>(endOtherSessions, () => 'You’re signed out everywhere else.');
  // The button goes away with the session that it ended.
  const whenDone = { onSuccess: () => heading.current?.focus() };
  return (
    <section className="security" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you’re signed in
      </h2>
      <p>Don’t recognise one of these? Sign it out and change your password.</p>
      <Loaded query={sessions} what="your sessions" skeleton={<RowSkeleton rows={2} height={60} />}>
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
                whenReadOnly
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
