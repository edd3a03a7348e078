import { workingWeekProblem } from '@muster/domain/work/technicians/rules';
import { abnInWords, isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import { COLOUR, OUR_COLOUR } from '@muster/domain/values/colour';
import { isMailAddress, storedEmail } from '@muster/domain/values/email';
import { hasLink } from '@muster/domain/values/mail-words';
import type { Wrong } from '../../../../lib/kit/form/form-input.ts';
import type { Business } from '../api.ts';

type Checked = Pick<Business, 'name' | 'abn' | 'trade_licence' | 'colour' | 'email' | 'working_week'>;

/** What is wrong with what was typed, in words; the server asks the same. */
export function businessProblem(business: Checked): Wrong<Checked> | undefined {
  const { name, abn, trade_licence, colour, email, working_week } = business;
  if (name.trim() === '') return { field: 'name', text: 'Enter the business name.' };
  if (hasLink(name)) return { field: 'name', text: 'Enter the name without web or email addresses.' };
  const digits = storedAbn(abn);
  if (digits !== null && !isAbn(digits)) return { field: 'abn', text: NO_ABN };
  if (hasLink(trade_licence))
    return { field: 'trade_licence', text: 'Enter the licence numbers without web or email addresses.' };
  if (colour !== null && !new RegExp(COLOUR).test(colour))
    return { field: 'colour', text: `Choose a colour, or write it like ${OUR_COLOUR}.` };
  if (email.trim() !== '' && !isMailAddress(storedEmail(email)))
    return { field: 'email', text: 'Enter an email address like name@example.com.' };
  const text = workingWeekProblem(working_week);
  return text === undefined ? undefined : { field: 'working_week', text };
}

/** As it is printed: "51 824 753 556". What is being typed stays as it is. */
export function abnWords(abn: string | null): string {
  return abnInWords(abn ?? '');
}
