import { givenDay } from './field.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { addNote } from './phone.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'field-session', viewport: { width: 390, height: 844 } });
// The faults are made between the page and the server, where the page's own worker would stand.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')),
);

const records = '**/services/scheduling/api/v1/my/visits/*/records';
const visits = '**/services/scheduling/api/v1/my/visits';
const answerOf = (status: number) => ({
  status,
  json: { code: status, message: 'The server has a fault.' },
});

for (const status of [429, 500])
  test(
    `a server that answers ${status} is asked again now and then, and has the note in the end`,
    long,
    async ({ page, browser, product }) => {
      const office = await givenDay(browser, product, [{}]);
      const [visit] = office.visits as [(typeof office.visits)[number]];
      await signIn(page, 'technician', `/my-day/visits/${visit.id}`);
      const tries: number[] = [];
      await page.route(records, (route) => {
        tries.push(Date.now());
        return route.fulfill(answerOf(status));
      });
      await addNote(page, 'Valve replaced');
      await expect.poll(() => tries.length).toBeGreaterThan(2);
      // It waits two seconds, then four: a slow machine makes that longer, never shorter.
      expect(tries[2]! - tries[1]!).toBeGreaterThan(1_000);
      await page.unroute(records);
      await expect
        .poll(async () => (await call(office.context, 'GET', `/visits/${visit.id}/records`)).data.rows)
        .toMatchObject([{ content: { text: 'Valve replaced' } }]);
      await office.close();
    },
  );

test(
  'a change that could not be read is read again, while the stream lives on',
  long,
  async ({ page, browser, product }) => {
    const office = await givenDay(browser, product, [{}]);
    const [visit] = office.visits as [(typeof office.visits)[number]];
    await signIn(page, 'technician');
    await expect(page.getByRole('article')).toContainText(visit.customer);
    let failed = 0;
    await page.route(
      visits,
      (route) => {
        failed += 1;
        return route.fulfill(answerOf(503));
      },
      { times: 2 },
    );
    const { data } = await call(office.context, 'GET', `/visits/${visit.id}`);
    const note = { version: data.row.version, note: 'Ring twice' };
    expect((await call(office.context, 'PATCH', `/visits/${visit.id}`, note)).code).toBe(800);
    await expect(page.getByRole('article')).toContainText('Ring twice');
    expect(failed).toBe(2);
    await office.close();
  },
);

test(
  'a phone whose own storage does not answer shows the day all the same',
  long,
  async ({ page, browser, product }) => {
    const office = await givenDay(browser, product, [{}]);
    await page.addInitScript(() => {
      // Whoever opens it later waits until it is deleted, and that waits for this connection, which nobody closes.
      const opening = indexedDB.open('muster-day', 1);
      opening.onsuccess = () => indexedDB.deleteDatabase('muster-day');
    });
    await signIn(page, 'technician');
    await expect(page.getByRole('article')).toContainText(office.visits[0]!.customer);
    await office.close();
  },
);
