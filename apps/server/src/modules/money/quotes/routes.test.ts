import { randomUUID } from 'node:crypto';
import type { QuoteRecord, QuoteSummary, QuoteTotals } from '@muster/domain/money/quotes/schema';
import type { TeamMember } from '@muster/domain/identity/team/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { draftedQuote, quoteLine, sendQuote, sentQuote } from '../../../../test/setups/quotes.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

const rowOf = ({ data }: { data: unknown }) => (data as { row: QuoteRecord }).row;
const read = async (id: string) => rowOf(await work.owner.get(`/quotes/${id}`));

test('a quote has a number from its first draft on, the terms that are set, and a total of its first option without extras', async () => {
  const settings = await work.owner.get('/money-settings');
  const { version } = (settings.data as { row: { version: number } }).row;
  const terms = { version, quote_days: 14, quote_terms: 'Half of rock is extra.' };
  expect(await work.owner.patch('/money-settings', terms)).toMatchObject({ status: 200 });
  const options = ['Good', 'Best'].map((name) => ({ id: randomUUID(), name, description: '' }));
  const [good, best] = options.map(({ id }) => id) as [string, string];
  const quote = await draftedQuote(work, {
    options,
    lines: [
      quoteLine({ heading: 'Labour' }),
      quoteLine({ option_id: good, price: 100_00 }),
      quoteLine({ option_id: best, price: 200_00 }),
      quoteLine({ is_optional: true, price: 50_00 }),
    ],
    deposit_percent: 1_000,
  });
  expect(quote).toMatchObject({
    state: 'draft',
    revision: 1,
    valid_days: 14,
    terms: 'Half of rock is extra.',
    net: 400_00,
    gst: 40_00,
    total: 440_00,
    site_id: expect.any(String),
  });
  expect(quote.number).toMatch(/^Q-\d+$/);
  const next = await draftedQuote(work);
  expect(Number(next.number!.slice(2))).toBe(Number(quote.number!.slice(2)) + 1);
  const both = await work.owner.patch(`/quotes/${quote.id}`, { version: quote.version, deposit_cents: 5_00 });
  expect(both).toMatchObject({ status: 422, message: expect.stringContaining('not both') });
});

test('what was sent never changes, the next version replaces it, and deleting that draft makes it good again', async () => {
  const { id, number, lines } = await sentQuote(work);
  const edited = await work.owner.patch(`/quotes/${id}`, { version: 2, title: 'Other' });
  expect(edited).toMatchObject({ status: 409, message: expect.stringContaining('stays as it is') });
  await expect(
    work.inside((db) => sql`update quotes set title = 'x' where id = ${id}`.execute(db)),
  ).rejects.toThrow(/never changes/);
  await expect(work.inside((db) => sql`delete from quotes where id = ${id}`.execute(db))).rejects.toThrow(
    /never removed/,
  );
  const second = rowOf(await work.owner.post(`/quotes/${id}/renew`, {}));
  expect(second).toMatchObject({ state: 'draft', number, revision: 2, replaces_id: id, lines });
  expect(await read(id)).toMatchObject({ state: 'replaced', replaced_by_id: second.id });
  expect(await work.owner.post(`/quotes/${id}/accept`, { name: 'Kim' })).toMatchObject({
    status: 409,
    message: 'This version has been replaced by a newer one.',
  });
  expect(await work.owner.delete(`/quotes/${second.id}`)).toMatchObject({ status: 200 });
  expect(await read(id)).toMatchObject({ state: 'sent', replaced_by_id: null });
  const third = rowOf(await work.owner.post(`/quotes/${id}/renew`, {}));
  await sendQuote(work, third.id);
  const { data } = await work.owner.get(`/quotes?search=${number}`);
  expect((data as { rows: QuoteSummary[] }).rows).toMatchObject([
    { id: third.id, revision: 2, state: 'sent' },
  ]);
});

