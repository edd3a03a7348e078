import { ButtonLink } from '@muster/ui/button';
import { isValidRegistrationField, registrationMessage } from '@muster/domain/identity/accounts/rules';
import { acceptInvitation, type InvitationLink } from '../api.ts';
import type { FormRules } from '../../../../lib/forms/form-flags.ts';
import { formText } from '../../../../lib/forms/form-text.ts';
import { usePublicForm } from '../../../../lib/forms/public-form.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { invitationStateOf } from '../model/link.ts';
import { ChosenPasswordFields, NameFields } from './person-fields.tsx';
import { HiddenUsername } from './username.tsx';
import './link-actions.css';

interface InvitationStepProps {
  /** Undefined where there is no link at all. */
  token: string | undefined;
  state: InvitationLink['state'];
  email: string | null;
  login: string;
  onAccepted: () => void;
  onState: (state: InvitationLink['state']) => void;
}

/** The next step for an invitation, whatever has become of it. */
export function InvitationStep({ token, state, email, login, ...form }: InvitationStepProps) {
  if (state === 'ready' && token !== undefined)
    return <InvitationForm token={token} email={email} {...form} />;
  const signsIn = state === 'used' || state === 'taken';
  return (
    <div className="link-actions">
      <ButtonLink href={login} variant={signsIn ? 'primary' : 'quiet'} wide>
        {signsIn ? 'Sign in' : 'Back to sign in'}
      </ButtonLink>
      {signsIn && (
        <ButtonLink href="/forgot-password" variant="quiet" wide>
          Forgot your password?
        </ButtonLink>
      )}
    </div>
  );
}

const fields = ['first_name', 'last_name', 'password', 'password_confirmation'] as const;
type Field = (typeof fields)[number];

/** Those of a registration, as far as it asks for the same. */
const rules: FormRules<Field> = {
  fields,
  isValid: (field, entered) => isValidRegistrationField(field, { ...entered, phone: '', email: '' }),
  follows: { password_confirmation: 'password' },
  checked: fields,
};

interface InvitationFormProps {
  token: string;
  email: string | null;
  onAccepted: () => void;
  /** The link turned out to be in another state than it was when the page looked. */
  onState: (state: InvitationLink['state']) => void;
}

function InvitationForm({ token, email, onAccepted, onState }: InvitationFormProps) {
  const {
    field: known,
    entered,
    isRunning,
    props,
  } = usePublicForm({ rules, message: registrationMessage, read, send });
  const field = (name: Field) => ({ ...known(name), readOnly: isRunning });

  async function send(person: Readonly<Record<Field, string>>): Promise<void> {
    try {
      await acceptInvitation({ token, ...person });
    } catch (error) {
      const state = invitationStateOf(error);
      if (state === undefined || state === 'ready') throw error;
      onState(state);
      return;
    }
    onAccepted();
    // The button stays busy until the browser has left.
    await new Promise(() => {});
  }

  return (
    <form {...props}>
      <HiddenUsername email={email ?? ''} />
      <NameFields field={field} />
      <ChosenPasswordFields field={field} password={entered.password} />
      <SubmitButton label="Accept and sign in" running="Signing in…" isRunning={isRunning} left={0} />
    </form>
  );
}

function read(form: HTMLFormElement): Record<Field, string> {
  const values = new FormData(form);
  return {
    first_name: formText(values, 'first_name').trim(),
    last_name: formText(values, 'last_name').trim(),
    password: formText(values, 'password'),
    password_confirmation: formText(values, 'password_confirmation'),
  };
}
