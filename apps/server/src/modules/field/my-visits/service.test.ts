import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, changeOf, type Work } from '../../../../test/setups/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';

let filing: Filing;
let work: Work;
let stream: Awaited<ReturnType<typeof openStream>>;
beforeAll(async () => {
  filing = await openFiling();
  work = filing.work;
  const { cookie } = await signInAs(work.app, 'technician@example.com');
  // They are nobody yet when they begin to listen.
  stream = await openStream(work.app, cookie, { path: '/services/scheduling/api/v1/my/live' });
  await stream.started();
});
afterAll(() => work.close());

const heard = () =>
  stream
    .messages()
    .filter(({ event }) => event === 'change')
    .map(({ data }) => data as { number: number });

test('who becomes a technician while they listen hears of their visits, and who is one no more does not', async () => {
  const { id } = await work.addTechnician();
  const linked = await work.owner.put(`/team/${USER}/technician`, { technician_id: id });
  const visit = await work.addVisit();
  const booked = await work.schedule(visit.id, [id], at('09:00'));
  const unlinked = await work.owner.put(`/team/${USER}/technician`, { technician_id: null });
  await work.owner.post(`/visits/${visit.id}/unschedule`);
  const again = await work.owner.put(`/team/${USER}/technician`, { technician_id: id });
  await expect
    .poll(() => heard().map(({ number }) => number))
    .toEqual([linked, booked, unlinked, again].map(changeOf));
});

test('a technician hears that what a visit of theirs tells of has changed, and not what; of others they hear nothing', async () => {
  const { id } = await work.addTechnician();
  await work.owner.put(`/team/${USER}/technician`, { technician_id: id });
  const [site, elsewhere] = [await work.addSite(), await work.addSite()];
  const [job, far] = [await work.addJob({}, site), await work.addJob({}, elsewhere)];
  await work.schedule(job.visits[0]!.id, [id], at('09:00'));
  // Beyond what the phone shows.
  const booked = await work.schedule(far.visits[0]!.id, [id], at('09:00', '2027-03-02'));
  const contact = await work.owner.post(`/customers/${site.customer_id}/contacts`, { name: 'Joe' });
  const own = [
    await work.owner.patch(`/sites/${site.site_id}`, { version: 1, access_notes: 'Key under the mat' }),
    await work.owner.patch(`/customers/${site.customer_id}`, { version: 1, phone: '0498 765 432' }),
    contact,
    await work.owner.patch(`/jobs/${job.id}`, { version: 1, description: 'Bring a ladder' }),
    await work.owner.delete(`/contacts/${(contact.data as { row: { id: string } }).row.id}`),
  ];
  await work.owner.patch(`/sites/${elsewhere.site_id}`, { version: 1, access_notes: 'Secret' });
  await work.owner.patch(`/customers/${elsewhere.customer_id}`, { version: 1, phone: '0400 000 000' });
  await work.owner.patch(`/jobs/${far.id}`, { version: 1, description: 'Later' });
  const last = await work.owner.patch(`/visits/${job.visits[0]!.id}`, { version: 1, note: 'The end' });
  const expected = [...own, last].map(changeOf).toSorted((one, other) => one - other);
  await expect.poll(() => heard().at(-1)?.number).toBe(changeOf(last));
  expect(heard().filter(({ number }) => number > changeOf(booked))).toEqual(
    expected.map((number) => ({ number, topic: 'change' })),
  );
});

test('what the office notes and attaches arrives at an open page, with who it is from', async () => {
  const { id } = await work.addTechnician();
  await work.owner.put(`/team/${USER}/technician`, { technician_id: id });
  const job = await work.addJob({ visits: [{ duration: 60, note: 'Ring twice' }] });
  const visit = job.visits[0]!.id;
  const booked = await work.schedule(visit, [id], at('09:00'));
  const noted = await work.owner.post(`/visits/${visit}/records`, {
    kind: 'note',
    content: { text: 'Customer rang: use the back gate' },
  });
  const sender = await filing.senderOf('owner@example.com');
  const plan = Buffer.from('%PDF-1.7\nA plan');
  await sender.send(plan, { subject: 'job', subject_id: job.id, name: 'plan.pdf' });
  await sender.send(plan, { subject: 'visit', subject_id: visit, name: 'meter.pdf' });
  const mine = await (await schedulerOf(work.app, 'technician@example.com')).get('/my/visits');
  const found = (mine.data as { rows: OwnVisit[] }).rows.find((row) => row.id === visit);
  expect(found).toMatchObject({
    note: 'Ring twice',
    note_by: 'Olivia Owner',
    note_at: expect.any(String),
    records: [{ content: { text: 'Customer rang: use the back gate' }, author: 'Olivia Owner' }],
    files: [{ author: 'Olivia Owner' }],
    job_files: [{ author: 'Olivia Owner' }],
  });
  const after = () => heard().filter(({ number }) => number > changeOf(booked));
  // The note, then each file as it comes and as it is ready to be opened.
  await expect.poll(() => after()).toHaveLength(5);
  expect(after()[0]!.number).toBe(changeOf(noted));
});
