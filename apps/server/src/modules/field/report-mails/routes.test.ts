import { randomUUID } from 'node:crypto';
import type { ReportLetter, VisitReportPage } from '@muster/domain/field/reports/schema';
import type { Change } from '@muster/domain/basics/changes/schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { finishVisit, note } from '../../../../test/setups/finished.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { changeOf } from '../../../../test/setups/work.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
});
afterEach(() => told.rest());
afterAll(() => told.close());

async function finished(email: string, records: readonly object[] = []) {
  const visit = await finishVisit(told, { technicians: [told.kai.id], records });
  await told.edit(`/customers/${visit.customer_id}`, { email });
  return visit;
}

async function mailsOf(id: string) {
  const { data } = await told.owner.get(`/visits/${id}/report`);
  return (data as { row: VisitReportPage }).row.mails;
}

test('the report arrives as a document, without what only the office sees, once however often it is asked for', async () => {
  const { id, customer } = await finished('jo.cole@example.com', [
    note('All done', { for_customer: true }),
    note('They never pay in time'),
  ]);
  const key = randomUUID();
  for (let time = 0; time < 3; time += 1)
    expect(await told.owner.post(`/visits/${id}/report/mail`, {}, key)).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  const [mail] = told.received;
  expect(mail).toMatchObject({
    to: [{ address: 'jo.cole@example.com' }],
    replyTo: [{ address: 'office@example.com' }],
  });
  expect(mail!.subject).toMatch(/^Harbour City Plumbing: report for your visit on /);
  expect(mail!.text).toContain(`Hello ${customer},`);
  const [attached] = mail!.attachments;
  expect(attached).toMatchObject({ mimeType: 'application/pdf', disposition: 'attachment' });
  expect(attached!.filename).toMatch(/^Report J-\d+-1\.pdf$/);
  const [text] = await pdfText(new Uint8Array(attached!.content as ArrayBuffer));
  expect(text).toContain('All done');
  expect(text).not.toContain('never pay');
  expect(await mailsOf(id)).toMatchObject([{ to_name: customer, to_address: 'j…@example.com' }]);
});

test('it is in the history of the visit, the job and the customer, and an undo does not take it back', async () => {
  const { id, customer_id } = await finished('his.tory@example.com');
  const sent = await told.owner.post(`/visits/${id}/report/mail`, {});
  const { job_id } = await told.show(id);
  for (const subject of [id, job_id, customer_id]) {
    const { data } = await told.owner.get(`/changes?subject=${subject}`);
    const [latest] = (data as { rows: Change[] }).rows;
    expect(latest).toMatchObject({ kind: 'report mailed', entries: [{ table: 'report_mails' }] });
  }
  expect((await told.owner.post(`/changes/${changeOf(sent)}/undo`)).status).toBe(422);
});

test('what the office saw is what arrives, whatever is changed until the mail leaves', async () => {
  const { id } = await finished('saw@example.com', [note('As seen', { for_customer: true })]);
  await told.owner.post(`/visits/${id}/report/mail`, {});
  await told.owner.post(`/visits/${id}/records`, note('Too late', { for_customer: true }));
  await told.pass(60);
  const [attached] = told.received[0]!.attachments;
  const [text] = await pdfText(new Uint8Array(attached!.content as ArrayBuffer));
  expect(text).toContain('As seen');
  expect(text).not.toContain('Too late');
});

test('the mail is seen before it is sent; what has changed meanwhile is not sent unseen', async () => {
  const { id, customer } = await finished('before@example.com', [note('Seen', { for_customer: true })]);
  const letter = async () =>
    ((await told.owner.get(`/visits/${id}/report/mail`)).data as { row: ReportLetter }).row;
  const seen = await letter();
  expect(seen).toMatchObject({ to_name: customer, to_email: 'before@example.com' });
  expect(seen.paragraphs[0]).toBe(`Hello ${customer},`);
  await told.owner.post(`/visits/${id}/records`, note('Not seen', { for_customer: true }));
  const { fingerprint } = seen;
  expect(await told.owner.post(`/visits/${id}/report/mail`, { fingerprint })).toMatchObject({
    status: 409,
    message: expect.stringContaining('changed since you looked at it'),
  });
  const again = await letter();
  expect(
    await told.owner.post(`/visits/${id}/report/mail`, { fingerprint: again.fingerprint }),
  ).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(told.received[0]!.subject).toBe(again.subject);
});

