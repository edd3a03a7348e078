import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { bareEnv } from '../apps/server/test/bare-env.ts';
import { expect } from './journey.ts';
import type { Product } from './server.ts';

const store = '/services/subscription/api/v1/enquiries/store';
const office = '/services/office/api/v1';

const staffCommand = join(import.meta.dirname, '../apps/server/src/staff.ts');

export const calls = {
  pipeline: `**${office}/pipeline`,
  note: `**${office}/enquiries/*/note`,
  page: /\/office\/api\/v1\/enquiries(\?|$)/,
};

export interface Asked {
  name: string;
  email: string;
  reference: string;
}

/** A word that no other enquiry has. */
export function ownWord(): string {
  return `w${randomBytes(6).toString('hex')}`;
}

/** By a call, as the journeys of enquiry.spec.ts show that the page does it. */
export async function enquire(
  request: APIRequestContext,
  given: Record<string, unknown> = {},
): Promise<Asked> {
  const word = ownWord();
  const body = {
    name: `Wattle Creek ${word}`,
    email: `${word}@example.com`,
    phone: `02 ${randomBytes(4).readUInt32BE()}`,
    employees_no: '10-25',
    technicians_no: 7,
    licenses_required: 7,
    notes: 'A whiteboard that no longer does.',
    industry_id: 1,
    ...given,
  };
  const answer = await (await request.post(store, { data: body })).json();
  expect(answer).toMatchObject({ code: 800 });
  return { name: body.name, email: body.email, reference: answer.data.reference };
}

/** The enquiry as the office sees it. */
export async function found({ request }: BrowserContext, { reference }: Asked) {
  const answer = await (await request.get(`${office}/enquiries?search=${reference}`)).json();
  return answer.data.rows[0];
}

interface Colleague {
  name: string;
  context: BrowserContext;
}

/** A second member of staff: invited by the command for it, accepted by a call, and signed in on a machine of their own. */
export async function hire(browser: Browser, { url, dataDir }: Product): Promise<Colleague> {
  const word = ownWord();
  const env = { ...bareEnv(), DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [staffCommand, 'add', `${word}@example.com`],
    { env },
  );
  const [, token] = /invitation=([\w-]+)/.exec(stdout)!;
  const context = await browser.newContext({ baseURL: url });
  const password = 'ladder copper magpie';
  const person = { first_name: 'Casey', last_name: word, password, password_confirmation: password };
  const answer = await context.request.post('/services/authentication/api/invitation/accept', {
    data: { token, ...person },
  });
  expect(await answer.json()).toMatchObject({ code: 800 });
  return { name: `Casey ${word}`, context };
}

/** A change by a call, as whoever is signed in there. */
export async function change(
  context: BrowserContext,
  asked: Asked,
  what: string,
  data: object,
): Promise<void> {
  const { id, version } = await found(context, asked);
  const xsrf = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')!.value;
  const answer = await context.request.post(`${office}/enquiries/${id}/${what}`, {
    headers: { 'x-xsrf-token': xsrf },
    data: { version, ...data },
  });
  expect(await answer.json()).toMatchObject({ code: 800 });
}

export async function moveTo(context: BrowserContext, asked: Asked, ...states: string[]): Promise<void> {
  for (const state of states) await change(context, asked, 'state', { state });
}

export async function open(page: Page, asked: Asked): Promise<void> {
  const { id } = await found(page.context(), asked);
  await page.goto(`/office/enquiries/${id}`);
  await expect(page.getByRole('heading', { name: asked.name })).toBeVisible();
}

/** The column of a state in the pipeline. */
export function column(page: Page, state: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${state} `) });
}

export function history(page: Page): Locator {
  return page.getByRole('list', { name: 'History' }).getByRole('listitem');
}
