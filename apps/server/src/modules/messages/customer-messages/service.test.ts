import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { until } from '../../../../test/until.ts';
import { changeOf, DEMO, visitIn } from '../../../../test/setups/work.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { mailsPerAccount } from '../../../platform/limit-table.ts';
import { accountToOpen } from '../../../platform/sign-in/person.ts';
import { startQueue } from '../../../platform/tasks/queue.ts';
import { sendMailOfAccount } from '../../basics/mails/service.ts';
import { CUSTOMERS_TOLD, REMINDERS_DUE } from './service.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
});
afterEach(() => told.rest());
afterAll(() => told.close());

test('a description is for the office: nothing of it reaches a customer', async () => {
  const site = await told.addSite();
  await told.edit(`/customers/${site.customer_id}`, { email: 'what@example.com' });
  const job = await told.addJob({ description: 'Tap drips\nKey under the mat' }, site);
  await told.schedule(job.visits[0]!.id, '09:30', '2026-12-15');
  await told.dispatch(job.visits[0]!.id);
  await told.pass(60);
  expect(told.received[0]!.text).not.toMatch(/What:|drips|mat/);
});

test('two that run the same task at once send one mail', async () => {
  const { id } = await told.plan();
  await told.dispatch(id);
  await told.pass(60, { twice: CUSTOMERS_TOLD });
  expect(told.received).toHaveLength(1);
  expect(await told.history(id)).toHaveLength(1);
});

