import { randomUUID } from 'node:crypto';
import type { VisitReportPage } from '@muster/domain/field/reports/schema';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { markOf } from '../../../../test/setups/logo.ts';
import { finishVisit, note } from '../../../../test/setups/finished.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { long } from '../../../../test/long.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, changeOf, type Work } from '../../../../test/setups/work.ts';

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
  const ask = () => sender.call('GET', `/services/scheduling/api/v1/visits/${id}/report.pdf`);
  const first = await ask();
  if (first.status === 202) {
    expect(first.headers.get('retry-after')).toBe('1');
    const { row } = (await work.owner.get(`/visits/${id}/report`)).data as { row: VisitReportPage };
    const photos = row.photos.filter((one) => !row.left_out.photos.includes(one.id));
    const pictures = Math.min(60, photos.length) + (row.signature?.file_id ? 1 : 0);
    expect((await ask()).status).toBe(202);
    expect(await first.json()).toMatchObject({ data: { drawn: 0, pictures } });
    await filing.look();
  }
  const answer = first.status === 202 ? await ask() : first;
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
    '9:04 am – 9:51 am (47 min)',
    'Valve replaced',
    'Pressure 480',
    'Tidy Not done',
    'Valve ½″ × 2',
    'Page 1 of 1',
  ])
    expect(text).toContain(words);
  for (const inside of ['The tap drips', 'never pay', 'Mind the dog', 'Dog'])
    expect(text).not.toContain(inside);
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

test('the document is the business’s: its logo, ABN and licence, also where its name is long', async () => {
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id] });
  const edit = async (fields: object) => {
    const { row } = (await work.owner.get('/settings')).data as { row: { id: string; version: number } };
    expect(await work.owner.patch('/settings', { version: row.version, ...fields })).toMatchObject({
      status: 200,
    });
    return row.id;
  };
  const name = `${'Harbour City Plumbing, Gas and Hot Water '.repeat(4)}Pty Ltd`;
  const account = await edit({ name, abn: '51824753556', trade_licence: 'NSW 123456C', colour: '#b3261e' });
  const plain = await documentOf(id);
  const { id: logo_id } = await sender.send(await markOf('#b3261e'), {
    subject: 'business',
    subject_id: account,
    kind: 'logo',
    name: 'logo.png',
  });
  await edit({ logo_id });
  expect((await reportOf(id)).business).toMatchObject({ colour: '#b3261e', logo: { id: logo_id } });
  const drawn = await documentOf(id);
  const picturesIn = ({ bytes }: { bytes: Uint8Array }) =>
    Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1;
  expect([picturesIn(plain), picturesIn(drawn)]).toEqual([0, 1]);
  for (const document of [plain, drawn]) {
    const [text] = await pdfText(document.bytes);
    for (const words of ['Hot Water Pty Ltd', 'ABN 51 824 753 556', 'Licence no. NSW 123456C'])
      expect(text).toContain(words);
  }
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
  expect(whole).toMatch(/Photo 2 \w+ \w+, Tue 5 Jan 2027/);
  expect(whole).toContain('Signature Kim Cole, ');
  expect(
    (await sender.call('DELETE', `files/${second.id}`, { 'idempotency-key': randomUUID() })).status,
  ).toBe(200);
  expect((await pdfText((await documentOf(id)).bytes)).join(' ')).not.toContain('Photo 2');
});

async function record(id: string, kind: string, content: object) {
  const answer = await work.owner.post(`/visits/${id}/records`, { kind, content });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.data as { row: { id: string }; change: number }).row.id;
}

async function sign(id: string, more: object = {}) {
  const { id: file_id } = await photo(id, '#fff', { kind: 'signature', name: 'signature.png' });
  return record(id, 'signature', { name: 'Kim Cole', file_id, ...more });
}

