import type { Change } from '@muster/domain/basics/changes/schema';
import type { QuoteRecord } from '@muster/domain/money/quotes/schema';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { quoteLine, sendQuote, sentQuote } from '../../../../test/setups/quotes.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

const row = async (id: string) => ((await work.owner.get(`/quotes/${id}`)).data as { row: QuoteRecord }).row;
const get = (url: string, headers = {}) => work.app.inject({ url, headers });

/** What the page shows, without what makes it a page. */
function textOf(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Sends a form of the page as a browser without script does: with what stands in its fields. */
async function send(path: string, form: string, fields: Record<string, string>, page?: string) {
  const html = page ?? (await get(path)).body;
  const own = html.split('<form').find((part) => part.includes(`action="${path}/${form}"`)) ?? '';
  const hidden = [...own.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ]);
  return work.app.inject({
    method: 'POST',
    url: `${path}/${form}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }).toString(),
  });
}

async function withOptions() {
  const options = ['Good', 'Best'].map((name) => ({
    id: randomUUID(),
    name,
    description: `${name} & lasting`,
  }));
  const [good, best] = options.map(({ id }) => id) as [string, string];
  const extra = quoteLine({
    is_optional: true,
    option_id: best,
    price: 50_00,
    description: 'Longer <warranty>',
  });
  const lines = [
    quoteLine(),
    quoteLine({ option_id: good, price: 100_00, description: 'Small unit' }),
    quoteLine({ option_id: best, price: 200_00, description: 'Large unit' }),
    extra,
  ];
  const quote = await sentQuote(work, { options, lines, deposit_percent: 1_000, terms: 'Seven years.' });
  return { quote, good, best, extra: extra.id };
}

test('a customer chooses, sees what that comes to, and accepts by name, all without script; what was chosen is what is charged', async () => {
  const { quote, best, extra } = await withOptions();
  const { path } = quote;
  const first = await get(path);
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  expect(first.body).not.toMatch(/<script|<warranty>/);
  expect(textOf(first.body)).toMatch(
    /Waiting for your answer Quote Q-\d+ \$440\.00 Total including GST · Good Valid until/,
  );
  expect((await row(quote.id)).seen_at).not.toBeNull();
  const chosen = await send(path, 'choose', { option: best, [`extra.${extra}`]: '1' });
  expect(chosen.statusCode).toBe(303);
  const again = await get(String(chosen.headers.location).replace(/#.*/, ''));
  expect(textOf(again.body)).toMatch(
    /comes to \$605\.00.*A deposit of \$60\.50 \(10%\).*Accept for \$605\.00/,
  );
  // Another option than the one whose total was shown is not accepted unseen.
  const unseen = await send(path, 'accept', { option: best, name: 'Kim Cole' });
  expect([unseen.statusCode, textOf(unseen.body)]).toEqual([
    409,
    expect.stringContaining('it comes to $550.00'),
  ]);
  const nameless = await send(path, 'accept', { option: best, name: ' ' }, unseen.body);
  expect([nameless.statusCode, textOf(nameless.body)]).toEqual([
    422,
    expect.stringContaining('Enter your name'),
  ]);
  const accepted = await send(
    path,
    'accept',
    { option: best, [`extra.${extra}`]: '1', name: 'Kim Cole' },
    again.body,
  );
  expect(accepted.headers.location).toBe(`${path}?done=accept`);
  expect(await row(quote.id)).toMatchObject({
    state: 'accepted',
    total: 605_00,
    decided_by: 'Kim Cole',
    is_own_decision: true,
    choice: { option_id: best, extras: [extra] },
  });
  const done = await get(`${path}?done=accept`);
  expect(textOf(done.body)).toMatch(
    /You’ve accepted this quote.*Accepted by Kim Cole on Mon 16 Nov 2026, online\./,
  );
  const deposit = /href="([^"]+\/i\/[\w-]{22})"/.exec(done.body)?.[1];
  const invoice = await get(new URL(deposit!).pathname);
  expect(textOf(invoice.body)).toContain('$60.50');
  const paper = await get(`${path}/quote.pdf`);
  const [page] = await pdfText(new Uint8Array(paper.rawPayload));
  expect(page).toContain('Chosen: Best');
  const { data } = await work.owner.get(`/changes?subject=${quote.id}`);
  expect((data as { rows: Change[] }).rows[0]).toMatchObject({
    kind: 'quote accepted',
    by: { name: expect.stringMatching(/, on their page$/) },
  });
});

test('of three who accept, decline and renew at the same moment one wins, and the others are told', async () => {
  const { id, path } = await sentQuote(work);
  const { body } = await get(path);
  const [accepted, declined, renewed] = await Promise.all([
    send(path, 'accept', { name: 'Kim' }, body),
    send(path, 'decline', { text: 'Too dear' }, body),
    work.owner.post(`/quotes/${id}/renew`, {}),
  ]);
  const won = [accepted.statusCode === 303, declined.statusCode === 303, renewed.status === 200];
  expect(won.filter(Boolean)).toHaveLength(1);
  const { state } = await row(id);
  expect(state).toBe(['accepted', 'declined', 'replaced'][won.indexOf(true)]);
  for (const { statusCode, body } of [accepted, declined].filter((one) => one.statusCode !== 303))
    expect([statusCode, textOf(body)]).toEqual([
      409,
      expect.stringMatching(/already been|replaced by a newer/),
    ]);
  if (renewed.status !== 200)
    expect(renewed).toMatchObject({ status: 409, message: expect.stringContaining('already') });
});

test('a link of an old version says so and leads to the new one; a form that was sent before counts once', async () => {
  const { id, path } = await sentQuote(work);
  const old = (await get(path)).body;
  const { data } = await work.owner.post(`/quotes/${id}/renew`, {});
  const next = (data as { row: QuoteRecord }).row;
  expect(textOf((await get(path)).body)).toContain('We’re changing this quote');
  const newer = await sendQuote(work, next.id);
  const { body } = await get(path);
  expect(textOf(body)).toContain('There’s a newer version of this quote');
  expect(body).toContain(newer);
  expect((await send(path, 'accept', { name: 'Kim' }, old)).statusCode).toBe(409);
  const fresh = (await get(newer)).body;
  const asked = await Promise.all([1, 2].map(() => send(newer, 'ask', { text: 'Is the tap brass?' }, fresh)));
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  const { questions } = await row(next.id);
  expect(questions).toMatchObject([{ text: 'Is the tap brass?', answered_at: null }]);
  expect(await work.owner.post(`/quote-questions/${questions[0]!.id}/answered`, {})).toMatchObject({
    status: 200,
  });
  const declined = await send(newer, 'decline', { text: 'Too dear' });
  expect(declined.statusCode).toBe(303);
  expect(await row(next.id)).toMatchObject({ state: 'declined', reason: 'Too dear', is_own_decision: true });
});

test('the page says only what is so: nothing is accepted by its address, and what is invoiced later is no deposit', async () => {
  const { id, path } = await sentQuote(work);
  const pages = await Promise.all(
    ['accept', 'decline', 'constructor'].map((done) => get(`${path}?done=${done}`)),
  );
  for (const { statusCode, body } of pages) {
    expect(statusCode).toBe(200);
    expect(textOf(body)).not.toMatch(/You’ve (accepted|declined)/);
  }
  await send(path, 'accept', { name: 'Kim Cole' });
  const made = await work.owner.post(`/quotes/${id}/invoices`, { percent: 5_000 });
  const part = (made.data as { row: { id: string; version: number } }).row;
  expect(await work.owner.post(`/invoices/${part.id}/issue`, { version: part.version })).toMatchObject({
    status: 200,
  });
  expect(textOf((await get(path)).body)).not.toContain('Pay the deposit');
});

test('the office looks without being taken for the customer, and sends nothing; made-up addresses lead nowhere', async () => {
  const { id, path } = await sentQuote(work);
  const { cookie } = await signInAs(work.app, 'owner@example.com');
  const { body } = await get(path, { cookie });
  expect(textOf(body)).toContain('Opening it doesn’t count as them');
  expect(await row(id)).toMatchObject({ seen_at: null });
  const pages = await Promise.all([`/q/${id}`, `/q/${'x'.repeat(22)}`, `${path}x`].map((url) => get(url)));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  const forged = await send(path, 'decline', { form: `${randomUUID()}.x` });
  expect(forged.statusCode).toBe(422);
});
