import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../test/told.ts';
import { at, changeOf } from '../../../test/work.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
});
afterEach(() => told.rest());
afterAll(() => told.close());

test('at dispatch the customer is told when to expect whom, once, and it stands in the history', async () => {
  const { id, job, customer, name, to } = await told.plan({ date: '2026-11-17' });
  await told.dispatch(id);
  await told.pass(59);
  expect(told.received).toEqual([]);
  await told.pass(2);
  expect(told.received).toMatchObject([
    {
      to: [{ address: to }],
      replyTo: [{ address: 'office@example.com' }],
      subject: 'Harbour City Plumbing: your visit on Tue 17 Nov, 9–11 am',
    },
  ]);
  const [mail] = told.received;
  expect(mail!.text!.split('\n\n').map((part) => part.trim())).toEqual([
    `Hello ${name},`,
    'Harbour City Plumbing has confirmed your visit. We arrive on Tue 17 Nov, 9–11 am.',
    'Who: Kai',
    'Where: Ryde',
    'Does that not suit you? Then call us on 02 5550 1234 or answer this mail.',
    'You get this mail because you have a visit with Harbour City Plumbing.',
  ]);
  expect(mail!.html).toContain('Harbour City Plumbing</p>');
  // Neither what is known of the site nor the technician's own number.
  for (const secret of ['Dog', '0412', told.kai.name.split(' ')[1]!])
    expect(mail!.text).not.toContain(secret);

  for (const subject of [id, job, customer])
    expect(await told.history(subject)).toMatchObject([
      {
        by: { user_id: null, api_key_id: null },
        entries: [
          { table: 'customer_messages', after: { kind: 'confirmed', to_address: `${to[0]}…@example.com` } },
        ],
      },
    ]);
  expect((await told.show(id)).told).toMatchObject({ kind: 'confirmed', problem: null });
  const [message] = await told.history(id);
  expect(await told.owner.post(`/changes/${message!.number}/undo`)).toMatchObject({ status: 422 });

  // Whatever else happens to the visit, the customer hears nothing that they know.
  await told.owner.post(`/visits/${id}/pin`);
  await told.schedule(id, '09:45', '2026-11-17');
  await told.pass(120);
  expect(told.received).toHaveLength(1);
});

test('what is undone within the minute is not told', async () => {
  const { id } = await told.plan();
  await told.undo(await told.dispatch(id));
  await told.pass(120);
  expect(told.received).toEqual([]);
  expect(await told.history(id)).toEqual([]);
});

test('each change waits a minute of its own, and several become one mail that tells how it ended', async () => {
  const { id, day } = await told.plan();
  await told.dispatch(id);
  await told.pass(50);
  await told.schedule(id, '14:00', day);
  await told.pass(50);
  expect(told.received).toEqual([]);
  await told.pass(20);
  expect(told.subjects()).toEqual([expect.stringMatching(/your visit on .*, 2–4 pm$/)]);

  // Moved and moved back: nothing.
  const moved = await told.schedule(id, '07:00', day);
  await told.undo(changeOf(moved));
  await told.pass(120);
  expect(told.received).toHaveLength(1);
});

test('another time, and another promise, are told with the one before', async () => {
  const { id, day } = await told.plan({ date: '2026-12-01' });
  await told.dispatch(id);
  await told.pass(60);
  await told.schedule(id, '13:30', day);
  await told.pass(60);
  expect(told.received[1]).toMatchObject({
    subject: 'Harbour City Plumbing: your visit has moved to Tue 1 Dec, 1–3 pm',
    text: expect.stringContaining('We now arrive on Tue 1 Dec, 1–3 pm, and not on Tue 1 Dec, 9–11 am.'),
  });
  await told.edit(`/visits/${id}`, { window_from: '13:00', window_to: '14:00' });
  await told.pass(60);
  expect(told.subjects()[2]).toBe('Harbour City Plumbing: your visit has moved to Tue 1 Dec, 1–2 pm');
});

