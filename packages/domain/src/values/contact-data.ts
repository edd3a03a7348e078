import { isMailAddress, storedEmail } from './email.ts';

/** How somebody can be reached, as far as it was said. */
interface ContactData {
  readonly phone?: string;
  readonly email?: string;
}

const FEWEST_DIGITS = 6;
/** Digits and what people put between them, and an extension: "(02) 9876 5432 ext 12". */
const phone = /^[\d\s+()./-]+(?:(?:ext|extension|x|#)[.:]?\s*\d{1,8})?$/i;
const extension = /[a-z#].*$/i;

/** What is wrong with what was typed; what is empty is not. */
export function contactProblem(data: ContactData): { field: 'phone' | 'email'; text: string } | undefined {
  return contactProblems(data)[0];
}

export function contactProblems(data: ContactData): { field: 'phone' | 'email'; text: string }[] {
  const [number = '', address = ''] = [data.phone?.trim(), data.email?.trim()];
  return [
    ...(number === '' || isPhone(number)
      ? []
      : [
          {
            field: 'phone' as const,
            text: `“${number}” isn’t a phone number. Enter digits, like 0412 345 678.`,
          },
        ]),
    ...(address === '' || isMailAddress(storedEmail(address))
      ? []
      : [
          {
            field: 'email' as const,
            text: `“${address}” isn’t an email address. Enter one like ana@example.com.`,
          },
        ]),
  ];
}

function isPhone(number: string): boolean {
  return phone.test(number) && number.replace(extension, '').replaceAll(/\D/g, '').length >= FEWEST_DIGITS;
}

/** As it is stored, however it was typed, with everything else that was said beside it. */
export function storedContact<T extends ContactData>(fields: T): T {
  return {
    ...fields,
    ...(fields.phone !== undefined && { phone: storedPhone(fields.phone) }),
    ...(fields.email !== undefined && { email: storedEmail(fields.email) }),
  };
}

/** Australian numbers as they are dialled at home, with the spaces that people write. */
const forms = [
  [/^(04\d\d|1[38]00)(\d{3})(\d{3})$/, '$1 $2 $3'],
  [/^(0[2378])(\d{4})(\d{4})$/, '$1 $2 $3'],
  [/^(13)(\d\d)(\d\d)$/, '$1 $2 $3'],
] as const;

/** An Australian number is shown alike however it was typed; any other stays as it is. */
export function storedPhone(typed: string): string {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const [rest = ''] = extension.exec(text) ?? [];
  const number = text.slice(0, text.length - rest.length);
  const form = forms.find(([pattern]) => pattern.test(atHome(number)));
  return form ? `${atHome(number).replace(...form)} ${rest}`.trim() : text;
}

/** The digits alone, without the code of the country. */
function atHome(number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const rest = /^(?:0011|00)?61(0?[23478]\d{8}|1[38]00\d{6})$/.exec(digits)?.[1];
  if (rest === undefined) return digits;
  return rest.startsWith('1') ? rest : `0${rest.replace(/^0/, '')}`;
}
