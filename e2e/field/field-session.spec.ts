import type { BrowserContext } from '@playwright/test';
import { type FieldVisit, givenDay, type Office } from './field.ts';
import { addressOf, expect, fillIn, long, test as base } from '../journey.ts';
import { addNote, keptOnPhone, type Phone, signInOnPhone, startPhone, untilKept } from './phone.ts';
import { call } from '../work/technicians.ts';

const test = base.extend<{ phone: Phone }>({
  phone: async ({ playwright, launchOptions, baseURL }, use) => {
    const phone = await startPhone({ browserType: playwright.chromium, launchOptions, baseURL: baseURL! });
    await use(phone);
    await phone.remove();
  },
});
test.use({ business: 'field-session' });

/** Who signs in as the technician. */
const USER = '0193e5a0-0000-7000-8000-000000000013';

async function notesOf(office: BrowserContext, visit: string): Promise<unknown[]> {
  const { rows } = (await call(office, 'GET', `/visits/${visit}/records`)).data;
  return rows.map(({ content }: { content: { text: string } }) => content.text);
}

/** The visit at which "Valve replaced" was noted and waits to be sent. */
async function noteWithoutConnection(phone: Phone, { visits }: Office): Promise<FieldVisit> {
  const [visit] = visits as [FieldVisit];
  await signInOnPhone(phone);
  await untilKept(phone.page(), [visit]);
  phone.line.become('cut');
  await phone.page().goto(`/my-day/visits/${visit.id}`);
  await addNote(phone.page(), 'Valve replaced');
  return visit;
}

test('a lost phone is signed out by the owner: the day is wiped, and what waits is sent by its own user alone', async ({
  phone,
  browser,
  product,
}) => {
  const office = await givenDay(browser, product, [{}]);
  const visit = await noteWithoutConnection(phone, office);

  expect((await call(office.context, 'POST', `/team/${USER}/sign-out`)).code).toBe(800);
  phone.line.become('open');
  await expect(phone.page()).toHaveURL(/\/login\?next=/);
  expect(await phone.page().evaluate(keptOnPhone)).toEqual([]);

  // Somebody else signs in on it: nothing of it is theirs.
  await phone.signOut();
  const api = '/services/authentication/api';
  const data = { email: addressOf('dispatcher'), password: 'muster-demo' };
  expect((await phone.page().request.post(`${api}/login`, { data })).ok()).toBe(true);
  await phone.page().goto('/my-day');
  await expect(phone.page()).toHaveURL('/');
  await expect(phone.page().getByRole('heading', { level: 1 })).toBeVisible();
  expect(await notesOf(office.context, visit.id)).toEqual([]);
  await phone.signOut();

  await signInOnPhone(phone);
  await expect.poll(() => notesOf(office.context, visit.id)).toEqual(['Valve replaced']);

  // A session that ended while no page was open left the day behind: whoever signs in next does not find it.
  await untilKept(phone.page(), [visit]);
  await phone.signOut();
  await phone.page().goto('/login');
  expect(await phone.page().evaluate(keptOnPhone)).toContain(visit.id);
  await fillIn(phone.page(), 'dispatcher');
  await phone.page().getByRole('button', { name: 'Sign in' }).click();
  await expect(phone.page()).toHaveURL('/');
  expect(await phone.page().evaluate(keptOnPhone)).toEqual([]);
  await office.close();
});

test(
  'a technician signs out from the settings: the phone asks about what waits, and keeps nothing of the day',
  long,
  async ({ phone, browser, product }) => {
    const office = await givenDay(browser, product, [{}]);
    await signInOnPhone(phone);
    await untilKept(phone.page(), office.visits);
    await phone.page().goto('/settings/security');
    await phone
      .page()
      .getByRole('button', { name: /^Account/ })
      .click();
    await phone.page().getByRole('menuitem', { name: 'Sign out' }).click();
    const sheet = phone.page().getByRole('dialog', { name: 'Sign out?' });
    await expect(sheet).toContainText('Everything you did has been sent.');
    await sheet.getByRole('button', { name: 'Sign out' }).click();
    await expect(phone.page()).toHaveURL('/login');
    expect(await phone.page().evaluate(keptOnPhone)).toEqual([]);
    await phone.page().goto('/my-day');
    await expect(phone.page()).toHaveURL(/\/login/);
    await office.close();
  },
);

async function giveRole(office: BrowserContext, role: string): Promise<void> {
  const { rows } = (await call(office, 'GET', '/team')).data;
  const { version } = rows.find(({ id }: { id: string }) => id === USER);
  expect((await call(office, 'PATCH', `/team/${USER}`, { version, role })).code).toBe(800);
}

test(
  'whoever is no technician any more still sends what they did as one, and is led to the office',
  long,
  async ({ phone, browser, product }) => {
    const office = await givenDay(browser, product, [{}]);
    const visit = await noteWithoutConnection(phone, office);
    await giveRole(office.context, 'dispatcher');
    // Whoever is linked to a technician drives, whatever else they are.
    const unlinked = await call(office.context, 'PUT', `/team/${USER}/technician`, { technician_id: null });
    expect(unlinked.code).toBe(800);
    try {
      await phone.signOut();
      phone.line.become('open');
      const data = { email: addressOf('technician'), password: 'muster-demo' };
      const api = '/services/authentication/api';
      expect((await phone.page().request.post(`${api}/login`, { data })).ok()).toBe(true);
      await phone.page().goto('/my-day');
      await expect(phone.page()).toHaveURL('/');
      expect(await notesOf(office.context, visit.id)).toEqual(['Valve replaced']);
    } finally {
      await giveRole(office.context, 'technician');
    }
    await office.close();
  },
);
