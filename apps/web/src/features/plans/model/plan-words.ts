import { money } from '../../../lib/format.ts';
import type { Plan } from '../api.ts';

/** "5 technicians", by the number of licences. */
export function technicians(licences: number): string {
  return licences === 1 ? '1 technician' : `${licences} technicians`;
}

export function monthly(plan: Plan): string {
  return `${money(plan.price_cents)} a month including GST`;
}
