import { money } from '../../../lib/format.ts';
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
  'Early access: nothing is charged and no card is asked for; the prices shown apply after a notice of 30 days by mail, and only to accounts that confirm them.';