test('what was changed after signing is said on the report, with when and by whom, until somebody signs again', async () => {
  const { id } = await finishVisit(work, {
    technicians: [crew[0]!.id],
    date: '2027-06-08',
    visit: { check_list: [{ text: 'Pressure', done: false, kind: 'number' }] },
    records: [note('Valve replaced', { for_customer: true }), note('They never pay in time')],
  });
  await record(id, 'check', { item: 'Pressure', value: 480 });
  const kept = await photo(id, '#a33');
  await sign(id, { as: 'Tenant' });
  expect(await reportOf(id)).toMatchObject({ signature: { name: 'Kim Cole', as: 'Tenant' }, changed: [] });
  const before = (await pdfText((await documentOf(id)).bytes)).join(' ');
  expect(before).toContain('Kim Cole, tenant, confirms for');
  expect(before).not.toContain('Changed after signing');

  await record(id, 'check', { item: 'Pressure', value: 510 });
  await record(id, 'time', {
    on_site_at: at('08:30', '2027-06-08'),
    done_at: at('10:00', '2027-06-08'),
    reason: 'Forgot to tap',
  });
  await record(id, 'part', { name: 'Valve', quantity: 1 });
  await photo(id, '#3a3');
  await sender.call('DELETE', `files/${kept.id}`, { 'idempotency-key': randomUUID() });
  const [valve, inside] = (await reportOf(id)).notes;
  await work.owner.patch(`/records/${inside!.id}`, { for_customer: true });
  await work.owner.patch(`/records/${valve!.id}`, { for_customer: false });
  const { changed } = await reportOf(id);
  expect(changed.map(({ part, how, what, before, after }) => [part, how, what, before, after])).toEqual([
    [
      'times',
      'changed',
      'Time on site',
      'Tue 8 Jun 2027, 9:04 am – 9:51 am (47 min)',
      'Tue 8 Jun 2027, 8:30 am – 10:00 am (1 h 30 min)',
    ],
    ['notes', 'added', '1 note', null, null],
    ['notes', 'left out', '1 note', null, null],
    ['checklist', 'changed', 'Pressure', '480', '510'],
    ['parts', 'added', 'Valve', null, '× 1'],
    ['photos', 'added', '1 photo', null, null],
    ['photos', 'removed', '1 photo', null, null],
  ]);
  for (const { at, by } of changed) {
    expect(by).not.toBe('');
    expect(at).not.toBeNull();
  }
  const after = (await pdfText((await documentOf(id)).bytes)).join(' ');
  expect(after).toContain('Changed after signing Time on site:');
  expect(after).toContain('Pressure: 480, now 510');
  const { data } = await work.owner.get(`/visits/${id}/report/changes`);
  expect(data).toMatchObject({ row: { signed: { name: 'Kim Cole', changed }, mailed: null } });

  await sign(id);
  expect((await reportOf(id)).changed).toEqual([]);
  expect((await pdfText((await documentOf(id)).bytes)).join(' ')).not.toContain('Changed after signing');
});

test('a phone says what it showed; the end of a visit that is signed before it is no change, a correction of it is', async () => {
  const shown = {
    version: 1,
    outcome: null,
    outcome_reason: '',
    description: '',
    stays: [{ technician_id: crew[0]!.id, arrived_at: at('09:04', '2027-06-09'), done_at: null }],
    notes: [],
    answers: [{ item: 'Tidy', answer: true }],
    parts: [],
    photos: [],
  };
  const { id } = await finishVisit(work, {
    technicians: [crew[0]!.id],
    date: '2027-06-09',
    visit: { check_list: [{ text: 'Tidy', done: false }] },
    records: [{ kind: 'check', content: { item: 'Tidy', value: true } }],
  });
  await sign(id, { signed: shown });
  expect((await reportOf(id)).changed).toEqual([]);
  await record(id, 'time', {
    on_site_at: at('09:04', '2027-06-09'),
    done_at: at('11:00', '2027-06-09'),
    reason: 'Went back in',
  });
  expect((await reportOf(id)).changed).toMatchObject([{ part: 'times', how: 'changed' }]);
  const { id: file_id } = await photo(id, '#fff', { kind: 'signature', name: 'signature.png' });
  const wrong = { name: 'Kim', file_id, signed: { ...shown, version: 2 } };
  expect((await work.owner.post(`/visits/${id}/records`, { kind: 'signature', content: wrong })).status).toBe(
    400,
  );
});

