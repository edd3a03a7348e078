import type { Locator, Page, Request } from '@playwright/test';

export const calls = {
  store: '**/services/subscription/api/v1/enquiries/store',
  industries: '**/services/subscription/api/v1/industries',
};

export const business = {
  Name: 'Olivia Owner',
  Phone: '0298765432',
  'Email Address': 'olivia@example.com',
  Industry: 'Plumbing',
  'Number of Employees': '10-25',
  'Number of Technicians': '12',
  'Number of Licenses required': '10',
  Notes: 'A whiteboard that no longer does.',
};

export type Label = keyof typeof business;
export const labels = Object.keys(business) as Label[];

/** Those that open a list. */
export const lists: readonly Label[] = ['Industry', 'Number of Employees'];

export function field(page: Page, label: Label): Locator {
  return page.getByLabel(label, { exact: true });
}

/** The icon inside a field. */
export function stateOf(page: Page, label: Label): Locator {
  return page.locator('.m-field', { has: field(page, label) }).getByRole('img');
}

export async function enter(page: Page, label: Label, text: string): Promise<void> {
  if (lists.includes(label)) await field(page, label).selectOption({ label: text });
  else await field(page, label).fill(text);
}

/** Everything right, except for what is given; what is given as empty is left alone. */
export async function fillIn(page: Page, other: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const label of labels) {
    const text = other[label] ?? business[label];
    if (text !== '') await enter(page, label, text);
  }
}

/** What each field holds, as a person sees it. */
export async function shown(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (const label of labels) {
    texts.push(
      await field(page, label).evaluate((control) =>
        control instanceof HTMLSelectElement
          ? control.selectedOptions[0]!.text
          : (control as HTMLInputElement).value,
      ),
    );
  }
  return texts;
}

/** What a form shows that nobody has touched. */
export const untouched = ['', '', '', 'Select Industry', 'Select Number of Employees', '', '', ''];

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** The next enquiry that the page sends. */
export function sent(page: Page): Promise<Request> {
  return page.waitForRequest(calls.store);
}

/** Every enquiry that the page sends from now on. */
export function allSent(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request));
  return requests;
}
