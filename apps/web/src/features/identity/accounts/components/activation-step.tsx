import { Button, ButtonLink } from '@muster/ui/button';
import { PasswordField } from '@muster/ui/password-field';
import { type FormEvent, useRef, useState } from 'react';
import { activate, type ActivationLink, resendActivation } from '../api.ts';
import { type LinkState, linkStateOf } from '../model/link.ts';
import { formText } from '../../../../lib/forms/form-text.ts';
import { leaving } from '../../../../lib/page/page.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCall } from './use-call.ts';
import { Username } from './username.tsx';
import { SendLinkForm } from './send-link-form.tsx';
import './link-actions.css';
import './notice.css';

interface ActivationStepProps {
  token: string;
  link: ActivationLink;
  login: string;
  /** A new link is on its way, in place of this one. */
  isSent: boolean;
  onSent: () => void;
  /** This link is of no use, and says nothing about where to send another. */
  onOther: () => void;
  onActivated: () => void;
  onState: (state: LinkState) => void;
}

/** The next step for a link, whatever has become of it. */
export function ActivationStep({ link, login, isSent, onSent, onOther, ...form }: ActivationStepProps) {
  if (link.state === 'ready' || link.state === 'password')
    return <ActivationForm {...form} asksPassword={link.state === 'password'} email={link.email} />;
  if (link.state === 'expired') return <NewLinkForm token={form.token} isSent={isSent} onSent={onSent} />;
  return (
    <div className="link-actions">
      {link.state === 'used' ? (
        <>
          <ButtonLink href={login} wide>
            Sign in
          </ButtonLink>
          <ButtonLink href="/forgot-password" variant="quiet" wide>
            Forgot your password?
          </ButtonLink>
        </>
      ) : (
        <Button wide onClick={onOther}>
          Get a new link
        </Button>
      )}
    </div>
  );
}

const missing = 'Enter the password you chose when you registered.';

interface ActivationFormProps {
  token: string;
  /** This is not the browser that registered. */
  asksPassword: boolean;
  email: string | null;
  onActivated: () => void;
  /** The link turned out to be in another state than it was when the page looked. */
  onState: (state: LinkState) => void;
}

function ActivationForm({ token, asksPassword, email, onActivated, onState }: ActivationFormProps) {
  const [isMissing, setMissing] = useState(false);
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = formText(new FormData(event.currentTarget), 'password');
    setMissing(asksPassword && password === '');
    if (!asksPassword || password !== '') await call.run(() => send(password));
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }

  async function send(password: string): Promise<void> {
    try {
      await activate(asksPassword ? { token, password } : { token });
    } catch (error) {
      const state = linkStateOf(error);
      if (state === undefined || (state === 'password' && asksPassword)) throw error;
      onState(state);
      return;
    }
    onActivated();
    await leaving();
  }

  const problem = isMissing ? missing : call.problemAt('password');
  return (
    <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      {asksPassword && (
        <>
          <Username masked={email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            readOnly={call.isRunning}
            state={problem ? 'invalid' : 'unknown'}
            error={problem}
            onChange={() => {
              setMissing(false);
              call.forget('password');
            }}
          />
        </>
      )}
      <SubmitButton
        label="Activate and sign in"
        running="Activating…"
        isRunning={call.isRunning}
        left={call.left}
      />
      <Refusal text={call.refusal} />
    </form>
  );
}

interface NewLinkFormProps {
  /** Of the link that has expired: it still says where to send the next. */
  token: string;
  isSent: boolean;
  onSent: () => void;
}

function NewLinkForm({ token, isSent, onSent }: NewLinkFormProps) {
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

/** While the mail with the activation link is on its way: what to do when it does not come. */
export function CheckMail() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SendLinkForm label="Send a new link" quiet send={resendActivation} onSent={setSentTo}>
      <noscript>
        <p>You need JavaScript to get a new link. Turn it on and reload this page.</p>
      </noscript>
      <output>
        {sentTo === undefined ? (
          <span className="notice notice--plain">
            No email, or an old link? Check your spam folder, or get a new link.
          </span>
        ) : (
          <span className="notice">
            If {sentTo} is waiting to be activated, an email is on its way. Only the link in the latest one
            works.
          </span>
        )}
      </output>
    </SendLinkForm>
  );
}
