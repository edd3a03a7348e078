import {
  employeeCounts,
  type EnquiryField,
  enquiryFields,
  type EnquiryInput,
  enquiryMessage,
  isValidEnquiryField,
  submitCheckedFields,
} from '@muster/domain/sales/enquiries/rules';
import { SUCCESS } from '@muster/domain/values/code';
import { Overlay } from '@muster/ui/overlay';
import { type ReactNode, useEffect, useState } from 'react';
import { Field, TextAreaField } from '@muster/ui/field';
import { Select } from '@muster/ui/select';
import { notify } from '@muster/ui/toast';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import type { FormRules } from '../../../../lib/forms/form-flags.ts';
import { formText } from '../../../../lib/forms/form-text.ts';
import { noAddress, settingUp } from '../../../../lib/forms/form-words.ts';
import { usePublicForm } from '../../../../lib/forms/public-form.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { SuccessPanel } from '../../../../lib/forms/success-panel.tsx';
import { type Industry, loadIndustries, sendEnquiry } from '../api.ts';
import { PhoneField } from '../../../../lib/forms/phone-field.tsx';
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
          <p>Sending an enquiry needs JavaScript. Turn it on, then reload this page.</p>
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
        Your reference is <strong>{reference}</strong>. We’ll reply to <strong>{email}</strong>.
      </p>
      <p>
        Our sales team will get back to you by <strong>{dayOf(answer_by)}</strong>. We’ve also emailed you the
        reference.
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

/** As text: where the browser's own number field meets a letter it lets it in or empties itself. */
const number = { inputMode: 'numeric', autoComplete: 'off' } as const;
const employeeOptions = employeeCounts.map((count) => ({ value: count, label: count }));

interface EnquiryFieldsProps {
  field: ReturnType<typeof usePublicForm<EnquiryField>>['field'];
  /** As typed so far, for the hint that Name carries. */
  email: string;
  industries: ReturnType<typeof useIndustries>;
  /** The form was held back by them, which are never invalid. */
  areNotesMissing: boolean;
  onPhoneFormatted: () => void;
}

function EnquiryFields({ field, email, industries, areNotesMissing, onPhoneFormatted }: EnquiryFieldsProps) {
  return (
    <>
      <div className="enquiry__pair">
        {/* The hint is the specification's, §2, kept as shown there. */}
        <Field
          label="Name"
          autoComplete="name"
          title={`Valid email is required: ${email}`}
          {...field('name')}
        />
        <PhoneField label="Phone" onFormatted={onPhoneFormatted} {...field('phone')} />
      </div>
      <Field
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We’ll reply to this address."
        {...field('email')}
      />
      <IndustrySelect {...field('industry_id')} {...industries} />
      <Select
        label="Number of Employees"
        placeholder="Select Number of Employees"
        options={employeeOptions}
        {...field('employees_no')}
      />
      <div className="enquiry__pair enquiry__pair--numbers">
        <Field
          label="Number of Technicians"
          hint="People on the road."
          {...number}
          {...field('technicians_no')}
        />
        <Field
          label="Number of Licenses required"
          hint="One for each technician."
          {...number}
          {...field('licenses_required')}
        />
      </div>
      <TextAreaField
        label="Notes"
        hint={
          areNotesMissing ? (
            <strong>{enquiryMessage('notes')}</strong>
          ) : (
            'What you do, and what you’d like to make easier.'
          )
        }
        {...field('notes')}
      />
    </>
  );
}

type IndustrySelectProps = ReturnType<typeof useIndustries> &
  Pick<Parameters<typeof Select>[0], 'name' | 'state' | 'error' | 'required'>;

function IndustrySelect({ industries, isMissing, reload, error, ...field }: IndustrySelectProps) {
  const options = industries.map(({ id, name }) => ({ value: String(id), label: name }));
  const missing = (
    <>
      We couldn’t load the industries.{' '}
      <button type="button" className="enquiry__reload" onClick={reload}>
        Try again
      </button>
    </>
  );
  return (
    <Select
      label="Industry"
      placeholder="Select Industry"
      options={options}
      {...field}
      hint={isMissing && missing}
      error={isMissing ? missing : error}
    />
  );
}

const none: readonly Industry[] = [];

/** The industries for a public page, which has no query cache: none before they arrive, and none when they do not. */
function useIndustries() {
  const [found, setFound] = useState<readonly Industry[] | undefined>(none);
  useEffect(() => {
    void find().then(setFound);
  }, []);
  return {
    industries: found ?? none,
    isMissing: found === undefined,
    reload: () => void find().then(setFound),
  };
}

/** Undefined when there was no use for the answer, or there was none. */
async function find(): Promise<readonly Industry[] | undefined> {
  try {
    const { code, data } = await loadIndustries();
    return code === SUCCESS ? data : undefined;
  } catch (error) {
    notify({ level: 'error', text: (error as Error).message });
    return undefined;
  }
}
