import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
});
afterEach(() => told.rest());
afterAll(() => told.close());

/** As many visits of one customer, planned on one day. */
async function planAll(count: number, date: string) {
  const first = await told.plan({ date });
  const all = [first];
  for (let n = 1; n < count; n += 1) {
    const site = await told.owner.get(`/jobs/${first.job}`);
    const { customer_id, site_id } = (site.data as { row: { customer_id: string; site_id: string } }).row;
    const visit = await told.addVisit({}, { customer_id, site_id });
    await told.schedule(visit.id, `${9 + 2 * n}:30` as '11:30', date);
    all.push({ ...first, id: visit.id, job: visit.job_id });
  }
  return all;
}

const late = (id: string, minutes: number) => told.owner.post(`/visits/${id}/late`, { minutes });
const texts = () => told.received.map(({ text }) => text!);
const sorted = (list: string[]) => list.toSorted((a, b) => (a < b ? -1 : 1));
const addresses = () => sorted(told.received.map(({ to }) => to![0]!.address!));

test('a delay is told with one press, held for a minute, undone within it, and not twice the same', async () => {
  const { id, name } = await told.plan({ date: '2026-11-16' });
  await told.dispatch(id);
  await told.pass(60);
  told.received.length = 0;
  const pressed = await late(id, 30);
  expect(pressed).toMatchObject({ status: 200, data: { row: { told: [name] } } });
  await told.undo(changeOf(pressed));
  await told.pass(120);
  expect(told.received).toEqual([]);

  await late(id, 30);
  await told.pass(59);
  expect(told.received).toEqual([]);
  await told.pass(1);
  expect(told.subjects()).toEqual([
    'Harbour City Plumbing: we’re running late and expect to arrive at about 10:00 am',
  ]);
  expect(texts()[0]).toContain('Kai is running late\nabout 10:00 am\nWe’re sorry.');
  await late(id, 30);
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  const second = await late(id, 50);
  await told.pass(60);
  expect(told.subjects()[1]).toMatch(/about 10:20 am$/);
  expect((await told.show(id)).messages).toMatchObject([
    { kind: 'late', recipients: [{ name, problem: null }] },
    { kind: 'late' },
    { kind: 'confirmed' },
  ]);
  // What was promised stays: nobody has agreed to another time.
  expect((await told.schedule(id, '09:45', '2026-11-16')).status).toBe(200);
  // Taken back after it has left, the word before counts again.
  await told.undo(changeOf(second));
  await told.pass(60);
  expect(told.received).toHaveLength(2);
});

test('whoever has no address is named, with the number to ring, and nothing is kept', async () => {
  const { id, customer, name } = await told.plan({ email: 'none', date: '2026-11-19' });
  await told.owner.post(`/customers/${customer}/contacts`, {
    name: 'Ana Lima',
    phone: '0412345678',
    role: 'Tenant',
  });
  const refused = await late(id, 30);
  expect([refused.status, refused.message]).toEqual([
    409,
    `${name} has no email address. Call Ana Lima, 0412 345 678.`,
  ]);
  expect((await told.owner.get(`/visits/${id}/records`)).data).toMatchObject({ rows: [] });
});

test('several visits of a customer that change within a minute are one mail, without the one that was undone', async () => {
  const all = await planAll(3, '2026-12-08');
  const [a, b, c] = [all[0]!, all[1]!, all[2]!];
  expect(
    ((await told.owner.get('/dispatch/preview?date=2026-12-08')).data as { row: { customers: object } }).row
      .customers,
  ).toMatchObject({ emails: 1 });
  await told.dispatch(a.id);
  await told.pass(20);
  await told.dispatch(b.id);
  const third = await told.dispatch(c.id);
  await told.pass(20);
  await told.undo(third);
  await told.pass(39);
  expect(told.received).toEqual([]);
  await told.pass(1);
  expect(told.subjects()).toEqual(['Harbour City Plumbing: your 2 visits']);
  expect(texts()[0]).toMatch(/1\. .*\n.*9–11 am[^]*2\. .*\n.*11 am–1 pm/);
  for (const { id } of [a, b]) expect((await told.show(id)).told).toMatchObject({ kind: 'confirmed' });
  expect((await told.show(c.id)).messages).toEqual([]);

  // Of two kinds, and each says its own.
  await told.owner.post(`/visits/${a.id}/cancel`, {});
  await told.schedule(b.id, '15:00', '2026-12-08');
  await told.pass(60);
  expect(told.subjects()[1]).toBe('Harbour City Plumbing: news of your 2 visits');
  expect(texts()[1]).toMatch(/1\. Your visit has moved[^]*2\. Your visit is cancelled/);
});

test('nobody waits for more than two minutes because something else of the customer keeps changing', async () => {
  const all = await planAll(2, '2026-12-09');
  const [a, b] = [all[0]!, all[1]!];
  await told.dispatch(a.id);
  await told.dispatch(b.id);
  for (const time of ['12:30', '13:30', '14:30'] as const) {
    await told.pass(40);
    await told.schedule(b.id, time, '2026-12-09');
  }
  expect(told.subjects()).toEqual([expect.stringMatching(/9–11 am$/)]);
  await told.pass(60);
  expect(told.subjects()[1]).toMatch(/2–4 pm$/);
});

