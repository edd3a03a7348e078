import type { FormEvent } from 'react';
import { SubmitButton } from '../../../lib/submit-button.tsx';
import { resendActivation } from '../api.ts';
import { Refusal } from '../../../lib/refusal.tsx';
import { useCall } from './use-call.ts';

interface NewLinkFormProps {
  /** Of the link that has expired: it still says where to send the next. */
  token: string;
  isSent: boolean;
  onSent: () => void;
}

export function NewLinkForm({ token, isSent, onSent }: NewLinkFormProps) {
  const call = useCall();

  async function submit(event: FormEvent) {
    event.preventDefault();
    await call.run(async () => {
      const { retry_after: seconds } = await resendActivation({ token });
      call.waitFor(seconds);
      onSent();
    });
  }

  return (
    <form method="dialog" onSubmit={(event) => void submit(event)}>
      <SubmitButton
        label="Send a new link"
        running="Sending…"
        variant={isSent ? 'secondary' : 'primary'}
        isRunning={call.isRunning}
        left={call.left}
        again={isSent ? 'Send a new link' : undefined}
      />
      <Refusal text={call.refusal} />
    </form>
  );
}
