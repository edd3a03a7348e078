import type { ReadOnlyReason } from '../billing/schema.ts';

/** Why, and what an owner does about it: each the end of a sentence. */
const reasons: Readonly<Record<ReadOnlyReason, { readonly why: string; readonly way: string }>> = {
  not_confirmed: { why: 'the free time has ended', way: 'start a subscription' },
  unpaid: { why: 'a payment is overdue', way: 'pay' },
  ended: { why: 'the subscription has ended', way: 'start it again' },
};

/** What whoever wanted to change something is told. */
export function readOnlyRefusal(reason: ReadOnlyReason): string {
  return `This account is read-only because ${reasons[reason].why}. Nothing is lost. ${readOnlyWay(reason)}`;
}

/** What everybody reads above each page, with the day in words. */
export function readOnlyNotice(reason: ReadOnlyReason, since: string): string {
  return `Read-only since ${since} because ${reasons[reason].why}.`;
}

/** For whoever can do nothing about it themselves. */
export function readOnlyWay(reason: ReadOnlyReason): string {
  return `An owner can ${reasons[reason].way} under Licences.`;
}
