import { AsYouType, type MetadataJson } from 'libphonenumber-js/core';
import australia from './phone-metadata.json' with { type: 'json' };

// The package's own type of its metadata is for the whole world's.
const metadata = australia as unknown as MetadataJson;

/**
 * A phone number as far as it has been typed, with the spaces that Australians write: "0412 345 678". Heavier than the
 * rules in phone.ts, so the browser loads it when a phone number is first asked for.
 */
export function formatPhone(typed: string): string {
  return new AsYouType('AU', metadata).input(national(typed));
}

/** An address book often has the country code, and at home nobody writes it. */
function national(typed: string): string {
  const number = typed.trim().replaceAll(/(?!^\+)\D/g, '');
  const rest = /^(?:\+|00)61(?!0$)0?(\d+)$/.exec(number)?.[1];
  if (rest === undefined) return number;
  return rest.startsWith('1') ? rest : `0${rest}`;
}
