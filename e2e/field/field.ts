import type { Browser, BrowserContext } from '@playwright/test';
import { addCustomer } from '../work/customers.ts';
import { expect, type Running, signIn } from '../journey.ts';
import { addTechnician, call } from '../work/technicians.ts';

/** Who signs in as the technician. */
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
  /** The visits of today, in their order, dispatched. */
  visits: FieldVisit[];
  close(): Promise<void>;
}

/** Gives the technician a day that has these visits and no others, made by the owner, whose calls go on. */
export async function givenDay(
  browser: Browser,
  { url }: Running,
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

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Soon, and today at whatever hour the journey runs: nothing is booked in the past. Short before midnight they are close together. */
function soon(place: number): string {
  const now = Temporal.Now.zonedDateTimeISO('Australia/Sydney');
  const left = DAY_MINUTES - now.hour * 60 - now.minute;
  const step = left > 40 ? 5 : 1;
  const minutes = Math.ceil(Date.now() / MINUTE_MS) + 1 + place * step;
  return new Date(minutes * MINUTE_MS).toISOString();
}

const rules = ['overlap', 'travel', 'window', 'shift', 'absence'];

/** Whatever else somebody has at that time. */
export async function bookAnyway(context: BrowserContext, id: string, technician: string, starts_at: string) {
  const { version } = (await call(context, 'GET', `/visits/${id}`)).data.row;
  const overrides = rules.map((rule) => ({ rule, reason: 'For the journey' }));
  const body = { version, technicians: [technician], starts_at, overrides };
  const { code, message } = await call(context, 'POST', `/visits/${id}/schedule`, body);
  expect(code, message).toBe(800);
}

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
  await bookAnyway(context, id, technician, soon(place));
  expect(await call(context, 'POST', `/visits/${id}/dispatch`)).toMatchObject({ code: 800 });
  return { id, number: `J-${row.number}/1`, customer: customer.name };
}
