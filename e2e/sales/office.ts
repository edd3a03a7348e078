import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { bareEnv } from '../../apps/server/test/bare-env.ts';
import { program } from '../../apps/server/test/programs.ts';
import { expect, type Running } from '../journey.ts';

const store = '/services/subscription/api/v1/enquiries/store';
const office = '/services/office/api/v1';

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

/** Sends an enquiry by a call, because enquiry.spec.ts tests the page. */
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

/** A second member of staff, whom the command invites, who accepts by a call and is signed in in another browser. */
export async function hire(browser: Browser, { url, dataDir }: Running): Promise<Colleague> {
  const word = ownWord();
  const env = { ...bareEnv(), DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program('staff'), 'add', `${word}@example.com`],
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

/** The drawer of an enquiry, beside which the page is still there. */
export function drawer(page: Page, { name }: Asked): Locator {
  return page.getByRole('dialog', { name });
}

/** What covers the page and its drawer: a question, or a calendar. */
export function modal(page: Page): Locator {
  return page.locator('[role=dialog]');
}

/** Chooses an option of a field, as somebody does with a mouse. */
export async function choose(
  page: Page,
  field: string,
  option: string,
  within: Page | Locator = page,
): Promise<void> {
  await within.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Shows the enquiries as the pipeline or as the table. */
export async function show(page: Page, view: 'Pipeline' | 'Table'): Promise<void> {
  await page.getByRole('radiogroup', { name: 'View' }).getByText(view, { exact: true }).click();
}

export function due(page: Page): Locator {
  return page.getByRole('button', { name: /^Due/ });
}

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

/** Picks a due time, written as 2028-01-05T09:30, in the calendar and the clock of the field. */
export async function pickDue(page: Page, text: string): Promise<void> {
  const at = new Date(`${text}Z`);
  await due(page).click();
  const picker = modal(page);
  // Goes from the month to the year, and then to the decade.
  await picker.getByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ }).click();
  await picker.getByRole('button', { name: /^\d{4}$/ }).click();
  await picker.getByRole('button', { name: String(at.getUTCFullYear()), exact: true }).click();
  await picker.getByRole('button', { name: monthName.format(at).slice(0, 3), exact: true }).click();
  await picker.getByRole('button', { name: dayName.format(at), exact: true }).click();
  const [hours, minutes] = [at.getUTCHours(), at.getUTCMinutes()];
  await picker.getByLabel('Hours').fill(String(hours % 12 || 12));
  await picker.getByLabel('Minutes').fill(String(minutes));
  await picker.getByLabel('AM or PM').selectOption(hours < 12 ? 'AM' : 'PM');
  await picker.getByRole('button', { name: 'Done' }).click();
  await expect(picker).toBeHidden();
}

export function history(page: Page): Locator {
  return page.getByRole('region', { name: 'Notes and history' }).getByRole('listitem');
}
