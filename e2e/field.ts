import type { Browser, BrowserContext } from '@playwright/test';
import { addCustomer } from './customers.ts';
import { book, dayOf, momentOf } from './board.ts';
import { expect, signIn } from './journey.ts';
import type { Product } from './server.ts';
import { addTechnician, call } from './technicians.ts';

/** Who signs in as technician@example.com. */
const USER = '0193e5a0-0000-7000-8000-000000000013';

/** Works round the clock, so that a journey has its day at whatever hour it runs. */
const working_week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: '00:00',
  to: '00:00',
  breaks: [],
}));

export interface FieldVisit {
  id: string;
  number: string;
  customer: string;
}

export interface Office {
  context: BrowserContext;
  /** The visits of today, two hours from each other, dispatched. */
  visits: FieldVisit[];
  close(): Promise<void>;
}

/** Gives the technician a day that has these visits and no others, made by the owner, whose calls go on. */
export async function givenDay(
  browser: Browser,
  { url }: Product,
  visits: readonly object[],
  site: object = {},
): Promise<Office> {
  const page = await browser.newPage({ baseURL: url });
  await signIn(page, 'owner', '/team');
  const context = page.context();
  const { id: technician } = await addTechnician(context, { working_week, is_active: true });
  expect(await call(context, 'PUT', `/team/${USER}/technician`, { technician_id: technician })).toMatchObject(
    {
      code: 800,
    },
  );
  const booked: FieldVisit[] = [];
  for (const visit of visits) {
    const made = await addBooked(context, visit, site, technician, booked.length);
    booked.push(made);
  }
  return { context, visits: booked, close: () => page.close() };
}

const FIRST_HOUR = 8;

async function addBooked(
  context: BrowserContext,
  visit: object,
  site: object,
  technician: string,
  place: number,
): Promise<FieldVisit> {
  const customer = await addCustomer(context);
  const { data: known } = await call(context, 'GET', `/customers/${customer.id}`);
  const { version } = known.row.sites[0];
  expect(await call(context, 'PATCH', `/sites/${customer.site}`, { version, ...site })).toMatchObject({
    code: 800,
  });
  const { data } = await call(context, 'POST', '/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    description: 'Hot water unit drips',
    visits: [{ duration: 60, ...visit }],
  });
  const { row } = data;
  const { id } = row.visits[0];
  const today = dayOf({ technicians: [], starts_at: new Date().toISOString() });
  const time = `${String(FIRST_HOUR + place * 2).padStart(2, '0')}:00`;
  const made = { id, version: 1, name: customer.name, number: row.number, at: customer.at };
  await book(context, made, technician, momentOf(today, time));
  expect(await call(context, 'POST', `/visits/${id}/dispatch`)).toMatchObject({ code: 800 });
  return { id, number: `J-${row.number}/1`, customer: customer.name };
}
