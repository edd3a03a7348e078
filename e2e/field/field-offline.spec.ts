import { createHash } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { addVisit, blockOf, momentOf, type Visit } from '../dispatch/board.ts';
import { bookAnyway } from './field.ts';
import { doVisit, type Phone, signInOnPhone, startPhone, unfolded, untilKept } from './phone.ts';
import { addressOf, expect, signIn, testOfOwnProduct as base, long } from '../journey.ts';
import { call } from '../work/technicians.ts';

const zone = 'Australia/Sydney';
const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone: zone });

interface FieldRecord {
  kind: string;
  content: Record<string, unknown>;
  created_at: string;
}

const test = base.extend<{ phone: Phone; office: BrowserContext }>({
  phone: async ({ playwright, launchOptions, baseURL }, use) => {
    const phone = await startPhone({ browserType: playwright.chromium, launchOptions, baseURL: baseURL! });
    await use(phone);
    await phone.remove();
  },
  office: async ({ page }, use) => {
    await signIn(page, 'owner');
    await use(page.context());
  },
});
test.use({ business: 'field-offline' });
test.describe.configure({ mode: 'default' });
test.setTimeout(360_000);

/** Three visits of the technician of the demo, whatever else they have tomorrow. */
async function threeVisits(office: BrowserContext): Promise<{ visits: Visit[]; others: string[] }> {
  const { rows } = (await call(office, 'GET', '/team')).data;
  const { technician } = rows.find(({ email }: { email: string }) => email === addressOf('technician'));
  const everybody = (await call(office, 'GET', '/technicians')).data.rows as { id: string }[];
  const visits: Visit[] = [];
  for (const time of ['09:00', '11:00', '13:00']) {
    const visit = await addVisit(office, {
      duration: 30,
      check_list: [
        { text: 'Water is off', done: false },
        { text: 'Pressure', done: false, kind: 'number', required: true },
        { text: 'Photo of the valve', done: false, kind: 'photo', required: true },
      ],
    });
    await bookAnyway(office, visit.id, technician.id, momentOf(tomorrow, time));
    visits.push(visit);
  }
  return { visits, others: everybody.map(({ id }) => id).filter((id) => id !== technician.id) };
}

async function recordsOf(office: BrowserContext, { id }: Visit): Promise<FieldRecord[]> {
  return (await call(office, 'GET', `/visits/${id}/records`)).data.rows;
}

async function filesOf(office: BrowserContext, { id }: Visit) {
  const answer = await office.request.get(`/services/filesystem/api/v1/files?visit=${id}`);
  return (await answer.json()).data.rows as { id: string; kind: string; name: string; state: string }[];
}

/** What arrived of a visit, as the office finds it: each once, in the order in which it was done. */
async function expectArrived(office: BrowserContext, visit: Visit, note: string, files = 2): Promise<void> {
  const records = await recordsOf(office, visit);
  expect(
    records
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .map(({ kind, content }) => [kind, content['item'] ?? content['text'] ?? content['name']]),
  ).toEqual([
    ['check', 'Water is off'],
    ['check', 'Pressure'],
    ['check', 'Photo of the valve'],
    ['note', note],
    ['part', 'Valve 15 mm'],
    ['signature', 'Ana Lima'],
  ]);
  await expectFiles(office, visit, files);
}

/** The photo and the signature, and what else was added: no more than that, and all of it can be opened. */
async function expectFiles(office: BrowserContext, visit: Visit, count: number): Promise<void> {
  await expect
    .poll(async () => (await filesOf(office, visit)).map(({ state }) => state))
    .toEqual(Array.from({ length: count }, () => 'ready'));
}

/** A document that takes many pieces. */
const manual = Buffer.from('Turn the valve to the right. '.repeat(400_000));