test('a draft that lacks something is not sent, and one that has expired is not accepted', async () => {
  const draft = await draftedQuote(work, { lines: [quoteLine({ price: null })] });
  expect(await work.owner.post(`/quotes/${draft.id}/handed-over`, {})).toMatchObject({
    status: 409,
    message: expect.stringContaining('Enter a price first'),
  });
  const { id, valid_until } = await sentQuote(work, { valid_days: 2 });
  expect(valid_until).toBe('2026-11-18');
  work.clock.now += 3 * 86_400_000;
  const owner = await schedulerOf(work.app, 'owner@example.com');
  expect(await owner.post(`/quotes/${id}/accept`, { name: 'Kim' })).toMatchObject({
    status: 409,
    message: expect.stringContaining('expired'),
  });
  expect(await owner.post(`/quotes/${id}/letters`, { ways: ['email'] })).toMatchObject({
    status: 409,
    message: expect.stringContaining('has expired'),
  });
  const { data } = await owner.get('/quotes/summary');
  expect((data as { row: QuoteTotals }).row.expired).toEqual({ count: 1, sum: 330_00 });
  work.clock.now -= 3 * 86_400_000;
});

test('a template begins other quotes, at prices that somebody set who may, and is for nobody', async () => {
  const quote = await draftedQuote(work, { terms: 'Net', deposit_cents: 50_00 });
  const template = rowOf(await work.owner.post(`/quotes/${quote.id}/template`, { title: 'Kitchen tap' }));
  expect(template).toMatchObject({ is_template: true, number: null, customer_id: null, total: 330_00 });
  const { customer_id } = await work.addSite();
  const begun = rowOf(await work.owner.post('/quotes', { customer_id, template_id: template.id }));
  expect(begun).toMatchObject({ title: 'Kitchen tap', terms: 'Net', deposit_cents: 50_00, total: 330_00 });
  const { data } = await work.owner.get('/quotes?view=template');
  expect((data as { rows: QuoteSummary[] }).rows.map(({ id }) => id)).toEqual([template.id]);
  expect(await work.owner.post(`/quotes/${template.id}/handed-over`, {})).toMatchObject({ status: 409 });
});

test('whoever prepares drafts makes them at prices that are set, and neither sends nor decides', async () => {
  const team = (await work.owner.get('/team')).data as { rows: TeamMember[] };
  const { id: user, version } = team.rows.find(({ role }) => role === 'dispatcher')!;
  expect(await work.owner.put(`/team/${user}/money`, { version, money: 'drafts' })).toMatchObject({
    status: 200,
  });
  const preparer = await schedulerOf(work.app, 'dispatcher@example.com');
  const { customer_id } = await work.addSite();
  const own = { customer_id, lines: [quoteLine()] };
  expect(await preparer.post('/quotes', own)).toMatchObject({
    status: 403,
    message: expect.stringContaining('price list'),
  });
  const { data } = await work.owner.post('/items', { name: 'Spindle', price: 12_00 });
  const item = (data as { row: { id: string } }).row;
  const listed = { customer_id, lines: [quoteLine({ item_id: item.id, price: 12_00 })] };
  const draft = await preparer.post('/quotes', listed);
  expect([draft.status, draft.message]).toEqual([200, 'Done.']);
  const template = await draftedQuote(work);
  const saved = rowOf(await work.owner.post(`/quotes/${template.id}/template`, { title: 'Set price' }));
  expect(await preparer.post('/quotes', { customer_id, template_id: saved.id })).toMatchObject({
    status: 200,
  });
  const { id } = rowOf(draft);
  expect(await preparer.post(`/quotes/${id}/handed-over`, {})).toMatchObject({ status: 403 });
  await sendQuote(work, id);
  expect(await preparer.post(`/quotes/${id}/decline`, {})).toMatchObject({ status: 403 });
  // Nor do they get the customer's link by the code on the paper.
  const paperFor = async (email: string) => {
    const { cookie } = await signInAs(work.app, email);
    const url = `/services/scheduling/api/v1/quotes/${id}/quote.pdf`;
    const { rawPayload } = await work.app.inject({ url, headers: { cookie } });
    return (await pdfText(new Uint8Array(rawPayload))).join();
  };
  expect(await paperFor('owner@example.com')).toContain('Scan to answer');
  expect(await paperFor('dispatcher@example.com')).not.toContain('Scan to answer');
  expect(await preparer.post(`/quotes/${id}/renew`, {})).toMatchObject({ status: 403 });
});
