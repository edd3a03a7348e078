import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { at, changeOf, DEMO } from '../../../../test/setups/work.ts';
import { markOf, sendLogo } from '../../../../test/setups/logo.ts';
import type { Email } from 'postal-mime';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
});
afterEach(() => told.rest());
afterAll(() => told.close());

const calendarIn = ({ attachments }: Email) => {
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  return file && Buffer.from(file.content as ArrayBuffer).toString();
};

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
    'Your visit is confirmed\nTue 17 Nov, 9–11 am\nWe’ll arrive within this time.\nWho: Kai\nWhere: Ryde',
    'Open the attached file to add it to your calendar.',
    'Need another time? Please call us on 02 5550 1234 or reply to this email.',
    expect.stringMatching(/^See your visit: http:\/\/localhost:\d+\/v\/[\w-]{22}$/),
    'You’re getting this email because you have a visit booked with Harbour City Plumbing.',
    'Harbour City Plumbing · ABN 51 824 753 556',
  ]);
  expect(mail!.html).toContain('Harbour City Plumbing</span>');
  expect(mail!.html).toContain('href="tel:0255501234"');
  // Nothing is written as large as the time.
  const sizes = [...mail!.html!.matchAll(/font-size:(\d+)px[^>]*>([^<]*)/g)];
  const largest = sizes.toSorted((a, b) => Number(b[1]) - Number(a[1]))[0];
  expect(largest![2]).toBe('Tue 17 Nov, 9–11 am');
  expect(mail!.html!.match(/<table/g)).toHaveLength(1);
  expect(calendarIn(mail!)).toMatch(
    /METHOD:PUBLISH[^]*DTSTART:20261116T220000Z\s+DTEND:20261117T000000Z\s+STATUS:CONFIRMED/,
  );
  // Neither what is known of the site nor the technician's own number.
  for (const secret of ['Dog', '0412', told.kai.name.split(' ')[1]!])
    expect(mail!.text).not.toContain(secret);

  for (const subject of [id, job, customer])
    expect(await told.history(subject)).toMatchObject([
      {
        by: { user_id: null, api_key_id: null },
        entries: expect.arrayContaining([
          expect.objectContaining({
            table: 'customer_messages',
            after: expect.objectContaining({ kind: 'confirmed', to_address: `${to[0]}…@example.com` }),
          }),
        ]),
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

test('a visit that was dispatched and never announced gets no mail of a change that was undone', async () => {
  await told.settings({ tells_customers: false });
  const { id, day } = await told.plan({ date: '2026-12-21' });
  await told.dispatch(id);
  await told.pass(300);
  await told.settings({ tells_customers: true });
  const freed = await told.owner.post(`/visits/${id}/unschedule`);
  expect(freed).toMatchObject({ status: 200 });
  await told.pass(5);
  await told.undo(changeOf(freed));
  await told.pass(300);
  const moved = await told.schedule(id, '14:00', day);
  await told.pass(5);
  await told.undo(changeOf(moved));
  await told.pass(300);
  expect(told.subjects()).toEqual([]);
  // Nor of several that were undone one after the other, or undone, done again and undone.
  for (const time of ['14:00', '07:00', '12:00'] as const) {
    const again = await told.schedule(id, time, day);
    await told.pass(5);
    await told.undo(changeOf(again));
    await told.pass(5);
  }
  await told.pass(300);
  expect(told.subjects()).toEqual([]);
  const steps = [
    changeOf(await told.schedule(id, '14:00', day)),
    changeOf(await told.schedule(id, '07:00', day)),
  ];
  await told.undo(steps[1]!);
  const back = await told.undo(steps[0]!);
  const redone = await told.undo(back);
  await told.undo(redone);
  await told.pass(300);
  expect(told.subjects()).toEqual([]);
  // What is left of them is told.
  await told.undo(await told.undo(changeOf(await told.schedule(id, '07:00', day))));
  await told.pass(60);
  expect(told.subjects()).toEqual([expect.stringMatching(/your visit on .*, 7–9 am$/)]);
  told.received.length = 0;

  // What waits for its own minute is told, whatever is undone meanwhile.
  const other = await told.plan({ date: '2026-12-22' });
  await told.dispatch(other.id);
  await told.pass(30);
  const gone = await told.owner.post(`/visits/${other.id}/unschedule`);
  await told.pass(120);
  expect(told.subjects()).toEqual([]);
  await told.undo(changeOf(gone));
  await told.pass(60);
  expect(told.received).toHaveLength(1);
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
    text: expect.stringContaining(
      'Tue 1 Dec, 1–3 pm\nWe’ll now arrive within this time, instead of Tue 1 Dec, 9–11 am.',
    ),
  });
  await told.edit(`/visits/${id}`, { window_from: '13:00', window_to: '14:00' });
  await told.pass(60);
  expect(told.subjects()[2]).toBe('Harbour City Plumbing: your visit has moved to Tue 1 Dec, 1–2 pm');
});

test('what was mailed is promised from then on: it is kept when the visit is moved, or moves with a reason', async () => {
  const { id, day } = await told.plan({ date: '2026-12-02' });
  await told.dispatch(id);
  await told.pass(60);
  const move = async (time: `${number}:${number}`, more: object = {}) =>
    told.owner.post(`/visits/${id}/schedule`, {
      version: (await told.show(id)).version,
      technicians: [told.kai.id],
      starts_at: at(time, day as '2026-12-02'),
      ...more,
    });

  // Within what was mailed, nobody is told anything new: nor would the hours of the new start be said.
  expect((await move('10:15')).status).toBe(200);
  await told.pass(60);
  expect(told.subjects()).toHaveLength(1);
  const refused = await move('13:30');
  expect([refused.status, refused.message]).toEqual([
    409,
    '2 h 30 min after the window: the customer was told 9:00 am–11:00 am.',
  ]);

  // With a reason it is where it was put, and what the customer is mailed then is the promise.
  expect((await move('13:30', { overrides: [{ rule: 'window', reason: 'Truck broke down' }] })).status).toBe(
    200,
  );
  await told.pass(60);
  expect(told.subjects()[1]).toMatch(/moved to .*, 1–3 pm$/);
  expect((await move('13:45')).status).toBe(200);
  expect((await move('09:30')).message).toContain('the customer was told 1:00 pm–3:00 pm');

  // What is agreed on the telephone after that takes its place.
  expect((await move('08:00', { agreed: true })).status).toBe(200);
  expect(await told.show(id)).toMatchObject({ on_date: day, window_from: '07:00', window_to: '09:00' });
  await told.pass(60);
  expect(told.subjects()[2]).toMatch(/moved to .*, 7–9 am$/);
});

test('an undo says which customers were told meanwhile, and whose mail has not left', async () => {
  const { id, name, day } = await told.plan();
  const undone = async (change: number) => {
    const { data } = await told.owner.post(`/changes/${change}/undo`);
    const { written_to, not_written_to } = data as { written_to: string[]; not_written_to: string[] };
    return { written_to, not_written_to };
  };
  expect(await undone(await told.dispatch(id))).toEqual({ written_to: [], not_written_to: [name] });
  const sent = await told.dispatch(id);
  const pinned = await told.owner.post(`/visits/${id}/pin`);
  await told.pass(60);
  // No customer was ever mailed because of a pin.
  expect(await undone(changeOf(pinned))).toEqual({ written_to: [], not_written_to: [] });
  await told.pass(5);
  const moved = await told.schedule(id, '14:00', day);
  expect(await undone(changeOf(moved))).toEqual({ written_to: [], not_written_to: [name] });
  expect(await undone(sent)).toEqual({ written_to: [name], not_written_to: [] });
});

test('of what was done it can be asked who is mailed because of it, as long as that has not left', async () => {
  const { id, name } = await told.plan();
  const unsent = async (change: number) => {
    const { data } = await told.owner.get(`/changes/${change}/unsent`);
    return (data as { names: string[] }).names;
  };
  const sent = await told.dispatch(id);
  expect(await unsent(sent)).toEqual([name]);
  await told.pass(60);
  expect(await unsent(sent)).toEqual([]);
  expect(await unsent(changeOf(await told.owner.post(`/visits/${id}/pin`)))).toEqual([]);
  const freed = changeOf(await told.owner.post(`/visits/${id}/unschedule`));
  expect(await unsent(freed)).toEqual([name]);
  expect(await told.owner.get('/changes/999999/unsent')).toMatchObject({ data: { names: [] } });
});

test('whoever was told who comes hears that somebody else does, once, and the time stays', async () => {
  const { id, day } = await told.plan();
  const ana = await told.addTechnician({ name: 'Ana Silva' });
  await told.dispatch(id);
  await told.pass(60);
  const overrides = [{ rule: 'shift', reason: 'a test' }];
  expect(await told.book(id, [ana.id], at('09:30', day as never), { overrides })).toMatchObject({
    status: 200,
  });
  await told.pass(60);
  expect(told.subjects()[1]).toMatch(/: Ana is coming on .*, 9–11 am$/);
  expect(told.received[1]!.text).toContain('The time is still');
  await told.pass(600);
  expect(told.received).toHaveLength(2);
});

const sequenceIn = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)![1]);

