import { givenDay } from './field.ts';
import { expect, signIn, test } from '../journey.ts';
import { addNote } from './phone.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'field-session', viewport: { width: 390, height: 844 } });
// The fault is made between the page and the server, where the page's own worker would stand.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')),
);

test('a line that swallows a note holds nothing back: it goes again, and is there once', async ({
  page,
  browser,
  product,
}) => {
  const office = await givenDay(browser, product, [{}]);
  const [visit] = office.visits as [(typeof office.visits)[number]];
  await signIn(page, 'technician', `/my-day/visits/${visit.id}`);
  await page.route('**/services/scheduling/api/v1/my/visits/*/records', () => new Promise(() => {}), {
    times: 1,
  });
  await addNote(page, 'Valve replaced');
  await addNote(page, 'Pressure is good');
  await expect
    .poll(async () => (await call(office.context, 'GET', `/visits/${visit.id}/records`)).data.rows.length, {
      timeout: 60_000,
    })
    .toBe(2);
  await office.close();
});
