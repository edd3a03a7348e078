import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addCustomer } from '../work/customers.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addTechnician, call } from '../work/technicians.ts';

test.use({ business: 'customer-page' });

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

/** Tomorrow's and later days, as the clocks in Sydney show them. */
function dayAhead(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(at);
}

/** A visit that waits for a time, of a customer of its own, with somebody who can do it. */
async function wanted(context: BrowserContext) {
  const technician = await addTechnician(context, { is_active: true });
  const customer = await addCustomer(context);
  const { data } = await call(context, 'POST', '/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    description: 'Hot water',
    visits: [{ duration: 60 }],
  });
  const [visit] = data.row.visits;
  const { data: made } = await call(context, 'POST', `/visits/${visit.id}/page/link`);
  return {
    technician,
    customer,
    visit: visit.id as string,
    number: `J-${data.row.number}`,
    link: made.address as string,
  };
}

async function schedule(context: BrowserContext, visit: string, technician: string, starts_at: string) {
  const { data } = await call(context, 'GET', `/visits/${visit}`);
  const { version } = data.row;
  const booked = await call(context, 'POST', `/visits/${visit}/schedule`, {
    version,
    technicians: [technician],
    starts_at,
    // Whatever the time is while this runs.
    overrides: ['shift', 'travel'].map((rule) => ({ rule, reason: 'a journey' })),
  });
  expect(booked).toMatchObject({ code: 800 });
  expect(await call(context, 'POST', `/visits/${visit}/dispatch`)).toMatchObject({ code: 800 });
}

