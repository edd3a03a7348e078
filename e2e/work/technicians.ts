import { randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '../journey.ts';

const api = '/services/scheduling/api/v1';

interface Row {
  id: string;
  version: number;
}

/** A call of the scheduler's API, as whoever is signed in there. */
export async function call(
  context: BrowserContext,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
  more: Record<string, string> = {},
) {
  const xsrf = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await context.request.fetch(path.startsWith('/services/') ? path : `${api}${path}`, {
    method,
    headers: {
      'x-xsrf-token': xsrf,
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
      ...more,
    },
    ...(data && { data }),
  });
  return answer.json();
}

/** A technician whom no other journey knows: by a call, as one journey shows that the page does it. */
export async function addTechnician(context: BrowserContext, fields: object = {}) {
  const name = `Robin ${ownWord()}`;
  const { data } = await call(context, 'POST', '/technicians', { name, phone: '0412 000 111', ...fields });
  return { name, ...(data.row as Row) };
}

export async function change(context: BrowserContext, id: string, fields: object): Promise<void> {
  const { data } = await call(context, 'GET', `/technicians/${id}`);
  const body = { version: data.row.version, ...fields };
  expect(await call(context, 'PATCH', `/technicians/${id}`, body)).toMatchObject({ code: 800 });
}

export async function found(context: BrowserContext, id: string) {
  return (await call(context, 'GET', `/technicians/${id}`)).data.row;
}

export async function open(page: Page, { id, name }: { id: string; name: string }): Promise<Locator> {
  await page.goto(`/technicians/${id}`);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByRole('button', { name, exact: true })).toBeVisible();
  return drawer;
}

export function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

export function ownWord(): string {
  return `w${randomBytes(5).toString('hex')}`;
}
