import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { nationalDigits } from '../../values/phone.ts';

/**
 * A mobile number as the world writes it, "+61412345678"; null where it is none, or one that takes no texts. Heavier than the rules
 * beside it, because it knows the numbers of every country.
 */
export function e164(phone: string, region: CountryCode = 'AU'): string | null {
  const dialled = nationalDigits(phone).replace(/^00(?:11)?(?=[1-9])/, '+');
  const found = parsePhoneNumberFromString(dialled, { defaultCountry: region, extract: false });
  return found?.isValid() ? found.number : null;
}
