import { randomUUID } from 'node:crypto';
import type { VisitReportPage } from '@muster/domain/reports/schema';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Filing, openFiling } from '../../../test/filing.ts';
import { finishVisit, note } from '../../../test/finished.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { schedulerOf } from '../../../test/scheduler.ts';
import { at, type Work } from '../../../test/work.ts';

let filing: Filing;
let work: Work;
let sender: Awaited<ReturnType<Filing['senderOf']>>;
let crew: { id: string; name: string }[];
beforeAll(async () => {
  filing = await openFiling();
  ({ work } = filing);
  sender = await filing.senderOf('owner@example.com');
  crew = [
    await work.addTechnician({ name: 'Łukasz Żółć' }),
    await work.addTechnician({ name: 'Nguyễn Thị Ánh' }),
  ];
});
afterAll(() => work.close());

async function reportOf(id: string): Promise<VisitReportPage> {
  return ((await work.owner.get(`/visits/${id}/report`)).data as { row: VisitReportPage }).row;
}

async function documentOf(id: string) {
  const answer = await sender.call('GET', `/services/scheduling/api/v1/visits/${id}/report.pdf`);
  expect(answer.status).toBe(200);
  return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function photo(id: string, colour: string, more: Record<string, string> = {}) {
  const [width, height] = more['kind'] === 'signature' ? [300, 100] : [1600, 1200];
  const drawn = sharp({ create: { width, height, channels: 3, background: colour } });
  return sender.send(await (more['kind'] === 'signature' ? drawn.png() : drawn.jpeg()).toBuffer(), {
    subject: 'visit',
    subject_id: id,
    name: 'photo.jpg',
    ...more,
  });
}

test('a finished visit is a report: who, where, when, what was done, and what only the office sees is marked', async () => {
  const { id, customer } = await finishVisit(work, {
    technicians: crew.map((one) => one.id),
    job: { description: 'The tap drips' },
    visit: {
      crew_size: 2,
      note: 'Mind the dog',
      check_list: [
        { text: 'Pressure', done: false, kind: 'number', required: true },
        { text: 'Tidy', done: false },
      ],
    },
    records: [
      note('Valve replaced', { for_customer: true }),
      note('They never pay in time'),
      { kind: 'check', content: { item: 'Pressure', value: 480 } },
      { kind: 'part', content: { name: 'Valve ½″', quantity: 2 } },
    ],
  });
  const report = await reportOf(id);
  expect(report).toMatchObject({
    outcome: 'completed',
    customer: { name: customer },
    job: { description: 'The tap drips' },
    crew: [
      { name: 'Łukasz Żółć', is_lead: true, times: { minutes: 47, measured: null } },
      { name: 'Nguyễn Thị Ánh', is_lead: false },
    ],
    check_list: [{ answer: 480 }, { text: 'Tidy', answer: null }],
    notes: [{ for_customer: true }, { text: 'They never pay in time', for_customer: false }],
    parts: [{ name: 'Valve ½″', quantity: 2 }],
    photos: [],
    signature: null,
    mails: [],
  });
  const { headers, bytes } = await documentOf(id);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Report ${report.number.replace('/', '-')}.pdf"`,
  );
  const [text] = await pdfText(bytes);
  for (const words of [
    'Łukasz Żółć, Nguyễn Thị Ánh',
    customer,
    'The tap drips',
    '9:04 am – 9:51 am (47 min)',
    'Valve replaced',
    'Pressure 480',
    'Tidy Not done',
    'Valve ½″ × 2',
    'Page 1 of 1',
  ])
    expect(text).toContain(words);
  for (const inside of ['never pay', 'Mind the dog', 'Dog']) expect(text).not.toContain(inside);
  expect(Buffer.from((await documentOf(id)).bytes).equals(Buffer.from(bytes))).toBe(true);
});

test('what was answered before an item was renamed or removed is in the report all the same', async () => {
  const check_list = [
    { text: 'Pressure', done: false, kind: 'number' },
    { text: 'Tidy', done: false },
  ];
  const { id } = await finishVisit(work, {
    technicians: [crew[0]!.id],
    visit: { check_list },
    records: [
      { kind: 'check', content: { item: 'Pressure', value: 480 } },
      { kind: 'check', content: { item: 'Tidy', value: true } },
    ],
  });
  const { version } = await work.show(id);
  const renamed = [{ ...check_list[0], text: 'Pressure in kPa' }];
  expect(await work.owner.patch(`/visits/${id}`, { version, check_list: renamed })).toMatchObject({
    status: 200,
  });
  expect((await reportOf(id)).check_list).toMatchObject([
    { text: 'Pressure in kPa', answer: null, is_former: false },
    { text: 'Pressure', answer: 480, is_former: true },
    { text: 'Tidy', answer: true, is_former: true },
  ]);
  const [text] = await pdfText((await documentOf(id)).bytes);
  expect(text).toContain('Pressure in kPa Not answered Also checked Pressure 480 Tidy Done');
});

