import {
  enquiryFields,
  enquiryMessage,
  isValidEnquiryField,
  submitCheckedFields,
} from '@muster/domain/enquiries/rules';
import type { EnquiryField, EnquiryInput } from '@muster/domain/enquiries/rules';
import { SUCCESS } from '@muster/domain/values/code';
import { Overlay } from '@muster/ui/overlay';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createAttempts } from '../../../lib/attempt.ts';
import type { FormRules } from '../../../lib/form-flags.ts';
import { formText } from '../../../lib/form-text.ts';
import { noAddress, settingUp } from '../../../lib/form-words.ts';
import { usePublicForm } from '../../../lib/public-form.ts';
import { SubmitButton } from '../../../lib/submit-button.tsx';
import { SuccessPanel } from '../../../lib/success-panel.tsx';
import { sendEnquiry } from '../api.ts';
import type { Industry } from '../api.ts';
import { EnquiryFields } from './enquiry-fields.tsx';
import { useIndustries } from './use-industries.ts';
import './enquiry-form.css';

/** The specification's words, §8. */
const submitted = 'Successfully Submitted.';

/** Of many forms, so that robots fill it in; but no browser and no password manager knows what to fill in there. */
const decoy = 'subject';
const place = 'muster-enquiry';

const rules: FormRules<EnquiryField> = {
  fields: enquiryFields,
  isValid: isValidEnquiryField,
  checked: submitCheckedFields,
  // Never invalid, yet to be validated like the others, §5: so it takes somebody who has been there.
  leftAlone: ['notes'],
};

export function EnquiryForm() {
  const industries = useIndustries();
  const [thanks, setThanks] = useState<ReactNode>();
  const [attempts] = useState(() => createAttempts(place));
  const { field, pointedAt, entered, isRunning, lookAgain, clear, say, refuse, form, props } = usePublicForm({
    rules,
    message: (name, text) => (name === 'email' && text === '' ? noAddress : enquiryMessage(name)),
    read,
    send,
  });

  // The page was left before an answer came: what was sent is put back, its industry once there are some to choose from.
  useEffect(() => {
    const unanswered = attempts.unanswered();
    if (!unanswered || !form.current) return;
    putBack(form.current, unanswered as EnquiryInput, industries.industries);
    lookAgain();
  }, [attempts, form, industries.industries, lookAgain]);

  async function send(input: EnquiryInput, form: HTMLFormElement) {
    const isDecoyFilled = formText(new FormData(form), decoy) !== '';
    const answer = await sendEnquiry(input, attempts.keyFor(input), isDecoyFilled);
    attempts.settle();
    if (answer.code !== SUCCESS) {
      refuse('error', answer);
      return;
    }
    clear();
    const { data } = answer;
    setThanks(data && 'reference' in data ? <Thanks email={input.email} {...data} /> : undefined);
    say({ level: 'success', text: submitted });
  }

  return (
    <>
      <SuccessPanel>{thanks}</SuccessPanel>
      <form {...props} className="enquiry">
        <EnquiryFields
          field={field}
          areNotesMissing={pointedAt === 'notes'}
          email={entered.email}
          industries={industries}
          onPhoneFormatted={lookAgain}
        />
        <Decoy />
        <noscript>
          <p>Sending an enquiry needs JavaScript. Please turn it on and reload this page.</p>
        </noscript>
        <SubmitButton label="Submit" running="Submitting…" isRunning={isRunning} left={0} />
        <Overlay open={isRunning} text={settingUp} />
      </form>
    </>
  );
}

interface ThanksProps {
  email: string;
  reference: string;
  answer_by: string;
}

/** What happens next. */
function Thanks({ email, reference, answer_by }: ThanksProps) {
  return (
    <>
      <h2>Thank you</h2>
      <p>
        Your enquiry is <strong>{reference}</strong>, and we will write to <strong>{email}</strong>.
      </p>
      <p>
        Somebody of our sales team answers by <strong>{dayOf(answer_by)}</strong>. The reference is in your
        mailbox, too.
      </p>
    </>
  );
}

/** Nobody sees it, so whoever fills it in is a robot. The enquiry is sent all the same: a browser may have been too helpful. */
function Decoy() {
  return (
    <div className="m-hidden" aria-hidden="true">
      <input
        name={decoy}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore="true"
        data-bwignore="true"
        data-lpignore="true"
        data-form-type="other"
        placeholder="Leave this empty"
      />
    </div>
  );
}

function read(form: HTMLFormElement): EnquiryInput {
  const values = new FormData(form);
  const texts = enquiryFields.map((field) => [field, formText(values, field).trim()]);
  return Object.fromEntries(texts) as Record<EnquiryField, string>;
}

/** By the calendar of our office. */
function dayOf(at: string): string {
  return new Date(at).toLocaleDateString('en-AU', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'Australia/Sydney',
  });
}

/** Fills in what is still empty. */
function putBack(form: HTMLFormElement, input: EnquiryInput, industries: readonly Industry[]): void {
  for (const field of enquiryFields) {
    const control = form.querySelector<HTMLInputElement>(`[name=${field}]`);
    const isOffered = field !== 'industry_id' || industries.some(({ id }) => String(id) === input[field]);
    if (control?.value === '' && isOffered) control.value = input[field];
  }
}
