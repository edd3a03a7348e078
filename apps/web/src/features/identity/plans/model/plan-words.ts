import { money } from '../../../../lib/format/format.ts';
import { aMonth } from '../../../../lib/page/page-settings.ts';
import type { Plan } from '../api.ts';

/** "5 technicians", by the number of licences. */
export function technicians(licences: number): string {
  return licences === 1 ? '1 technician' : `${licences} technicians`;
}

/** "$119 a month including GST" */
export function monthly({ price_cents }: Plan): string {
  return `${money(price_cents)} ${aMonth()}`;
}