/** The customer has a browser of their own, in which nobody is signed in. */
async function opened(browser: Browser, link: string, options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext({ locale: 'en-AU', ...options });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

/** No page of a customer scrolls sideways, whatever it shows. */
async function expectFitting(page: Page) {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}

test('a visit as its customer sees it on a phone, without script: waiting, booked, confirmed, written about, moved by them', async ({
  page,
  browser,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const { data: settings } = await call(context, 'GET', '/settings');
  await call(context, 'PATCH', '/settings', {
    version: settings.row.version,
    customer_page: { ...settings.row.customer_page, another_time: 'at once', takes_photos: true },
  });
  const { technician, customer, visit, number, link } = await wanted(context);
  const theirs = await opened(browser, link, { viewport: phone, javaScriptEnabled: false });
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('We’re finding a time');

  // A working day, whatever day it is today.
  const day = [3, 4, 5].map(dayAhead).find((one) => new Date(one).getUTCDay() % 6 !== 0)!;
  await schedule(context, visit, technician.id, new Date(`${day}T09:30:00+11:00`).toISOString());
  await theirs.reload();
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('9–11 am');
  await expect(theirs.getByText(technician.name.split(' ')[0]!, { exact: true })).toBeVisible();
  await expect(theirs.getByText(technician.name)).toHaveCount(0);
  await expectFitting(theirs);
  await theirs.getByRole('button', { name: 'Confirm this time' }).click();
  await expect(theirs.getByRole('status')).toHaveText('Thanks, that’s confirmed. See you then.');
  await expect(theirs.getByText('You’ve confirmed this time')).toBeVisible();

  await theirs.getByText('Send a note or a photo').click();
  await theirs.getByLabel('What should we know?').fill('The dog is friendly');
  await theirs.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(theirs.getByRole('status')).toHaveText('Thanks, we’ve passed it on.');
  await theirs.getByText('Tell us how to get in').click();
  await theirs.getByLabel('Gate code, key safe or where the key is').fill('Key safe 4711');
  await theirs.locator('form', { hasText: 'Gate code' }).getByRole('button').click();
  await expect(theirs.getByRole('status')).toContainText('will know how to get in');
  await expect(theirs.getByText('4711')).toHaveCount(0);

  await theirs.getByRole('link', { name: 'Ask for another time' }).click();
  await expect(theirs.getByRole('heading', { name: 'Choose another time' })).toBeVisible();
  await expectFitting(theirs);
  await theirs.getByRole('radio').first().check();
  const chosen = (await theirs.locator('.choice').first().innerText()).trim();
  await theirs.getByRole('button', { name: 'Book this time' }).click();
  await expect(theirs.getByRole('status')).toHaveText('Done. That’s your new time.');
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText(chosen);

  // What the office has of all that: at the visit, and in the history under the customer's name.
  await page.goto(`/jobs/${number}`);
  const drawer = page.getByRole('dialog', { name: customer.name });
  await expect(drawer.getByText('The customer confirmed this time')).toBeVisible();
  await expect(drawer.getByText('The dog is friendly').first()).toBeVisible();
  await expect(drawer.getByText(`asks for another time: ${chosen}`)).toBeVisible();
  await expectAccessible(page);
  await drawer
    .getByRole('button', { name: `Done with ${number}/1` })
    .first()
    .click();
  await expect(drawer.getByRole('button', { name: `Done with ${number}/1` })).toHaveCount(1);
  await page.goto('/history');
  await expect(page.getByText(`${customer.name}, on their page`).first()).toBeVisible();
  await theirs.context().close();
});

test(
  'on the day at a desk, in the dark, by keys: on the way, done, how it was; asking to cancel is decided by the office; a link ends',
  long,
  async ({ page, browser }) => {
    await signIn(page, 'dispatcher', '/jobs');
    const context = page.context();
    const { technician, visit, customer, number, link } = await wanted(context);
    await schedule(
      context,
      visit,
      technician.id,
      new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 900_000).toISOString(),
    );
    const theirs = await opened(browser, link, { viewport: desk, colorScheme: 'dark' });
    await expectAccessible(theirs);

    await theirs.getByText('Ask to cancel', { exact: true }).focus();
    await theirs.keyboard.press('Enter');
    await theirs.getByLabel('Would you like to say why?').fill('Fixed it myself');
    await theirs.keyboard.press('Tab');
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByText('You’ve asked us to cancel this visit.')).toBeVisible();
    await expectAccessible(theirs);

    await page.goto('/');
    await page.getByRole('tab', { name: /^Attention/ }).click();
    const item = page.getByRole('listitem').filter({ hasText: `${customer.name}, ${number}/1` });
    await expect(item).toContainText(`${customer.name} asks to cancel: Fixed it myself.`);
    await item.getByRole('button', { name: 'Decline…' }).click();
    await item.getByLabel(`What ${customer.name} reads on their page`).fill('Call us: the part is here.');
    await item.getByRole('button', { name: 'Decline' }).click();
    await expect(item).toHaveCount(0);

    await call(context, 'POST', `/visits/${visit}/progress`, { progress: 'en route' });
    await theirs.bringToFront();
    // The script asks again when somebody comes back to the page.
    await theirs.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(theirs.getByText('On the way', { exact: true }).first()).toBeVisible();
    await call(context, 'POST', `/visits/${visit}/outcome`, { outcome: 'completed' });
    await theirs.reload();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('All done');
    await theirs.getByRole('radio', { name: /^2/ }).check();
    await theirs.getByLabel('Anything you’d like to add?').fill('Came late');
    await theirs.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(theirs.getByRole('status')).toHaveText('Thanks for telling us.');
    await expectAccessible(theirs);

    await page.bringToFront();
    const word = page.getByRole('listitem').filter({ hasText: `${customer.name}, ${number}/1` });
    await expect(word).toContainText('rated the visit 2 of 5: Came late.');
    await word.getByRole('button', { name: /^Done/ }).click();
    await expect(word).toHaveCount(0);

    await page.goto(`/jobs/${number}`);
    const drawer = page.getByRole('dialog', { name: customer.name });
    await expect(drawer.getByText('Customer’s page: opened')).toBeVisible();
    const more = drawer.getByRole('button', { name: `More about the customer’s page of ${number}/1` });
    await more.click();
    const shown = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: 'Open as the customer sees it' }).click();
    await expect(
      (await shown).getByText(`You’re seeing this page as ${customer.name} sees it.`),
    ).toBeVisible();
    await page.bringToFront();
    await more.click();
    await page.getByRole('menuitem', { name: 'Revoke link…' }).click();
    await drawer.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(drawer.getByText('Customer’s page: link revoked')).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page isn’t available');
    await theirs.context().close();
  },
);

test('the owner says what customers can do on their pages', long, async ({ page }) => {
  await signIn(page, 'owner', '/settings/customer-page');
  await page.getByLabel('Until how many hours before').fill('48');
  await page.getByRole('switch', { name: 'Customers can send photos' }).uncheck();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Customer’s page saved.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Until how many hours before')).toHaveValue('48');
});
