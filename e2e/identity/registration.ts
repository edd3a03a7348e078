import type { Locator, Page, Request } from '@playwright/test';

export const calls = {
  register: '**/services/authentication/api/register',
  plans: '**/services/subscription/api/v1/plans',
};

export const person = {
  'First name': 'Olivia',
  'Last name': 'Owner',
  Phone: '0412345678',
  Email: 'olivia@example.com',
  Password: 'ladder copper magpie',
  'Confirm password': 'ladder copper magpie',
};

export type Label = keyof typeof person;
export const labels = Object.keys(person) as Label[];

export function field(page: Page, label: Label): Locator {
  return page.getByLabel(label, { exact: true });
}

/** The icon inside a field. */
export function stateOf(page: Page, label: Label): Locator {
  return page.locator('.m-field', { has: field(page, label) }).getByRole('img');
}

/** Everything right, except for what is given. */
export async function fillIn(page: Page, other: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const label of labels) {
    const text = other[label] ?? person[label];
    if (text !== '') await field(page, label).fill(text);
  }
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Register' }).click();
}

/** A notification of that level; its text is all that it says. */
export function notification(page: Page, level: 'success' | 'error' | 'warning' | 'info'): Locator {
  return page.locator(`[data-level=${level}]`);
}

/** The next registration that the page sends. */
export function sent(page: Page): Promise<Request> {
  return page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/register'),
  );
}

/** Holds a call back, and returns a function that releases it. */
export async function hold(page: Page, call: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(call, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
