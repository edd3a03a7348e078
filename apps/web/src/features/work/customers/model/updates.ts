import type { ToldBy } from '@muster/domain/work/contacts/ways';
import { canReach } from '@muster/domain/work/contacts/ways';
import type { CustomerRecord } from '../api.ts';

type Reached = Pick<CustomerRecord, 'tell_by_mail' | 'told_by' | 'email' | 'phone'> & {
  readonly contacts: readonly Pick<CustomerRecord['contacts'][number], 'email' | 'phone' | 'tell_visits'>[];
};

/** How visit updates are sent to a customer, as a form offers it. */
export const toldByWords: Readonly<Record<ToldBy, string>> = {
  usual: 'The usual way',
  email: 'Email',
  text: 'Text',
  both: 'Email and text',
};

/** Whether a customer hears of visits, by which way, and whether there is an address or a number to send them to. */
export function updatesInWords(customer: Reached, hasTexts: boolean): string {
  const { tell_by_mail, told_by, contacts } = customer;
  if (!tell_by_mail) return 'None';
  const chosen = [customer, ...contacts.filter((one) => one.tell_visits !== 'no')];
  if (!chosen.some((one) => canReach(one, hasTexts)))
    return `Not yet: no email address${hasTexts ? ' or mobile number' : ''}`;
  return toldByWords[told_by];
}