test('it says what has changed since it was mailed, until it is mailed again', async () => {
  const { id } = await finished('since@example.com', [note('Done', { for_customer: true })]);
  await told.owner.post(`/visits/${id}/report/mail`, {});
  expect(await mailsOf(id)).toMatchObject([{ changed: [] }]);
  const [lead] = (await told.show(id)).assignments;
  const correction = { on_site_at: lead!.starts_at, done_at: lead!.ends_at, reason: 'Forgot to tap' };
  await told.owner.post(`/visits/${id}/records`, { kind: 'time', content: correction });
  await told.owner.post(`/visits/${id}/records`, note('Later', { for_customer: true }));
  expect(await mailsOf(id)).toMatchObject([{ changed: ['times', 'notes'] }]);
  const { data } = await told.owner.get(`/visits/${id}/report/changes`);
  expect(data).toMatchObject({ row: { signed: null, mailed: { changed: ['times', 'notes'] } } });
  await told.owner.post(`/visits/${id}/report/mail`, {});
  expect(await mailsOf(id)).toMatchObject([{ changed: [] }, { changed: ['times', 'notes'] }]);
});

test('a contact can be chosen; without any address it is refused in words, and nothing is written down', async () => {
  const { id, customer_id, customer } = await finished('');
  const nobody = await told.owner.post(`/visits/${id}/report/mail`, {});
  expect(nobody).toMatchObject({
    status: 422,
    message: `${customer} has no email address. Add one to the customer or a contact.`,
  });
  expect(await mailsOf(id)).toEqual([]);
  const ids: string[] = [];
  for (const contact of [
    { name: 'Silent Sam' },
    { name: 'Ann Aide', email: 'ann@example.com' },
    { name: 'Bo', email: 'bo@example.com' },
  ]) {
    const { data } = await told.owner.post(`/customers/${customer_id}/contacts`, contact);
    ids.push((data as { row: { id: string } }).row.id);
  }
  const to = (contact_id?: string) =>
    told.owner.post(`/visits/${id}/report/mail`, contact_id === undefined ? {} : { contact_id });
  expect(await to(ids[0])).toMatchObject({ status: 422 });
  expect(await to(ids[2])).toMatchObject({ status: 200, data: { row: { to_name: 'Bo' } } });
  expect(await to()).toMatchObject({ status: 200, data: { row: { to_name: 'Ann Aide' } } });
  expect(await to(randomUUID())).toMatchObject({ status: 422 });
  const other = await finished('other@example.com');
  const theirs = await told.owner.post(`/visits/${other.id}/report/mail`, { contact_id: ids[2] });
  expect(theirs.status).toBe(422);
});

test('a visit that goes on, and whoever is no dispatcher, mail nothing', async () => {
  const { id } = await told.plan();
  expect((await told.owner.post(`/visits/${id}/report/mail`, {})).status).toBe(409);
  const over = await finished('over@example.com');
  const technician = await schedulerOf(told.app, 'technician@example.com');
  expect((await technician.post(`/visits/${over.id}/report/mail`, {})).status).toBe(403);
  await told.pass(600);
  expect(told.received.filter(({ attachments }) => attachments.length > 0)).toEqual([]);
});

test('erasing the customer takes the address out, and a mail that waits does not leave', async () => {
  const { id, customer_id } = await finished('erase.me@example.com', [note('Done', { for_customer: true })]);
  await told.owner.post(`/visits/${id}/report/mail`, {});
  expect(await told.owner.post(`/customers/${customer_id}/erase`)).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(told.received).toEqual([]);
  expect(await mailsOf(id)).toMatchObject([{ to_name: '', to_address: '' }]);
});
