import { employeeCounts, enquiryMessage } from '@muster/domain/enquiries/rules';
import type { EnquiryField } from '@muster/domain/enquiries/rules';
import { Field, TextAreaField } from '@muster/ui/field';
import { NumberField } from '@muster/ui/number-field';
import { Select } from '@muster/ui/select';
import type { Flags } from '../../../lib/form-flags.ts';
import { PhoneField } from '../../../lib/phone-field.tsx';
import type { useIndustries } from './use-industries.ts';

const employeeOptions = employeeCounts.map((count) => ({ value: count, label: count }));

interface EnquiryFieldsProps {
  flags: Flags<EnquiryField>;
  /** As typed so far, for the hint that Name carries. */
  email: string;
  industries: ReturnType<typeof useIndustries>;
  onPhoneFormatted: () => void;
}

export function EnquiryFields({ flags, email, industries, onPhoneFormatted }: EnquiryFieldsProps) {
  const field = (name: EnquiryField) => ({
    name,
    state: flags[name],
    error: enquiryMessage(name),
    required: true,
  });
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
        <NumberField label="Number of Technicians" hint="People on the road." {...field('technicians_no')} />
        <NumberField
          label="Number of Licenses required"
          hint="One for each technician."
          {...field('licenses_required')}
        />
      </div>
      <TextAreaField label="Notes" hint="What you do, and what should become easier." {...field('notes')} />
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
