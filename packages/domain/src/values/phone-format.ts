import { AsYouType, type MetadataJson } from 'libphonenumber-js/core';
import australia from './phone-metadata.json' with { type: 'json' };
import { nationalDigits } from './phone.ts';

// The package's own type of its metadata is for the whole world's.
const metadata = australia as unknown as MetadataJson;
const foreign = /^\s*(?:\+|00)(?!61)/;

/**
 * A phone number as far as it has been typed, with the spaces that Australians write: "0412 345 678". A number of another country
 * stays as it was typed. Heavier than the rules in phone.ts, so the browser loads it when a phone number is first asked for.
 */
export function formatPhone(typed: string): string {
  return foreign.test(typed) ? typed : new AsYouType('AU', metadata).input(nationalDigits(typed));
}
