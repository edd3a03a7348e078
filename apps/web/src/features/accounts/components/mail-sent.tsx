import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { wait } from '../../../lib/format.ts';
import { Refusal } from '../../../lib/refusal.tsx';
import { resendActivation } from '../api.ts';
import { useCall } from './use-call.ts';

/** After a registration: where its mail went, what to do with it, and another one if it does not come. */
export function MailSent({ to }: { to: string }) {
  const call = useCall();
  const [isSentAgain, setSentAgain] = useState(false);

  async function sendAgain() {
    await call.run(async () => {
      const { retry_after: seconds } = await resendActivation({ email: to });
      setSentAgain(true);
      call.waitFor(seconds);
    });
  }

  return (
    <>
      <h2>Check your mail</h2>
      <p>
        A {isSentAgain && 'new '}mail is on its way to <strong>{to}</strong>. Its link opens your account, for
        48 hours.
      </p>
      <p>No mail after a minute or two? Look into the spam folder, or have it sent again.</p>
      <div className="success-panel__actions">
        <Button
          variant="secondary"
          busy={call.isRunning}
          aria-disabled={call.left > 0 || undefined}
          onClick={() => void sendAgain()}
        >
          {call.left > 0 ? `Send again in ${wait(call.left)}` : 'Send again'}
        </Button>
        <a href="/activate">Didn’t get it?</a>
      </div>
      <Refusal text={call.refusal} />
    </>
  );
}
