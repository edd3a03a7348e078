import { expect, test } from 'vitest';
import {
  employeeCounts,
  enquiryFields,
  enquiryProblems,
  refusedEnquiry,
  submitCheckedFields,
  wholeNumber,
  type EnquiryField,
  type EnquiryInput,
} from './rules.ts';

const good: EnquiryInput = {
  name: 'Olivia Owner',
  phone: '(02) 9876 5432',
  email: 'olivia@example.com',
  industry_id: '3',
  employees_no: '10-25',
  technicians_no: '8',
  licenses_required: '8',
  notes: '',
};

test('an enquiry that keeps every rule has no problem, also without notes', () => {
  expect(enquiryProblems(good)).toEqual([]);
  expect(refusedEnquiry(good)).toEqual([]);
});

test.each<[EnquiryField, string]>([
  ['name', ''],
  ['name', '  '],
  ['phone', ''],
  ['phone', '12345678'],
  ['email', 'olivia@example'],
  ['industry_id', ''],
  ['industry_id', '0'],
  ['employees_no', ''],
  ['employees_no', '1-5'],
  ['technicians_no', ''],
  ['technicians_no', '0'],
  ['technicians_no', '00'],
  ['technicians_no', '2.5'],
  ['technicians_no', '3 or 4'],
  ['licenses_required', ''],
  ['licenses_required', '0'],
  ['licenses_required', '-1'],
  ['licenses_required', '1e3'],
])('%s %j is the one problem, and is said in words', (field, value) => {
  const input = { ...good, [field]: value };
  expect(enquiryProblems(input)).toEqual([{ field, message: expect.stringMatching(/^\w.+\.$/) }]);
  expect(refusedEnquiry(input)).toEqual(enquiryProblems(input));
});

test.each<[EnquiryField, string]>([
  ['phone', '123456789'],
  ['phone', '+64 21 123 456'],
  ['technicians_no', '-3'],
  ['technicians_no', '+4'],
  ['technicians_no', ' 12 '],
  ['technicians_no', '100000'],
  ['licenses_required', '1'],
  ['licenses_required', '100000'],
  ['notes', 'n'.repeat(5_000)],
])('%s %j keeps the rules', (field, value) => {
  expect(refusedEnquiry({ ...good, [field]: value })).toEqual([]);
});

test.each(employeeCounts)('%s is a number of employees', (count) => {
  expect(enquiryProblems({ ...good, employees_no: count })).toEqual([]);
});

test.each<[EnquiryField, string, string]>([
  ['name', 'n'.repeat(201), 'The name can have up to 200 characters.'],
  ['phone', '0'.repeat(31), 'The phone number can have up to 30 characters.'],
  ['email', `${'o'.repeat(250)}@example.com`, 'The email address can have up to 254 characters.'],
  ['technicians_no', '100001', 'The number of technicians can be up to 100,000.'],
  ['technicians_no', '-100001', 'The number of technicians can be up to 100,000.'],
  ['licenses_required', '100001', 'The number of licences can be up to 100,000.'],
  ['notes', 'n'.repeat(5_001), 'The notes can have up to 5,000 characters.'],
])('%s beyond its bounds passes the form, and not the server', (field, value, message) => {
  const input = { ...good, [field]: value };
  expect(enquiryProblems(input)).toEqual([]);
  expect(refusedEnquiry(input)).toEqual([{ field, message }]);
});

test('an empty form has every problem but notes, in the order of its fields', () => {
  const empty = Object.fromEntries(enquiryFields.map((field) => [field, ''])) as Record<EnquiryField, string>;
  expect(enquiryProblems(empty).map(({ field }) => field)).toEqual(enquiryFields.slice(0, -1));
});

test('the submit check looks at seven fields, and not at the licences', () => {
  expect(submitCheckedFields).toEqual([
    'name',
    'phone',
    'email',
    'industry_id',
    'employees_no',
    'technicians_no',
    'notes',
  ]);
});

test.each([
  ['12', 12],
  [' -7 ', -7],
  ['007', 7],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', undefined],
  ['', undefined],
  ['0x10', undefined],
  ['1.0', undefined],
  ['٣', undefined],
])('%j is the whole number %s', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});
