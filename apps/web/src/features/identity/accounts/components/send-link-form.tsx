import { isMailAddress } from '@muster/domain/values/email';
import { Field } from '@muster/ui/field';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { formText } from '../../../../lib/forms/form-text.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { pendingAddress, rememberPendingAddress } from '../model/pending-address.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCall } from './use-call.ts';

interface SendLinkFormProps {
  label: string;
  /** The step is a repeat of one that was made elsewhere, so it should not shout. */
  quiet?: boolean | undefined;
  send: (body: { email: string }) => Promise<{ retry_after: number }>;
  onSent: (email: string) => void;
  children?: ReactNode;
}

/**
 * Has a link sent to an address. How soon another may follow is up to the server, which counts by address: for
 * another address there is nothing to wait for. The input is the browser's, as in the sign-in form.
 */
export function SendLinkForm({ label, quiet, send, onSent, children }: SendLinkFormProps) {
  const [isInvalid, setInvalid] = useState(false);
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Known from the page before, and not to be written where somebody typed, or is about to, while this script loaded.
    const input = form.current?.querySelector('input');
    if (input?.value === '' && document.activeElement !== input) input.value = pendingAddress() ?? '';
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = formText(new FormData(event.currentTarget), 'email').trim();
    setInvalid(!isMailAddress(email));
    if (!isMailAddress(email)) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    await call.run(async () => {
      const { retry_after: seconds } = await send({ email });
      rememberPendingAddress(email);
      call.waitFor(seconds);
      onSent(email);
    });
  }

  return (
    <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={call.isRunning}
        state={isInvalid ? 'invalid' : 'unknown'}
        error="Enter an email address like name@example.com."
        onChange={() => {
          setInvalid(false);
          call.reset();
        }}
      />
      {children}
      <SubmitButton
        label={label}
        running="Sending…"
        variant={quiet ? 'secondary' : 'primary'}
        isRunning={call.isRunning}
        left={call.left}
        again={quiet ? label : undefined}
      />
      <Refusal text={call.refusal} />
    </form>
  );
}