test('the tenant is told and not the owner, unless both are chosen; each once, and the visit says whom', async () => {
  const { id, job, customer, day, name, to } = await told.plan({ date: '2026-12-10' });
  const { site_id } = ((await told.owner.get(`/jobs/${job}`)).data as { row: { site_id: string } }).row;
  const add = async (contact: object) => {
    const { data } = await told.owner.post(`/customers/${customer}/contacts`, contact);
    return (data as { row: { id: string; version: number } }).row;
  };
  const tenant = await add({ name: 'Tia Tenant', email: 'tia@example.com', site_id });
  const books = await add({ name: 'Bo Books', email: 'bo@example.com', tell_visits: 'no' });
  await told.dispatch(id);
  await told.pass(60);
  expect(addresses()).toEqual(['tia@example.com']);
  expect(texts()[0]).toContain('Hello Tia Tenant,');

  const chosen = await told.owner.patch(`/contacts/${books.id}`, {
    version: books.version,
    tell_visits: 'yes',
  });
  expect(chosen).toMatchObject({ status: 200, data: { row: { tell_visits: 'yes' } } });
  await told.schedule(id, '13:00', day);
  await told.pass(60);
  expect(addresses()).toEqual(['bo@example.com', 'tia@example.com', 'tia@example.com']);
  expect((await told.show(id)).messages[0]).toMatchObject({
    kind: 'changed',
    recipients: [
      { contact_id: tenant.id, name: 'Tia Tenant', problem: null },
      { contact_id: books.id, name: 'Bo Books', problem: null },
    ],
  });
  // By undo neither is chosen, and without the tenant it is the customer's again.
  await told.undo(changeOf(chosen));
  await told.owner.delete(`/contacts/${tenant.id}`);
  await told.schedule(id, '16:00', day);
  await told.pass(60);
  expect(addresses()).toEqual(sorted(['bo@example.com', 'tia@example.com', 'tia@example.com', to]));
  expect((await told.show(id)).messages[0]).toMatchObject({ recipients: [{ contact_id: null, name }] });

  const elsewhere = await told.addSite();
  const wrong = await told.owner.post(`/customers/${customer}/contacts`, {
    name: 'X',
    site_id: elsewhere.site_id,
  });
  expect([wrong.status, wrong.message]).toEqual([422, 'Choose one of the customer’s own sites.']);
});

test('an agreed booking is confirmed at once where the business wants that, and not again when it is dispatched', async () => {
  const site = await told.addSite();
  await told.edit(`/customers/${site.customer_id}`, { email: 'booked@example.com' });
  const { id } = await told.addVisit({}, site);
  const book = (time: '08:00' | '14:00', more: object = { agreed: true }) =>
    told.book(id, [told.kai.id], at(time, '2026-12-11'), more);
  await book('08:00');
  await told.pass(120);
  expect(told.received).toEqual([]);

  await told.settings({ confirms_bookings: true });
  const moved = await book('14:00');
  await told.undo(changeOf(moved));
  await told.pass(30);
  await book('14:00');
  await told.pass(60);
  expect(told.subjects()).toEqual(['Harbour City Plumbing: your visit on Fri 11 Dec, 1–3 pm']);
  expect(texts()[0]).not.toContain('Who:');
  await told.dispatch(id);
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  // It is promised: dragging it elsewhere needs a reason.
  await told.owner.post('/visits/call-back', { visits: [id] });
  expect(await book('08:00', {})).toMatchObject({ status: 409 });
  await book('08:00');
  await told.pass(60);
  expect(told.subjects()[1]).toMatch(/moved to Fri 11 Dec, 7–9 am$/);
  await told.settings({ confirms_bookings: false });
});

test.each([
  ['moved, then on the way', ['move', 'tap'], /on our way$/],
  ['on the way by an old tap, after the move', ['move', 'old tap'], /moved to .*2–4 pm$/],
  ['on the way, taken back, then moved', ['tap', 'take back', 'move'], /moved to .*2–4 pm$/],
])('%s: the customer is told what is true when it is sent', async (_, steps, subject) => {
  const { id } = await told.plan({ date: '2026-11-16' });
  await told.dispatch(id);
  await told.pass(120);
  told.received.length = 0;
  let tapped = 0;
  for (const step of steps) {
    const when = new Date(told.clock.now - (step === 'old tap' ? 90_000 : 0)).toISOString();
    if (step === 'move') await told.schedule(id, '14:00', '2026-11-16');
    else if (step === 'take back') await told.undo(tapped);
    else
      tapped = changeOf(await told.owner.post(`/visits/${id}/progress`, { progress: 'en route', at: when }));
    await told.pass(25);
  }
  await told.pass(60);
  expect(told.subjects()).toEqual([expect.stringMatching(subject)]);
});
