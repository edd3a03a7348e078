import type { BrowserContext, Locator, Page } from '@playwright/test';
import { addCustomer } from '../work/customers.ts';
import { expect } from '../journey.ts';
import { call } from '../work/technicians.ts';

export interface Visit {
  id: string;
  version: number;
  /** Of its customer. */
  name: string;
  number: number;
  /** Where it is. */
  at: { latitude: number; longitude: number };
}

/** A visit that waits in the tray; no other journey knows it. */
export async function addVisit(context: BrowserContext, visit: object = {}, suburb?: string): Promise<Visit> {
  const { id: customer_id, site: site_id, name, at } = await addCustomer(context, suburb);
  const body = { customer_id, site_id, description: 'Tap drips', visits: [{ duration: 60, ...visit }] };
  const { row } = (await call(context, 'POST', '/jobs', body)).data;
  const { id, version } = row.visits[0];
  return { id, version, name, number: row.number, at };
}

/** A visit that waits in the tray, and the best places for it. */
export async function addWaiting(
  context: BrowserContext,
  { week, suburb, ...visit }: { week: number; suburb?: string } & Record<string, unknown>,
) {
  const added = await addVisit(context, visit, suburb);
  const { data } = await call(context, 'GET', `/visits/${added.id}/slots?from=${freeDay(week)}`);
  return { ...added, slots: data.slots as Slot[] };
}

/** Books a visit by a call, whatever its version is by now. */
export async function book(context: BrowserContext, { id }: Visit, technician: string, starts_at: string) {
  const { version } = (await call(context, 'GET', `/visits/${id}`)).data.row;
  const body = { version, technicians: [technician], starts_at };
  const { code, message, data } = await call(context, 'POST', `/visits/${id}/schedule`, body);
  expect(code, `${message} ${JSON.stringify(data)}`).toBe(800);
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

/** A time of a day, such as 09:30, as the server has it. */
export function momentOf(day: string, time: string): string {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  return new Date(local.toZonedDateTime(zone).epochMilliseconds).toISOString();
}

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
  // While the day turns, the hours are drawn anew.
  await expect(() => label.scrollIntoViewIfNeeded()).toPass();
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

/** Takes hold of something with the mouse and carries it to a place, where it is still held. */
export async function carry(page: Page, what: Locator, to: { x: number; y: number }): Promise<void> {
  const from = (await what.boundingBox())!;
  const isBlock = await what.evaluate((element) => element.matches('.visit-block'));
  await page.mouse.move(from.x + gripPx, from.y + gripPx);
  await page.mouse.down();
  await page.mouse.move(from.x - 30, from.y + 20, { steps: 3 });
  // A visit on the board stays below the mouse where it was gripped; one from the tray begins there.
  await page.mouse.move(to.x + (isBlock ? gripPx : 0), to.y, { steps: 8 });
}

const gripPx = 12;

/** The visit in the tray, found by the search that board and tray have in common. */
export async function cardOf(page: Page, { name }: { name: string }): Promise<Locator> {
  await page.getByRole('toolbar', { name: 'Board' }).getByRole('searchbox').fill(name);
  return page.locator('.tray__visit').filter({ hasText: name });
}

/** What the server has of a day: who works from morning to afternoon, and each booking as `shownOn` tells of it. */
export async function boardOf(context: BrowserContext, day: string) {
  const { data } = await call(context, 'GET', `/board?from=${day}&to=${day}`);
  const bookings: { visit_id: string; technician_id: string; starts_at: string }[] = data.assignments;
  return {
    technicians: (data.technicians as Technician[])
      .filter(({ working_week }) => working_week?.some((hours) => isLong(hours, day)))
      .map(({ id }) => id),
    booked: bookings
      .map((one) => `${one.visit_id} ${one.technician_id} ${clockOf(one.starts_at)}`)
      .toSorted(),
  };
}

interface Technician {
  id: string;
  working_week: Hours[] | null;
}

interface Hours {
  weekday: number;
  from: string;
  to: string;
}

function isLong({ weekday, from, to }: Hours, day: string): boolean {
  return weekday === Temporal.PlainDate.from(day).dayOfWeek && from <= '08:00' && to >= '15:30';
}

/** Each visit on the screen with its row and its start. */
export async function shownOn(page: Page): Promise<string[]> {
  const blocks = await page.locator('.visit-block').evaluateAll((elements) =>
    (elements as HTMLElement[]).map(({ ariaLabel, dataset }) => {
      const start = /, (\d+:\d\d [ap]m),/.exec(ariaLabel!)![1];
      return `${dataset['visit']} ${dataset['technician']} ${start}`;
    }),
  );
  return blocks.toSorted();
}

/** When a visit is shown there, by the clock of this machine: the page looks whenever something of it changes. */
export function seenAt(page: Page, visit: string, technician: string, starts_at: string): Promise<number> {
  const block = `.visit-block[data-visit="${visit}"][data-technician="${technician}"][aria-label*=", ${clockOf(starts_at)},"]`;
  return page.evaluate(
    (block) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(block)) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        look();
      }),
    block,
  );
}

/** "9:30 am" */
function clockOf(moment: string): string {
  return new Date(moment)
    .toLocaleTimeString('en-AU', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    .replace(/\s/, ' ')
    .toLowerCase();
}