test('the office chooses a note for the customer, and takes the choice back', async () => {
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id], records: [note('Inside')] });
  const [{ id: chosen } = { id: '' }] = (await reportOf(id)).notes;
  const choose = (for_customer: boolean) => work.owner.patch(`/records/${chosen}`, { for_customer });
  expect(await choose(true)).toMatchObject({ status: 200 });
  expect((await pdfText((await documentOf(id)).bytes))[0]).toContain('Inside');
  await choose(false);
  expect((await pdfText((await documentOf(id)).bytes))[0]).not.toContain('Inside');
  const part = await work.owner.post(`/visits/${id}/records`, {
    kind: 'part',
    content: { name: 'Valve', quantity: 1 },
  });
  const { id: other } = (part.data as { row: { id: string } }).row;
  expect((await work.owner.patch(`/records/${other}`, { for_customer: true })).status).toBe(422);
});

test('corrected times replace the measured ones; the office sees both and why, the customer those that count', async () => {
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id], date: '2027-06-01' });
  const content = {
    on_site_at: at('08:30', '2027-06-01'),
    done_at: at('10:00', '2027-06-01'),
    reason: 'Forgot to tap',
  };
  expect((await work.owner.post(`/visits/${id}/records`, { kind: 'time', content })).status).toBe(200);
  expect((await reportOf(id)).crew[0]!.times).toMatchObject({
    minutes: 90,
    reason: 'Forgot to tap',
    measured: { minutes: 47 },
  });
  const [text] = await pdfText((await documentOf(id)).bytes);
  expect(text).toContain('8:30 am – 10:00 am (1 h 30 min)');
  expect(text).not.toContain('Forgot to tap');
});

test('times are those of the site, and what could not be completed says why', async () => {
  const { id } = await finishVisit(work, {
    technicians: [crew[0]!.id],
    zone: 'Australia/Perth',
    outcome: { outcome: 'could not complete', reason: 'Nobody at home' },
  });
  const [text] = await pdfText((await documentOf(id)).bytes);
  expect(text).toContain('9:00 am – 10:00 am (Perth time)');
  expect(text).toContain('Why it could not be completed Nobody at home');
});

test('photos and the signature are in the document; a deleted photo is not', async () => {
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id] });
  const [first, second] = [
    await photo(id, '#a33', { taken_at: '2027-01-05T00:00:00Z' }),
    await photo(id, '#3a3', { taken_at: '2027-01-05T00:01:00Z' }),
  ];
  const { id: file_id } = await photo(id, '#fff', { kind: 'signature', name: 'signature.png' });
  const content = { name: 'Kim Cole', file_id };
  await work.owner.post(`/visits/${id}/records`, {
    kind: 'signature',
    content,
    noted_at: at('09:50', '2027-02-01'),
  });
  expect(await reportOf(id)).toMatchObject({
    photos: [{ id: first.id }, { id: second.id }],
    signature: { name: 'Kim Cole', file_id },
  });
  const whole = (await pdfText((await documentOf(id)).bytes)).join(' ');
  expect(whole).toContain('Photo 2');
  expect(whole).toContain('Signature Kim Cole, ');
  expect(
    (await sender.call('DELETE', `files/${second.id}`, { 'idempotency-key': randomUUID() })).status,
  ).toBe(200);
  expect((await pdfText((await documentOf(id)).bytes)).join(' ')).not.toContain('Photo 2');
});

test('sixty photos fit into a document that a mail server takes, page by page; more are not drawn', async () => {
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id] });
  const { id: one } = await photo(id, '#456');
  // The same picture under sixty-two names: what is tried is the drawing, not the sending.
  await work.inside((db) =>
    sql`
      with made as (
        insert into files (account_id, visit_id, kind, name, type, bytes, width, height, state)
        select account_id, visit_id, kind, name, type, bytes, width, height, state
          from files, generate_series(1, 61) where id = ${one} returning account_id, id)
      insert into file_pieces (account_id, file_id, part, start, bytes, key)
      select made.account_id, made.id, 'content', start, bytes, key
        from made, file_pieces where file_id = ${one} and part = 'content'`.execute(db),
  );
  const { bytes } = await documentOf(id);
  const pages = await pdfText(bytes);
  expect(pages.join(' ')).toContain('Photo 60');
  expect(pages.join(' ')).not.toContain('Photo 61');
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  expect(bytes.length).toBeLessThan(10_000_000);
});

test('there is no report of a visit that goes on, of another account, or for a technician', async () => {
  const visit = await work.addVisit();
  const early = await work.owner.get(`/visits/${visit.id}/report`);
  expect(early).toMatchObject({ status: 409 });
  expect(early.message).toContain('not over');
  expect((await sender.call('GET', `/services/scheduling/api/v1/visits/${visit.id}/report.pdf`)).status).toBe(
    409,
  );
  expect((await work.owner.get(`/visits/${randomUUID()}/report`)).status).toBe(404);
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id] });
  const technician = await schedulerOf(work.app, 'technician@example.com');
  for (const path of ['report', 'report.pdf'])
    expect((await technician.get(`/visits/${id}/${path}`)).status).toBe(403);
});
