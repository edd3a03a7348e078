import { isEmail } from '../../values/email.ts';
import { isOneLine } from '../../values/one-line.ts';

/** What a person fills in to enquire, by the names that cross the wire, in the order of the form. */
export const enquiryFields = [
  'name',
  'phone',
  'email',
  'industry_id',
  'employees_no',
  'technicians_no',
  'licenses_required',
  'notes',
] as const;

export type EnquiryField = (typeof enquiryFields)[number];
/** As entered; numbers, too. */
export type EnquiryInput = Readonly<Record<EnquiryField, string>>;

/** The specification's submit check, §5: every flag but that of the licences. */
export const submitCheckedFields = enquiryFields.filter((field) => field !== 'licenses_required');

export const employeeCounts = ['1-10', '10-25', '25-50', '50-100', '100+'] as const;
export type EmployeeCount = (typeof employeeCounts)[number];

/** A phone number has more characters than this. */
export const ENQUIRY_PHONE_LONGER_THAN = 8;

/** Beyond these nobody means it. The form lets them pass; the server says no, in words. */
export const enquiryLimits = { name: 200, phone: 30, email: 254, people: 100_000, notes: 5_000 } as const;

export interface EnquiryProblem {
  field: EnquiryField;
  /** What to do, in words for a person. */
  message: string;
}

interface Rule {
  isValid: (text: string) => boolean;
  message: string;
}

const rules: Record<EnquiryField, Rule> = {
  name: { isValid: (text) => text.trim() !== '', message: 'Enter your name.' },
  phone: {
    isValid: (text) => text.length > ENQUIRY_PHONE_LONGER_THAN,
    message: 'Enter a phone number with its area code, like (02) 9876 5432.',
  },
  email: {
    isValid: isEmail,
    message:
      'Enter an email address like name@example.com. If yours has a plus sign or a longer ending, put it in the notes.',
  },
  industry_id: { isValid: (text) => (wholeNumber(text) ?? 0) > 0, message: 'Choose your industry.' },
  employees_no: { isValid: isEmployeeCount, message: 'Choose how many people work for you.' },
  technicians_no: {
    // Not zero, and nothing else: the specification does not refuse what is below.
    isValid: (text) => (wholeNumber(text) ?? 0) !== 0,
    message: 'Enter how many technicians you have: a whole number, not 0.',
  },
  licenses_required: {
    isValid: (text) => (wholeNumber(text) ?? 0) > 0,
    message: 'Enter how many licences you need: a whole number from 1.',
  },
  notes: { isValid: () => true, message: 'Tell us a little about what you need.' },
};

/** The specification's rule for one field, as it decides the icon in the form. */
export function isValidEnquiryField(field: EnquiryField, input: EnquiryInput): boolean {
  return rules[field].isValid(input[field]);
}

export function enquiryMessage(field: EnquiryField): string {
  return rules[field].message;
}

/** Everything that breaks a rule, in the order of the form. */
export function enquiryProblems(input: EnquiryInput): EnquiryProblem[] {
  return enquiryFields
    .filter((field) => !isValidEnquiryField(field, input))
    .map((field) => ({ field, message: enquiryMessage(field) }));
}

/** What the server refuses: the same, licences included, and what is beyond all bounds or more than one line. */
export function refusedEnquiry(input: EnquiryInput): EnquiryProblem[] {
  return [...enquiryProblems(input), ...excesses(input)];
}

function excesses(input: EnquiryInput): EnquiryProblem[] {
  const problems: EnquiryProblem[] = [];
  for (const field of ['name', 'phone', 'email', 'notes'] as const) {
    const limit = enquiryLimits[field];
    if (input[field].length > limit)
      problems.push({ field, message: `${named[field]} can have up to ${thousands(limit)} characters.` });
  }
  for (const field of ['name', 'phone'] as const) {
    if (!isOneLine(input[field])) problems.push({ field, message: `${named[field]} must be on one line.` });
  }
  for (const field of ['technicians_no', 'licenses_required'] as const) {
    if (Math.abs(wholeNumber(input[field]) ?? 0) > enquiryLimits.people)
      problems.push({ field, message: `${named[field]} can be up to ${thousands(enquiryLimits.people)}.` });
  }
  return problems;
}

const named = {
  name: 'The name',
  phone: 'The phone number',
  email: 'The email address',
  notes: 'The notes',
  technicians_no: 'The number of technicians',
  licenses_required: 'The number of licences',
} as const;

export function isEmployeeCount(text: string): text is EmployeeCount {
  return (employeeCounts as readonly string[]).includes(text);
}

/** The integer that a text is written as; undefined where it is none, or no number can hold it exactly. */
export function wholeNumber(text: string): number | undefined {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

function thousands(number: number): string {
  return number.toLocaleString('en-AU');
}
