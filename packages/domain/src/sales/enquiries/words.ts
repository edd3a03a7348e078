import { phoneDigits, wordsOf } from '../../values/words.ts';

/** What an enquiry is found by, beside its reference: a phone number as it was written, and as it is dialled. */
export function enquiryWords(enquiry: Record<'name' | 'email' | 'phone' | 'notes', string>): string[] {
  const { name, email, phone, notes } = enquiry;
  return wordsOf(`${name} ${email} ${phone} ${phoneDigits(phone)} ${notes}`);
}
