import type { BrowserContext, Locator, Page } from '@playwright/test';
import { addCustomer } from './customers.ts';
import { call } from './technicians.ts';

/** A visit that waits in the tray, and the best place for it; no other journey knows it. */
export async function addWaiting(
  context: BrowserContext,
  { week, ...visit }: { week: number } & Record<string, unknown>,
) {
  const { id: customer_id, site: site_id, name } = await addCustomer(context);
  const body = { customer_id, site_id, description: 'Tap drips', visits: [{ duration: 60, ...visit }] };
  const { data } = await call(context, 'POST', '/jobs', body);
  const { id, version } = data.row.visits[0];
  const slots = (await call(context, 'GET', `/visits/${id}/slots?from=${freeDay(week)}`)).data
    .slots as Slot[];
  return { name, number: data.row.number as number, id: id as string, version: version as number, slots };
}

/** A Tuesday on which the demo has nothing planned; each journey has its own. */
export function freeDay(week: number): string {
  const day = new Date(Date.now() + (21 + 7 * week) * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

interface Slot {
  technicians: string[];
  starts_at: string;
}

const zone = 'Australia/Sydney';

/** The day of a slot as the address of the board has it. */
export function dayOf({ starts_at }: Slot): string {
  return new Date(starts_at).toLocaleDateString('sv', { timeZone: zone });
}

/** The place on the screen of a moment in somebody's row. */
export async function placeOf(page: Page, { technicians, starts_at }: Slot) {
  const time = new Date(starts_at).toLocaleTimeString('en-AU', { timeZone: zone, hour: 'numeric' });
  const minute = Number(
    new Date(starts_at).toLocaleTimeString('en-AU', { timeZone: zone, minute: '2-digit' }),
  );
  const label = page.locator('.board-head__day span', { hasText: new RegExp(`^${time.toLowerCase()}$`) });
  await label.scrollIntoViewIfNeeded();
  const row = page.locator(`.board-row__name[data-technician="${technicians[0]}"]`);
  await row.scrollIntoViewIfNeeded();
  const hour = await page
    .locator('.board-grid__rows')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).getPropertyValue('--hour')));
  const [hourBox, rowBox] = [(await label.boundingBox())!, (await row.boundingBox())!];
  return { x: hourBox.x + (minute / 60) * hour + 3, y: rowBox.y + rowBox.height / 2 };
}

export function blockOf(page: Page, visit: string): Locator {
  return page.locator(`.visit-block[data-visit="${visit}"]`);
}