test('three visits without a connection, with restarts and a server that dies in between: everything arrives once', async ({
  phone,
  office,
  page,
  product,
}) => {
  const { visits } = await threeVisits(office);
  await signInOnPhone(phone);
  await untilKept(phone.page(), visits);
  phone.line.become('cut');
  await phone.restart();
  await expect(
    phone
      .page()
      .getByText(/No connection/)
      .first(),
  ).toBeVisible();
  for (const [at, visit] of visits.entries()) await doVisit(phone.page(), visit.id, { note: `Visit ${at}` });
  await phone.page().goto(`/my-day/visits/${visits[0]!.id}`);
  const files = await unfolded(phone.page(), 'Photos and files');
  const document = { name: 'manual.txt', mimeType: 'text/plain', buffer: manual };
  await files.locator('input[type=file]').last().setInputFiles(document);
  // It is kept before it is asked whether it may cost mobile data.
  const question = phone.page().getByRole('dialog', { name: 'Send 12 MB now?' });
  await expect(question).toContainText('manual.txt is saved on this phone');
  await question.getByRole('button', { name: 'Send now' }).click();
  await expect(question).toBeHidden();
  await expect(files.getByText('manual.txt')).toBeVisible();

  await phone.restart();
  await phone.page().goto('/my-day/waiting');
  // Each visit: on the way, arrived, three answers, a photo, a note, a part, a signature and its picture, done. And the document.
  await expect(phone.page().getByRole('listitem')).toHaveCount(3 * 11 + 1);

  // The server dies as a power failure would end it, while the document is half there.
  const pieces: string[] = [];
  phone.page().on('response', (response) => {
    if (response.request().method() === 'PATCH' && response.ok()) pieces.push(response.url());
  });
  phone.line.become('open');
  const long = () => pieces.filter((url) => pieces.filter((other) => other === url).length >= 3);
  await expect.poll(() => long().length, { intervals: [20], timeout: 60_000 }).toBeGreaterThan(0);
  await product.kill();
  await expect(
    phone
      .page()
      .getByText(/No connection/)
      .first(),
  ).toBeVisible();
  await product.start();
  await expect(phone.page().getByRole('heading', { name: 'Everything is sent' })).toBeVisible({
    timeout: 120_000,
  });

  for (const [at, visit] of visits.entries()) {
    await expectArrived(office, visit, `Visit ${at}`, at === 0 ? 3 : 2);
    expect((await call(office, 'GET', `/visits/${visit.id}`)).data.row).toMatchObject({ state: 'completed' });
  }
  const sent = (await filesOf(office, visits[0]!)).filter(({ name }) => name === 'manual.txt');
  expect(sent).toHaveLength(1);
  const content = await office.request.get(`/services/filesystem/api/v1/files/${sent[0]!.id}/content`);
  expect(sha(await content.body())).toBe(sha(manual));
  await page.goto(`/?date=${tomorrow}`);
  for (const { id } of visits) await expect(blockOf(page, id)).toHaveAttribute('data-state', 'completed');
});

test(
  'the office has cancelled one visit and given another away meanwhile: nothing that was recorded is lost',
  long,
  async ({ phone, office }) => {
    const { visits, others } = await threeVisits(office);
    const [cancelled, given, stayed] = visits as [Visit, Visit, Visit];
    await signInOnPhone(phone);
    await untilKept(phone.page(), visits);
    phone.line.become('cut');
    await phone.restart();
    for (const [at, visit] of visits.entries())
      await doVisit(phone.page(), visit.id, { note: `Visit ${at}` });

    const gone = await call(office, 'POST', `/visits/${cancelled.id}/cancel`, { reason: 'Customer rang' });
    expect(gone.code, gone.message).toBe(800);
    await bookAnyway(office, given.id, others[0]!, momentOf(tomorrow, '15:00'));

    phone.line.become('open');
    await phone.restart();
    await phone.page().goto('/my-day/waiting');
    for (const [at, { name }] of [cancelled, given].entries()) {
      const refused = phone.page().getByRole('region', { name: new RegExp(`^Not accepted: ${name}`) });
      await expect(refused).toBeVisible({ timeout: 60_000 });
      await refused.getByRole('button', { name: 'Send to the office as a note' }).click();
      await expect(refused).toBeHidden();
      const visit = visits[at]!;
      // What was typed, the way there and the arrival; and the end, which was refused.
      await expect
        .poll(async () => (await recordsOf(office, visit)).filter(({ kind }) => kind === 'note').length)
        .toBe(4);
    }
    await expect(phone.page().getByRole('heading', { name: 'Everything is sent' })).toBeVisible({
      timeout: 60_000,
    });
    for (const visit of [cancelled, given]) {
      const records = await recordsOf(office, visit);
      const kinds = records.map(({ kind }) => kind).toSorted();
      const notes = ['note', 'note', 'note', 'note'];
      expect(kinds).toEqual(['check', 'check', 'check', ...notes, 'part', 'signature']);
      const texts = records.map(({ content }) => content['text']);
      expect(texts).toEqual(expect.arrayContaining(['On the way', 'Arrived']));
      await expectFiles(office, visit, 2);
    }
    await expectArrived(office, stayed, 'Visit 2');
    expect((await call(office, 'GET', `/visits/${stayed.id}`)).data.row).toMatchObject({
      state: 'completed',
    });
    expect((await call(office, 'GET', `/visits/${cancelled.id}`)).data.row).toMatchObject({
      state: 'cancelled',
    });
  },
);

function sha(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
