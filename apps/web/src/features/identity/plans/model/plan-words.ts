import { money } from '../../../../lib/format/format.ts';
import type { Plan } from '../api.ts';

/** "5 technicians", by the number of licences. */
export function technicians(licences: number): string {
  return licences === 1 ? '1 technician' : `${licences} technicians`;
}

export function monthly(plan: Plan): string {
  return `${money(plan.price_cents)} a month including GST`;
}

/** What is true of every price while the product is young. */
export const earlyAccess =
  'Early access: it’s free and you don’t need a card. We’ll email you 30 days before these prices start, and they only apply if you confirm them.';
