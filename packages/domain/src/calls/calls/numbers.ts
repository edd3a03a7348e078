import { nationalDigits, spaceWholePhone } from '../../values/phone.ts';

/** What exchanges write where the caller's number is withheld or not known; the last ones are Twilio's, which spell it on a telephone. */
const withheld =
  /^(anonymous|unknown|private|withheld|restricted|unavailable|blocked|no ?caller ?id|asserted|266696687|7378742833|2562533|8656696|86282452253)$/;

/**
 * The number of one side of a call as the world writes it, "+61412345678"; null where it is withheld, or none. It comes as a number,
 * as a SIP address, or with a name before it. An extension, or a number without its area, stays as it is.
 */
export function callerNumber(text: string | null): string | null {
  const user = userOf(text ?? '');
  if (withheld.test(user.toLowerCase().replace(/^\+/, ''))) return null;
  const digits = nationalDigits(user).replace(/^00(?:11)?(?=[1-9])/, '+');
  const plain = digits.replaceAll(/\D/g, '');
  if (plain === '' || plain.length > LONGEST || (/[a-z]/i.test(user) && !/^\+?\d/.test(user))) return null;
  if (digits.startsWith('+')) return `+${plain}`;
  if (/^0[2-478]\d{8}$/.test(plain)) return `+61${plain.slice(1)}`;
  return /^(1[38]00\d{6}|13\d{4})$/.test(plain) ? `+61${plain}` : plain;
}

/** E.164 allows fifteen. */
const LONGEST = 15;

/** Of `"Jo" <sip:+61412345678@exchange.example;user=phone>` the number. */
function userOf(text: string): string {
  const address = /<([^>]*)>/.exec(text)?.[1] ?? text;
  const bare = address.trim().replace(/^(sips?|tel):/i, '');
  const user = bare.split(/[@;]/)[0]!;
  return /%[0-9a-f]{2}/i.test(user) ? user.replaceAll(/%2b/gi, '+').replaceAll(/%20/g, ' ') : user;
}

/** The digits that are dialled at home. */
export function homeDigits(number: string): string {
  return nationalDigits(number).replaceAll(/\D/g, '');
}

/** The first digit behind the 0 of the numbers where a business is: neighbours leave it out. */
const areaOf: Readonly<Record<string, string>> = {
  NSW: '02',
  ACT: '02',
  VIC: '03',
  TAS: '03',
  QLD: '07',
  WA: '08',
  SA: '08',
  NT: '08',
};

/** A number in all ways in which it may stand in a customer's record, digits alone, for a business in that state. */
export function writtenForms(number: string, region: string | null): string[] {
  const digits = homeDigits(number);
  const area = region === null ? undefined : areaOf[region];
  if (number.startsWith('+') && !number.startsWith('+61')) return [digits, `0011${digits}`, `00${digits}`];
  if (area !== undefined && /^[2-9]\d{7}$/.test(digits)) return [digits, `${area}${digits}`];
  if (!digits.startsWith('0')) return number.startsWith('+61') ? [digits, `61${digits}`] : [digits];
  const isNear = area !== undefined && digits.startsWith(area);
  return [digits, `61${digits}`, ...(isNear ? [digits.slice(area.length)] : [])];
}

/** A number as Australians write it. */
export function spokenNumber(number: string): string {
  const digits = nationalDigits(number);
  if (/^0[2378]\d{8}$/.test(digits)) return digits.replace(/^(..)(....)(....)$/, '$1 $2 $3');
  if (/^13\d{4}$/.test(digits)) return digits.replace(/^(..)(..)(..)$/, '$1 $2 $3');
  return spaceWholePhone(digits);
}