test('through the queues of two processes: it waits there for a minute, and then one of them tells it', async () => {
  const { id } = await told.plan();
  await told.pass(0);
  const { database } = told.here;
  const start = () => startQueue({ database, log: silentLog, tasks: told.tasks });
  const processes = await Promise.all([start(), start()]);
  await told.dispatch(id);
  const wait = await until(async () => {
    const { rows } = await told.here.asOwner<{ seconds: number }>(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where data->>'topic' = $1`,
      [CUSTOMERS_TOLD],
    );
    return rows[0]?.seconds;
  });
  expect(wait).toBe(60);
  await told.here.asOwner(`update pgboss.job set start_after = now() where data->>'topic' = $1`, [
    CUSTOMERS_TOLD,
  ]);
  await until(() => told.received.length > 0);
  await Promise.all(processes.map((it) => it.stop()));
  expect(told.received).toHaveLength(1);
  expect(await told.history(id)).toHaveLength(1);
});

test('a whole day is told in one go, each customer of their own visit', async () => {
  const many = [await told.plan({ date: '2026-12-16' }), await told.plan({ date: '2026-12-16' })];
  const answer = await told.owner.post('/dispatch', { date: '2026-12-16' });
  expect(answer).toMatchObject({ status: 200 });
  // One task for both visits, and a mail for each.
  expect(await told.pass(60)).toBe(3);
  expect(new Set(told.received.map(({ to }) => to![0]!.address))).toEqual(new Set(many.map(({ to }) => to)));
});

test('erasing a customer takes the address out of what was told, in the history too', async () => {
  const { id, customer, to } = await told.plan({ email: 'jo.secret@example.com' });
  await told.dispatch(id);
  await told.pass(60);
  expect(told.received).toMatchObject([{ to: [{ address: to }] }]);
  expect(await told.owner.post(`/customers/${customer}/erase`)).toMatchObject({ status: 200 });
  expect((await told.show(id)).told).toMatchObject({ kind: 'confirmed', to_address: '' });
  const mails = await told.here.asOwner(`select from mails where to_address = $1`, [to]);
  expect(mails.rowCount).toBe(0);
  const [message] = await told.history(id);
  const said = message!.entries.find(({ table }) => table === 'customer_messages');
  expect(said!.after).toMatchObject({ to_address: '' });
});

test('a visit that was told of can be taken back step by step, and the history keeps what was said', async () => {
  const site = await told.addSite();
  await told.edit(`/customers/${site.customer_id}`, { email: 'back@example.com' });
  const made = await told.owner.post('/jobs', { ...site, name: undefined, visits: [{ duration: 60 }] });
  const { visits } = (made.data as unknown as { row: { visits: { id: string }[] } }).row;
  const { id } = visits[0]!;
  const planned = await told.schedule(id, '09:30', '2026-12-17');
  expect(visitIn(planned).state).toBe('planned');
  const sent = await told.dispatch(id);
  await told.pass(60);
  for (const number of [sent, changeOf(planned), changeOf(made)]) await told.undo(number);
  await told.pass(60);
  expect(told.subjects()).toHaveLength(1);
  expect(await told.history(id)).toHaveLength(1);
});

test('another account sees nothing of what was told, nor of what waits', async () => {
  const { id } = await told.plan();
  await told.dispatch(id);
  await told.pass(60);
  await told.owner.post(`/visits/${id}/pin`);
  const counted = (account: AccountId) =>
    withAccount(told.here.database.db, account, async (db) => {
      const { rows } = await sql<{ messages: number; waits: number }>`
        select (select count(*)::int from customer_messages where visit_id = ${id}) as messages,
               (select count(*)::int from customer_waits where visit_id = ${id}) as waits`.execute(db);
      return rows[0];
    });
  expect(await counted(DEMO)).toEqual({ messages: 1, waits: 1 });
  expect(await counted(accountToOpen())).toEqual({ messages: 0, waits: 0 });
});

test('who has had a hundred such mails in an hour gets no more, and the dispatcher sees it', async () => {
  const { id, to } = await told.plan();
  const send = (account: AccountId, address = to) =>
    withAccount(told.here.database.db, account, (db) =>
      sendMailOfAccount(db, account, {
        to: address,
        share: 'visits',
        at: new Date(told.clock.now),
        write: () => ({ template: 'nothing', to }),
      }),
    );
  for (let n = 0; n < 100; n += 1) expect(await send(DEMO)).toHaveProperty('id');
  // Another way to write an address is no other mailbox.
  expect(await send(DEMO, to.replace('@', '+1@'))).toEqual({ problem: 'too many' });
  expect(await send(DEMO, `"x"${to}`)).toEqual({ problem: 'no address' });
  const { account } = await openBusiness(told.here.database.db);
  expect(await send(account)).toHaveProperty('id');
  await told.here.asOwner('delete from outbox');
  await told.dispatch(id);
  await told.pass(60);
  expect(told.received).toEqual([]);
  expect((await told.show(id)).told).toMatchObject({ kind: 'confirmed', problem: 'too many' });
});

test('a new account mails a few a day, says through whom, and has answers sent nowhere that nobody has confirmed', async () => {
  await told.here.asOwner('delete from limit_hits');
  await told.settings({ name: 'Pipes.com & =?utf-8?q?Bank?=', email: 'elsewhere@example.com' });
  const setAge = (age: string) =>
    told.inside((db) =>
      sql`update accounts set created_at = ${new Date(told.clock.now)}::timestamptz - ${age}::interval`.execute(
        db,
      ),
    );
  await setAge('1 hour');
  const { id, name, customer } = await told.plan({ email: 'stranger@example.com' });
  await told.edit(`/customers/${customer}`, { name: `${name} https://example.com` });
  await told.dispatch(id);
  await told.pass(60);
  const [mail] = told.received;
  expect(mail).toMatchObject({ from: { name: 'Pipes com & = ?utf-8?q?Bank?= via Muster' } });
  expect(mail!.replyTo).toBeUndefined();
  expect(mail!.subject).toMatch(/^Pipes com & = \?utf-8\?q\?Bank\?=: your visit/);
  expect(mail!.text).toContain('sends this through Muster, which it has used since');
  expect(mail!.text).toContain('Please call us on 02 5550 1234.');
  expect(mail!.text).not.toMatch(/https:|reply to this email/);

  const { max } = mailsPerAccount(0);
  await told.inside((db) =>
    sql`insert into limit_hits (key, at, expires_at)
        select ${`mails of ${DEMO}`}, ${new Date(told.clock.now)}, ${new Date(told.clock.now + 86_400_000)}
          from generate_series(1, ${max})`.execute(db),
  );
  const second = await told.plan({ email: 'other@example.com' });
  await told.dispatch(second.id);
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  expect((await told.show(second.id)).told).toMatchObject({ problem: 'daily limit' });
  await setAge('3 days');
  await told.owner.post(`/visits/${second.id}/pin`);
  await told.pass(120);
  expect(told.received).toHaveLength(2);
  await told.here.asOwner('delete from limit_hits');
});

/** Some kinds are told otherwise, as long as a test lasts. */
async function withWays(ways: object, work: () => Promise<void>): Promise<void> {
  // Whoever is signed in stays so, whatever the test's own clock says.
  await told.here.asOwner(`update sessions set expires_at = '2030-01-01'`);
  const { data } = await told.owner.get('/settings');
  const before = (data as { row: { message_ways: object } }).row.message_ways;
  await told.settings({ message_ways: { ...before, ...ways } });
  try {
    await work();
  } finally {
    await told.settings({ message_ways: before });
  }
}

/** The periodic task looks for whom to remind, at that time. */
async function remindAt(moment: string): Promise<void> {
  told.clock.now = Date.parse(moment);
  await told.tasks[REMINDERS_DUE]!({}, 'a test');
  await told.pass(5);
}

test('a kind that is off is not told, and the others are; nothing is noted of it', async () => {
  await withWays({ confirmed: 'off' }, async () => {
    const { id, day } = await told.plan({ date: '2026-11-24' });
    await told.edit(`/visits/${id}`, { on_date: day, window_from: '09:00', window_to: '11:00' });
    await told.dispatch(id);
    await told.pass(60);
    expect([told.subjects(), await told.history(id)]).toEqual([[], []]);
    // Customers count on what was agreed, and hear that it moved.
    await told.schedule(id, '14:00', day);
    await told.pass(60);
    expect(told.subjects()).toEqual([expect.stringMatching(/your visit has moved to Tue 24 Nov, 2–4 pm$/)]);
    expect(told.received[0]!.text).toContain('instead of Tue 24 Nov, 9–11 am');
  });
  await withWays({ late: 'off' }, async () => {
    const { id } = await told.plan();
    await told.dispatch(id);
    expect(await told.owner.post(`/visits/${id}/late`, { minutes: 30 })).toMatchObject({
      status: 409,
      message: 'Messages about running late are off in Settings, so call them.',
    });
  });
});

test('customers are reminded on the day before, at the owner’s hour by the clocks at the site, once for each agreed time', async () => {
  await withWays({ reminder: 'email' }, async () => {
    const sydney = await told.plan({ date: '2026-12-09' });
    const perth = await told.plan({ date: '2026-12-09', zone: 'Australia/Perth' });
    const planned = await told.plan({ date: '2026-12-09' });
    for (const { id } of [sydney, perth]) await told.dispatch(id);
    await told.pass(60);
    told.received.length = 0;
    const addressed = () => told.received.map(({ to }) => to![0]!.address);
    await remindAt('2026-12-08T05:50:00Z');
    expect(addressed()).toEqual([]);
    await remindAt('2026-12-08T06:00:00Z');
    expect(addressed()).toEqual([sydney.to]);
    expect(told.received[0]).toMatchObject({
      subject: expect.stringMatching(/: a reminder of your visit on Wed 9 Dec, 9–11 am$/),
      text: expect.stringContaining('Your visit is tomorrow\nWed 9 Dec, 9–11 am'),
    });
    await remindAt('2026-12-08T06:10:00Z');
    expect(addressed()).toEqual([sydney.to]);
    await remindAt('2026-12-08T09:00:00Z');
    expect(addressed()).toEqual([sydney.to, perth.to]);
    // Moved to the day after that: they hear of it, and are reminded of that, too.
    await told.schedule(sydney.id, '09:30', '2026-12-10');
    await told.pass(60);
    expect(told.subjects().at(-1)).toMatch(/moved to Thu 10 Dec, 9–11 am$/);
    await remindAt('2026-12-09T06:00:00Z');
    expect(told.subjects().at(-1)).toMatch(/reminder of your visit on Thu 10 Dec/);
    // What nobody has dispatched is told to nobody.
    expect(addressed()).not.toContain(planned.to);
    // Whoever is reminded counts on it: a move is told with the time before.
    await told.schedule(perth.id, '14:00', '2026-12-11', 'Australia/Perth');
    await told.pass(60);
    expect(told.subjects().at(-1)).toMatch(/moved to Fri 11 Dec/);
  });
});

test('whoever has heard of a visit in the last hours, or whose change waits, is not reminded of it as well', async () => {
  await withWays({ reminder: 'email' }, async () => {
    const { id } = await told.plan({ date: '2026-12-14' });
    told.clock.now = Date.parse('2026-12-13T02:30:00Z');
    await told.dispatch(id);
    await told.pass(60);
    const late = await told.plan({ date: '2026-12-14' });
    await remindAt('2026-12-13T06:00:00Z');
    expect(told.subjects()).toHaveLength(1);
    told.clock.now = Date.parse('2026-12-13T08:00:00Z');
    await told.dispatch(late.id);
    await remindAt('2026-12-13T08:00:30Z');
    expect(told.subjects()).toHaveLength(1);
    await told.pass(60);
    await remindAt('2026-12-13T08:10:00Z');
    expect(told.subjects().map((subject) => subject!.split(': ')[1])).toEqual([
      'your visit on Mon 14 Dec, 9–11 am',
      'your visit on Mon 14 Dec, 9–11 am',
    ]);
  });
  // Off, nobody looks.
  const { rowCount } = await told.here.asOwner('select from reminding_accounts');
  expect(rowCount).toBe(0);
});

test('the customer hears that the work is done, or that it could not be, and nothing of it after an undo or as paperwork', async () => {
  await withWays({ done: 'email', 'could not complete': 'email' }, async () => {
    const ended = async (outcome: object, date: string, later = 0) => {
      const { id } = await told.plan({ date });
      await told.dispatch(id);
      await told.pass(60);
      told.received.length = 0;
      told.clock.now = Date.parse(`${date}T00:00:00Z`) + later;
      const answer = await told.owner.post(`/visits/${id}/outcome`, outcome);
      expect(answer).toMatchObject({ status: 200 });
      return { id, change: changeOf(answer) };
    };
    const done = await ended({ outcome: 'completed' }, '2026-11-17');
    await told.pass(60);
    expect(told.received).toMatchObject([
      {
        subject: expect.stringMatching(/: the work is finished$/),
        text: expect.stringMatching(/All done\nThe work is finished. Thank you for having us.\nWhere: Ryde/),
      },
    ]);
    expect(told.received[0]!.text).toContain('because you had a visit from ');
    expect(calendarsIn(told.received[0]!)).toEqual([]);
    await told.owner.post(`/visits/${done.id}/pin`);
    await told.pass(120);
    expect(told.received).toHaveLength(1);

    const undone = await ended({ outcome: 'completed' }, '2026-11-18');
    await told.undo(undone.change);
    await told.pass(60);
    expect(told.received).toEqual([]);

    await ended({ outcome: 'could not complete', reason: 'Dog in the yard' }, '2026-11-19');
    await told.pass(60);
    expect(told.subjects()).toEqual([expect.stringMatching(/: we couldn’t finish the work$/)]);
    // What the technician wrote is for the office.
    expect(told.received[0]!.text).not.toContain('Dog');

    await ended({ outcome: 'completed', at: '2026-11-19T23:30:00Z' }, '2026-11-20', 26 * 3_600_000);
    await told.pass(60);
    expect(told.received).toEqual([]);
  });
});

test('the report goes along with the word that the work is done where the owner wants that, once, and is released by it', async () => {
  await withWays({ done: 'email' }, async () => {
    const done = async (date: string) => {
      const { id } = await told.plan({ date });
      await told.dispatch(id);
      await told.pass(60);
      told.received.length = 0;
      told.clock.now = Date.parse(`${date}T00:00:00Z`);
      await told.owner.post(`/visits/${id}/outcome`, { outcome: 'completed' });
      await told.pass(60);
      const { data } = await told.owner.get(`/visits/${id}/report`);
      return {
        attached: told.received.map(({ attachments }) => attachments.map(({ mimeType }) => mimeType)),
        text: told.received[0]!.text!,
        mails: (data as { row: { mails: object[] } }).row.mails.length,
      };
    };
    expect(await done('2026-11-23')).toMatchObject({ attached: [[]], mails: 0 });
    await told.settings({ sends_reports: true });
    const { attached, text, mails } = await done('2026-11-24');
    expect([attached, mails]).toEqual([[['application/pdf']], 1]);
    expect(text).toContain('The report of what we did is attached as a PDF.');
    await told.settings({ sends_reports: false });
  });
});

test('“on my way” says when they arrive, by the drive that the board reckons with', async () => {
  const { id } = await told.plan({ date: '2026-11-16' });
  await told.inside((db) =>
    sql`update technicians set base_latitude = -33.8, base_longitude = 151.0 where id = ${told.kai.id}`.execute(
      db,
    ),
  );
  await told.dispatch(id);
  await told.pass(60);
  told.clock.now = Date.parse('2026-11-15T22:10:00Z');
  await told.owner.post(`/visits/${id}/progress`, { progress: 'en route' });
  await told.pass(60);
  const words = /Kai is on the way to you\nabout (\d+:\d\d am)\nWe should be there in about (\d+) minutes\./;
  const [, clock, away] = words.exec(told.received[1]!.text!)!;
  const [hours, past] = clock!.slice(0, -3).split(':').map(Number) as [number, number];
  // Said a minute after the tap at ten past nine.
  expect(hours * 60 + past).toBe(9 * 60 + 11 + Number(away));
  expect((await told.show(id)).told).toMatchObject({ kind: 'on the way', expected_at: expect.any(String) });
});

const calendarsIn = ({ attachments }: ToldWork['received'][number]) =>
  attachments.filter(({ mimeType }) => mimeType === 'text/calendar');