test('the office leaves out photos, answers and sections of one visit, with undo; a description only where it is chosen', async () => {
  const { id } = await finishVisit(work, {
    technicians: [crew[0]!.id],
    job: { description: 'Key under the mat' },
    visit: {
      check_list: [
        { text: 'Alarm code', done: false },
        { text: 'Tidy', done: true },
      ],
    },
    records: [{ kind: 'part', content: { name: 'Valve', quantity: 1 } }],
  });
  const { id: first } = await photo(id, '#a33', { taken_at: '2027-01-05T00:00:00Z' });
  await photo(id, '#3a3', { taken_at: '2027-01-05T00:01:00Z' });
  const choose = (what: string, key: string, shown: boolean) =>
    work.owner.patch(`/visits/${id}/report`, { what, key, shown });
  const text = async () => (await pdfText((await documentOf(id)).bytes)).join(' ');
  expect((await reportOf(id)).left_out).toEqual({ sections: ['description'], photos: [], answers: [] });
  expect(await text()).not.toContain('Key under the mat');

  expect(await choose('photo', first, false)).toMatchObject({
    status: 200,
    data: { row: { photos: [first] } },
  });
  await choose('answer', 'Alarm code', false);
  const parts = await choose('section', 'parts', false);
  await choose('section', 'description', true);
  const chosen = await text();
  expect(chosen).toContain('Key under the mat');
  expect(chosen).toContain('Photo 1');
  for (const out of ['Photo 2', 'Alarm code', 'Valve']) expect(chosen).not.toContain(out);
  // The office still sees everything, with what is left out marked.
  expect(await reportOf(id)).toMatchObject({
    photos: [{}, {}],
    parts: [{}],
    left_out: { sections: ['parts'] },
  });

  expect((await work.owner.post(`/changes/${changeOf(parts)}/undo`)).status).toBe(409);
  const last = await choose('section', 'photos', false);
  expect((await reportOf(id)).left_out.sections).toContain('photos');
  expect((await work.owner.post(`/changes/${changeOf(last)}/undo`)).status).toBe(200);
  expect((await reportOf(id)).left_out.sections).not.toContain('photos');

  expect((await choose('section', 'jokes', false)).status).toBe(422);
  expect((await choose('photo', randomUUID(), false)).status).toBe(422);
  const technician = await schedulerOf(work.app, 'technician@example.com');
  expect(
    (await technician.patch(`/visits/${id}/report`, { what: 'section', key: 'parts', shown: true })).status,
  ).toBe(403);
});

test('what reports usually leave out is a setting', async () => {
  const { id } = await finishVisit(work, {
    technicians: [crew[0]!.id],
    job: { description: 'For the customer' },
    records: [{ kind: 'part', content: { name: 'Valve', quantity: 1 } }],
  });
  const settings = async (report_leaves_out: string[]) => {
    const { row } = (await work.owner.get('/settings')).data as { row: { version: number } };
    return work.owner.patch('/settings', { version: row.version, report_leaves_out });
  };
  expect(await settings(['parts'])).toMatchObject({ status: 200 });
  expect((await reportOf(id)).left_out.sections).toEqual(['parts']);
  await work.owner.patch(`/visits/${id}/report`, { what: 'section', key: 'parts', shown: true });
  expect((await reportOf(id)).left_out.sections).toEqual([]);
  await settings(['description']);
});

test(
  'sixty photos fit into a document that a mail server takes, page by page; more are not drawn',
  long,
  async () => {
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
  },
);

test('there is no report of a visit that goes on, of another account, or for a technician', async () => {
  const visit = await work.addVisit();
  const early = await work.owner.get(`/visits/${visit.id}/report`);
  expect(early).toMatchObject({ status: 409 });
  expect(early.message).toContain('isn’t finished');
  expect((await sender.call('GET', `/services/scheduling/api/v1/visits/${visit.id}/report.pdf`)).status).toBe(
    409,
  );
  expect((await work.owner.get(`/visits/${randomUUID()}/report`)).status).toBe(404);
  const { id } = await finishVisit(work, { technicians: [crew[0]!.id] });
  const technician = await schedulerOf(work.app, 'technician@example.com');
  for (const path of ['report', 'report.pdf'])
    expect((await technician.get(`/visits/${id}/${path}`)).status).toBe(403);
});
