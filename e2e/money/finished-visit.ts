import type { BrowserContext } from '@playwright/test';
import { expect } from '../journey.ts';
import { call } from '../work/technicians.ts';

interface Finished {
  customer: { id: string; site: string };
  technician: string;
  order_number?: string;
  job_type_id?: string;
  /** On which somebody was there from 9:00 to 9:50 am. */
  day?: string;
}

/** A job of its own whose only visit is over. */
export async function finishedVisit(
  context: BrowserContext,
  { customer, technician, order_number = '', job_type_id, day = '2026-11-12' }: Finished,
) {
  // Sydney is eleven hours ahead in November.
  const [year, month, date] = day.split('-').map(Number);
  const at = (minute: number) => new Date(Date.UTC(year!, month! - 1, date! - 1, 22, minute)).toISOString();
  const job = {
    customer_id: customer.id,
    site_id: customer.site,
    description: 'Kitchen tap drips',
    order_number,
    ...(job_type_id !== undefined && { job_type_id }),
  };
  const answer = await call(context, 'POST', '/past-visits', {
    job,
    technicians: [technician],
    starts_at: at(0),
    ends_at: at(50),
  });
  expect(answer).toMatchObject({ code: 800 });
  const { row } = answer.data;
  return { number: `J-${row.number}`, visit: row.visits[0].id as string };
}
