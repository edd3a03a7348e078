import { notify } from '@muster/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { changePassword, sessionsQuery } from '../../features/accounts/api.ts';
import { ChangePasswordForm } from '../../features/accounts/components/change-password-form.tsx';
import { renewSession } from '../leave.ts';
import { SignedIn } from './security-sessions.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import './security.css';

export function SecurityPage() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const queryClient = useQueryClient();

  function tellChanged() {
    notify({ level: 'success', text: 'Your password is changed. Every other browser is signed out.' });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }

  return (
    <SettingsFrame title="Security" lead={user.email}>
      <section className="security" aria-labelledby="password">
        <h2 id="password">Password</h2>
        <p>When you change it, we sign out every other browser at once and send you a mail.</p>
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
