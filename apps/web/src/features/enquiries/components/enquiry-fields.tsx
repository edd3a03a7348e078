import { employeeCounts, enquiryMessage } from '@muster/domain/enquiries/rules';
import type { EnquiryField } from '@muster/domain/enquiries/rules';
import { Field, TextAreaField } from '@muster/ui/field';
import { Select } from '@muster/ui/select';
import { PhoneField } from '../../../lib/phone-field.tsx';
import type { usePublicForm } from '../../../lib/public-form.ts';
import type { useIndustries } from './use-industries.ts';

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

export function EnquiryFields({
  field,
  email,
  industries,
  areNotesMissing,
  onPhoneFormatted,
}: EnquiryFieldsProps) {
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
        hint="Our answer goes here."
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
            'What you do, and what should become easier.'
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
      The industries could not be loaded.{' '}
      <button type="button" className="enquiry__reload" onClick={reload}>
        Load them again
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