test.each(['unschedule', 'cancel'])(
  '%s: whoever was told hears that nobody comes, and nobody else',
  async (verb) => {
    const { id, day } = await told.plan();
    await told.owner.post(`/visits/${id}/${verb}`, verb === 'cancel' ? {} : undefined);
    await told.pass(120);
    expect(told.received).toEqual([]);

    if (verb === 'cancel') await told.owner.post(`/visits/${id}/restore`);
    await told.schedule(id, '09:30', day);
    await told.dispatch(id);
    await told.pass(60);
    const gone = await told.owner.post(`/visits/${id}/${verb}`, verb === 'cancel' ? {} : undefined);
    expect(gone).toMatchObject({ status: 200 });
    await told.pass(60);
    expect(told.subjects()).toEqual([
      expect.stringContaining('your visit on'),
      expect.stringMatching(/your visit on .* is cancelled$/),
    ]);
    expect(told.received[1]!.text).not.toContain('Who:');

    // It comes back as it was, by an undo: the customer is told so.
    await told.undo(changeOf(gone));
    await told.pass(60);
    expect(told.subjects()[2]).toBe(told.subjects()[0]);
  },
);

test('on the way is told after the minute, so that a wrong tap is free', async () => {
  const { id } = await told.plan({ date: '2026-11-16' });
  await told.dispatch(id);
  await told.pass(60);
  const tapped = await told.owner.post(`/visits/${id}/progress`, { progress: 'en route' });
  await told.undo(changeOf(tapped));
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  await told.owner.post(`/visits/${id}/progress`, { progress: 'en route' });
  await told.pass(60);
  expect(told.received[1]).toMatchObject({
    subject: 'Harbour City Plumbing: we are on our way to you',
    text: expect.stringMatching(
      /Kai is on the way to you now\.[^]*Any questions\? Please call us on 02 5550 1234/,
    ),
  });
  await told.owner.post(`/visits/${id}/progress`, { progress: 'on site' });
  await told.owner.post(`/visits/${id}/progress`, { progress: 'done' });
  await told.pass(120);
  expect(told.received).toHaveLength(2);
});

test('nothing is told of what is over: paperwork comes late', async () => {
  const { id } = await told.plan({ date: '2026-11-18' });
  await told.dispatch(id);
  told.clock.now = Date.parse('2026-11-20T00:00:00Z');
  await told.pass(60);
  await told.owner.post(`/visits/${id}/progress`, { progress: 'en route', at: at('09:20', '2026-11-18') });
  await told.pass(60);
  expect(told.received).toEqual([]);
});

test('who does not want to tell, or to be told, is left alone; also who decides so within the minute', async () => {
  const quiet = await told.plan();
  await told.edit(`/customers/${quiet.customer}`, { tell_by_mail: false });
  await told.dispatch(quiet.id);
  await told.pass(60);
  expect(await told.history(quiet.id)).toEqual([]);

  const late = await told.plan();
  await told.dispatch(late.id);
  await told.settings({ tells_customers: false });
  await told.pass(60);
  const never = await told.plan();
  await told.dispatch(never.id);
  await told.pass(60);
  await told.settings({ tells_customers: true });
  await told.pass(60);
  expect(told.received).toEqual([]);
});

test('without an address it is said that nobody was told, once; a contact with an address will do', async () => {
  const { id, customer, day } = await told.plan({ email: 'none' });
  await told.dispatch(id);
  await told.pass(60);
  await told.owner.post(`/visits/${id}/pin`);
  await told.pass(60);
  expect(told.received).toEqual([]);
  expect((await told.show(id)).told).toMatchObject({
    kind: 'confirmed',
    problem: 'no address',
    to_address: '',
  });
  expect(await told.history(id)).toHaveLength(1);

  await told.owner.post(`/customers/${customer}/contacts`, { name: 'Ana Lima' });
  await told.owner.post(`/customers/${customer}/contacts`, { name: 'Bo Lima', email: 'bo@example.com' });
  await told.schedule(id, '11:00', day);
  await told.pass(60);
  expect(told.received).toMatchObject([{ to: [{ address: 'bo@example.com' }] }]);
  expect(told.subjects()[0]).toContain('your visit on');
});

test('a site elsewhere has its own clocks, which are named, on the day when they change too', async () => {
  const perth = await told.plan({ zone: 'Australia/Perth', date: '2026-11-24' });
  await told.dispatch(perth.id);
  await told.pass(60);
  expect(told.subjects()).toEqual(['Harbour City Plumbing: your visit on Tue 24 Nov, 9–11 am (Perth time)']);
  const change = await told.plan({ zone: 'Australia/Lord_Howe', date: '2027-04-04' });
  await told.schedule(change.id, '01:10', '2027-04-04', 'Australia/Lord_Howe');
  await told.dispatch(change.id);
  await told.pass(60);
  expect(told.subjects()[1]).toBe(
    'Harbour City Plumbing: your visit on Sun 4 Apr, 1–2:30 am (Lord Howe time)',
  );
});