test.each([
  ['unschedule', /we need another time for your visit$/],
  ['cancel', /your visit on .* is cancelled$/],
] as const)('%s: whoever was told hears that nobody comes, and nobody else', async (verb, subject) => {
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
  expect(told.subjects()).toEqual([expect.stringContaining('your visit on'), expect.stringMatching(subject)]);
  expect(told.received[1]!.text).not.toContain('Who:');
  const [put, out] = told.received.map((mail) => calendarIn(mail)!);
  expect(out).toMatch(/METHOD:CANCEL[^]*STATUS:CANCELLED/);
  const idsIn = (text: string) => [/UID:.*/, /DTSTART:.*/].map((line) => line.exec(text)![0]);
  expect(idsIn(out!)).toEqual(idsIn(put!));
  expect(sequenceIn(out!)).toBeGreaterThan(sequenceIn(put!));

  // It comes back as it was, by an undo: the customer is told so.
  await told.undo(changeOf(gone));
  await told.pass(60);
  expect(told.subjects()[2]).toBe(told.subjects()[0]);
});

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
    subject: 'Harbour City Plumbing: we’re on our way',
    text: expect.stringMatching(
      /Kai is on the way to you\n[^]*Any questions\? Please call us on 02 5550 1234/,
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

test('mails look like the business: its logo within them, its colour, and by what it can be looked up', async () => {
  const logo_id = await sendLogo(told.app, DEMO, await markOf('#123456'));
  await told.pass(0);
  told.received.length = 0;
  const look = { logo_id, colour: '#f5c518', abn: '51824753556', trade_licence: 'NSW 123456C' };
  await told.settings(look);
  const [first, second] = [await told.plan(), await told.plan()];
  await told.dispatch(first.id);
  await told.pass(60);
  const [mail] = told.received;
  const logo = mail!.attachments.find(({ mimeType }) => mimeType === 'image/png');
  expect(logo).toMatchObject({ contentId: '<logo@muster>', disposition: 'inline', related: true });
  expect(mail!.html).toContain('src="cid:logo@muster"');
  expect(mail!.html).toMatch(/<img[^>]*alt="Harbour City Plumbing"/);
  // Nothing is fetched from anywhere: neither we nor anybody else learns that it was opened.
  expect(mail!.html).not.toMatch(/src="http|url\(/);
  // On yellow only black can be read, and on white no yellow.
  expect(mail!.html).toMatch(/background:#f5c518;color:#000000/);
  expect(mail!.html!.split('</style>')[1]).not.toMatch(/[^-]color:#f5c518/);
  for (const text of [mail!.html!, mail!.text!])
    expect(text).toContain('Harbour City Plumbing · ABN 51 824 753 556 · Licence no. NSW 123456C');

  // One that was taken away before the mail leaves is not in it, and its name is.
  await told.dispatch(second.id);
  await told.pass(59);
  await told.settings({ logo_id: null, colour: null, abn: null, trade_licence: '' });
  await told.pass(1);
  expect(told.received[1]!.html).toContain('Harbour City Plumbing</span>');
  expect(told.received[1]!.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar']);
});

test('a mail that is refused for good is a failure at once, and waits for the office', async () => {
  const { id } = await told.plan({ date: '2026-12-03' });
  await told.dispatch(id);
  told.post.refuse(1, 550);
  await told.pass(60);
  const [message] = (await told.show(id)).messages;
  expect(message!.recipients).toMatchObject([
    { state: { name: 'failed', why: expect.stringContaining('550') } },
  ]);
  const { data } = await told.owner.get('/customer-messages/untold');
  const own = (data as { rows: { visit_id: string }[] }).rows.filter(({ visit_id }) => visit_id === id);
  expect(own).toMatchObject([{ state: 'failed', way: 'email' }]);
  expect(await told.owner.post(`/customer-messages/${message!.id}/send-again`)).toMatchObject({
    status: 200,
  });
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  expect((await told.show(id)).messages[0]!.recipients).toMatchObject([{ state: { name: 'sent' } }]);
});
