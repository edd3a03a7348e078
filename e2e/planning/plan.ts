import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { call } from '../work/technicians.ts';

interface Row {
  id: string;
  version: number;
}

export interface Assignment extends Row {
  visit_id: string;
  technician_id: string;
  starts_at: string;
  ends_at: string;
  is_pinned: boolean;
  progress: string;
}

interface Tables {
  assignments: Assignment[];
  technicians: (Row & { name: string })[];
}

const zone = 'Australia/Sydney';

/** The day that is so many days away from today, by the clocks of the demo. */
export function dayFromToday(days: number): string {
  return Temporal.Now.zonedDateTimeISO(zone).toPlainDate().add({ days }).toString();
}

const FRIDAY = 5;

/** The same, or two days later where that is a weekend, on which few work. */
export function workingDayFromToday(days: number): string {
  const day = Temporal.PlainDate.from(dayFromToday(days));
  return day.add({ days: day.dayOfWeek > FRIDAY ? 2 : 0 }).toString();
}

export async function tablesOf(context: BrowserContext, day: string): Promise<Tables> {
  return (await call(context, 'GET', `/board?from=${day}&to=${day}`)).data;
}

/** A board without what counts how often it was changed. */
export async function contentsOf(context: BrowserContext, day: string): Promise<string> {
  const data = await tablesOf(context, day);
  return JSON.stringify(data, (key, value) =>
    key === 'version' || key === 'change' || key === 'updated_at'
      ? undefined
      : Array.isArray(value) && value.every((one) => typeof one?.id === 'string')
        ? value.toSorted((a, b) => a.id.localeCompare(b.id))
        : value,
  );
}

/** Takes everything off a day that may be taken off. */
export async function clearDay(context: BrowserContext, day: string): Promise<number> {
  const { assignments } = await tablesOf(context, day);
  const ids = new Set(
    assignments.filter(({ progress }) => progress === 'none').map(({ visit_id }) => visit_id),
  );
  const { code, message } = await call(context, 'POST', '/visits/unschedule', { visits: [...ids] });
  expect(code, message).toBe(800);
  return ids.size;
}

/** Those of one technician at the same time; there may be none. */
export async function overlapsOn(context: BrowserContext, day: string): Promise<string[]> {
  const { assignments } = await tablesOf(context, day);
  return assignments.flatMap((a) =>
    assignments
      .filter(
        (b) =>
          a.id < b.id &&
          a.technician_id === b.technician_id &&
          a.starts_at < b.ends_at &&
          b.starts_at < a.ends_at,
      )
      .map((b) => `${a.visit_id} and ${b.visit_id}`),
  );
}

/** Opens the menu and chooses; answers when that was pressed. */
export async function pressPlan(page: Page, way = 'Plan', effort = 'Quick 5 s'): Promise<number> {
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByText(effort, { exact: true }).click();
  const choice = page.locator('.plan-menu__way').filter({ has: page.getByText(way, { exact: true }) });
  const pressed = Date.now();
  await choice.click();
  return pressed;
}

/** The proposal, once the run has ended. */
export function panelOf(page: Page) {
  return page.getByRole('dialog', { name: /^(Proposal|Repair|Fill the gaps): / });
}

export const drawn = (page: Page) => page.locator('.difference[data-kind="new"]');
/** Far longer than the search and the explaining of what found no place take on a busy machine. */
export const endMs = 120_000;
