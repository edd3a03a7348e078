import type { CustomerRecord } from '../api.ts';

type Reached = Pick<CustomerRecord, 'tell_by_mail' | 'email'> & {
  readonly contacts: readonly Pick<CustomerRecord['contacts'][number], 'email' | 'tell_visits'>[];
};

/** Whether a customer hears of visits by email, and whether there is an address to send them to. */
export function updatesInWords({ tell_by_mail, email, contacts }: Reached): string {
  if (!tell_by_mail) return 'Not by email';
  const hasAddress = email !== '' || contacts.some((one) => one.email !== '' && one.tell_visits !== 'no');
  return hasAddress ? 'By email' : 'Not yet: no email address';
}
