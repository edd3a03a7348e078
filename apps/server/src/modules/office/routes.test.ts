import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { ask, enquiry, move, newEnquiry, OFFICE, type Office, officeOf } from '../../../test/enquiries.ts';
import type { App } from '../../platform/deps.ts';

const HOUR_MS = 3_600_000;
/** A Monday morning in Sydney. */
const MONDAY = Date.UTC(2030, 0, 6, 22);
const clock = { now: MONDAY };
const STAFF = '0193e5a0-0000-7000-8000-000000000021';

let db: TestDatabase;
let app: App;
let office: Office;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { now: () => clock.now });
  office = await officeOf(app);
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

test('an enquiry goes its way step by step, each with who, when and the next due time', async () => {
  const { id } = await newEnquiry(app, office, { email: 'way@bluegum.com' });
  clock.now += HOUR_MS;
  const contacted = await office.post(`enquiries/${id}/state`, { version: 1, state: 'contacted' });
  expect(contacted.json().data).toMatchObject({
    state: 'contacted',
    version: 2,
    first_contacted_at: new Date(clock.now).toISOString(),
    // Today is Monday, so this is Wednesday.
    due_at: new Date(clock.now + 48 * HOUR_MS).toISOString(),
    moves: ['qualified', 'lost', 'spam'],
  });
  const won = await move(office, { id, version: 2 }, 'qualified', 'won');
  expect(won).toMatchObject({ state: 'won', version: 4, moves: ['provisioned', 'lost'] });
  expect(won.history.map(({ kind, by, detail }: Entry) => [kind, by?.name, detail.from, detail.to])).toEqual([
    ['state', 'Sam Staff', 'qualified', 'won'],
    ['state', 'Sam Staff', 'contacted', 'qualified'],
    ['state', 'Sam Staff', 'new', 'contacted'],
    ['created', undefined, undefined, 'new'],
  ]);
});

interface Entry {
  kind: string;
  by: { name: string } | null;
  detail: Record<string, unknown>;
}

test.each([
  [[], 'qualified'],
  [[], 'won'],
  [[], 'provisioned'],
  [[], 'new'],
  [['contacted', 'qualified', 'won'], 'spam'],
  [['contacted', 'qualified', 'won'], 'provisioned'],
  [['lost'], 'contacted'],
])('after %j it cannot become %s', async (before, state) => {
  const fresh = await newEnquiry(app, office);
  const { id, version } = before.length > 0 ? await move(office, fresh, ...before) : fresh;
  const answer = await office.post(`enquiries/${id}/state`, { version, state });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().message).toMatch(/^An enquiry that is \w+ cannot become \w+ this way\.$/);
  expect((await office.get(`enquiries/${id}`)).json().data.version).toBe(version);
});

test('lost wants a reason, keeps it while it is lost, and may start again', async () => {
  const { id, version } = await newEnquiry(app, office, { email: 'lost@bluegum.com' });
  const silent = await office.post(`enquiries/${id}/state`, { version, state: 'lost', reason: '  ' });
  expect(silent.statusCode).toBe(422);
  expect(silent.json().message).toBe('Say in a few words why it was lost.');
  const lost = await office.post(`enquiries/${id}/state`, { version, state: 'lost', reason: ' Too dear ' });
  expect(lost.json().data).toMatchObject({
    state: 'lost',
    lost_reason: 'Too dear',
    due_at: null,
    overdue: false,
  });
  const again = await move(office, { id, version: version + 1 }, 'new');
  expect(again).toMatchObject({ state: 'new', lost_reason: null });
  expect(again.due_at).not.toBeNull();
  expect(again.history[1].detail).toMatchObject({ reason: 'Too dear' });
});

test('of two who change the same, one is told that the other was faster', async () => {
  const { id, version } = await newEnquiry(app, office, { email: 'race@bluegum.com' });
  const answers = await Promise.all([
    office.post(`enquiries/${id}/state`, { version, state: 'contacted' }),
    office.post(`enquiries/${id}/state`, { version, state: 'spam' }),
    office.post(`enquiries/${id}/due`, { version, due_at: '2030-02-01T00:00:00.000Z' }),
    office.post(`enquiries/${id}/owner`, { version, owner_id: STAFF }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  const { data } = (await office.get(`enquiries/${id}`)).json();
  expect(data.version).toBe(version + 1);
  expect(data.history).toHaveLength(2);
});

test('notes of many at once are all added, and one that is sent again is added once', async () => {
  const { id, version } = await newEnquiry(app, office, { email: 'notes@bluegum.com' });
  const note = (text: string, key?: string) =>
    app.inject({
      method: 'POST',
      url: `${OFFICE}/enquiries/${id}/note`,
      payload: { text },
      headers: { ...office.headers, ...(key ? { 'idempotency-key': key } : {}) },
    });
  const texts = ['one', 'two', 'three', 'four'];
  const [moved, ...added] = await Promise.all([
    office.post(`enquiries/${id}/state`, { version, state: 'contacted' }),
    ...texts.map((text) => note(text)),
    ...Array.from({ length: 3 }, () => note('again', 'a-key')),
  ]);
  expect([200, 409]).toContain(moved.statusCode);
  expect(new Set(added.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const later = await note('again', 'a-key');
  expect(later.headers['idempotent-replayed']).toBe('true');
  const { history } = later.json().data;
  const notes = history.filter(({ kind }: Entry) => kind === 'note');
  expect(notes.map(({ detail }: Entry) => detail['text']).toSorted()).toEqual([...texts, 'again'].toSorted());
  expect((await note('something else', 'a-key')).statusCode).toBe(422);
});

test('notes, owner and due time are changed and logged; rules about them are said in words', async () => {
  const { id } = await newEnquiry(app, office, { email: 'care@bluegum.com' });
  await office.post(`enquiries/${id}/note`, { text: ' Rang, nobody there. ' });
  await office.post(`enquiries/${id}/owner`, { version: 2, owner_id: STAFF });
  const due_at = '2030-02-01T00:00:00.000Z';
  const answer = await office.post(`enquiries/${id}/due`, { version: 3, due_at });
  const { owner, history, ...view } = answer.json().data;
  expect(view).toMatchObject({ due_at, version: 4 });
  expect(owner).toEqual({ id: STAFF, name: 'Sam Staff' });
  expect(history.map(({ kind, detail }: Entry) => [kind, detail])).toEqual([
    ['due', { due_at }],
    ['owner', { owner: 'Sam Staff' }],
    ['note', { text: 'Rang, nobody there.' }],
    ['created', { to: 'new' }],
  ]);
  const nobody = await office.post(`enquiries/${id}/owner`, { version: 4, owner_id: id });
  expect(nobody.statusCode).toBe(422);
  const none = await office.post(`enquiries/${id}/owner`, { version: 4, owner_id: null });
  expect(none.json().data.owner).toBeNull();
  expect((await office.post(`enquiries/${id}/note`, { text: '  ' })).statusCode).toBe(422);
  expect((await office.post(`enquiries/${id}/due`, { version: 5, due_at: 'tomorrow' })).statusCode).toBe(400);
  for (const odd of [
    '2030-01-05T09:30:00Z[Australia/Sydney]',
    '2030-12-31T23:59:60Z',
    '0030-02-01T00:00:00Z',
  ]) {
    const refused = await office.post(`enquiries/${id}/due`, { version: 5, due_at: odd });
    expect([odd, refused.statusCode, refused.json().message]).toEqual([
      odd,
      422,
      'Choose a date and a time within ten years of today.',
    ]);
  }
  await move(office, { id, version: 5 }, 'spam');
  expect((await office.post(`enquiries/${id}/due`, { version: 6, due_at })).statusCode).toBe(422);
});

test('one’s own latest change is taken back, a note without a trace, and nothing that came before', async () => {
  const { id } = await newEnquiry(app, office, { email: 'undo@bluegum.com' });
  const undo = (version: number) => office.post(`enquiries/${id}/undo`, { version });
  expect((await undo(1)).statusCode).toBe(422);
  const before = (await office.get(`enquiries/${id}`)).json().data;
  await office.post(`enquiries/${id}/state`, { version: 1, state: 'lost', reason: 'Too dear' });
  const { state, due_at, lost_reason, history } = (await undo(2)).json().data;
  expect({ state, due_at, lost_reason }).toEqual({ state: 'new', due_at: before.due_at, lost_reason: null });
  expect(history[0].detail).toEqual({ from: 'lost', to: 'new', due_at: before.due_at, undone: true });
  expect((await undo(3)).statusCode).toBe(422);

  await office.post(`enquiries/${id}/owner`, { version: 3, owner_id: STAFF });
  expect((await undo(4)).json().data).toMatchObject({ owner: null, version: 5 });
  await office.post(`enquiries/${id}/note`, { text: 'Wombats everywhere' });
  const found = async () => (await office.get('enquiries?search=wombat')).json().data.total;
  expect(await found()).toBe(1);
  const without = (await undo(6)).json().data;
  expect(without.history.map(({ kind }: Entry) => kind)).not.toContain('note');
  expect(await found()).toBe(0);
  expect((await undo(6)).statusCode).toBe(409);
});

test('an enquiry is found by its notes, beside all that it was found by', async () => {
  const { id, reference } = await newEnquiry(app, office, { email: 'sought@bluegum.com' });
  await office.post(`enquiries/${id}/note`, { text: 'Keeps quokkas' });
  for (const search of ['quokk', 'quokkas sought', reference, 'sought@bluegum.com'])
    expect(
      (await office.get(`enquiries?search=${encodeURIComponent(search)}`)).json().data.rows,
    ).toMatchObject([{ id }]);
});

test('a due time that somebody chose outlives the states, and one that was taken back does not', async () => {
  const { id } = await newEnquiry(app, office, { email: 'chosen@bluegum.com' });
  const due_at = '2030-03-01T00:00:00.000Z';
  await office.post(`enquiries/${id}/due`, { version: 1, due_at });
  expect(await move(office, { id, version: 2 }, 'contacted')).toMatchObject({ due_at });
  expect(await move(office, { id, version: 3 }, 'qualified', 'lost')).toMatchObject({ due_at: null });
  const again = await move(office, { id, version: 5 }, 'new');
  expect(again.due_at).not.toBe(due_at);
  await office.post(`enquiries/${id}/due`, { version: 6, due_at: '2030-04-01T00:00:00.000Z' });
  await office.post(`enquiries/${id}/undo`, { version: 7 });
  clock.now += 24 * HOUR_MS;
  expect((await move(office, { id, version: 8 }, 'contacted')).due_at).not.toBe(again.due_at);
});

test('others with the same address or the same number are pointed to, however the number is written', async () => {
  const base = { phone: '0498 111 222', email: 'double@bluegum.com' };
  const first = await newEnquiry(app, office, base);
  const second = await newEnquiry(app, office, { ...base, name: 'Blue Gum again' });
  const third = await newEnquiry(app, office, { email: 'other@bluegum.com', phone: '+61 498 111 222' });
  await newEnquiry(app, office, { email: 'stranger@bluegum.com', phone: '0498 111 223' });
  const { duplicates, more_duplicates } = (await office.get(`enquiries/${first.id}`)).json().data;
  expect(more_duplicates).toBe(0);
  // Duplicates with the same address come first, so that they are shown even if many share the number.
  expect(duplicates.map(({ id, same }: { id: string; same: string[] }) => [id, same])).toEqual([
    [second.id, ['email', 'phone']],
    [third.id, ['phone']],
  ]);
  for (let more = 0; more < 25; more += 1)
    await ask(app, { ...enquiry, email: `agency${more}@bluegum.com`, phone: base.phone });
  const crowded = (await office.get(`enquiries/${first.id}`)).json().data;
  expect([crowded.duplicates.length, crowded.more_duplicates]).toEqual([20, 7]);
  expect(crowded.duplicates[0].id).toBe(second.id);
});

test('what nobody knows is not found, and what is no id is no question', async () => {
  expect((await office.get(`enquiries/${STAFF}`)).statusCode).toBe(404);
  expect((await office.post(`enquiries/${STAFF}/note`, { text: 'x' })).statusCode).toBe(404);
  expect((await office.get('enquiries/one')).statusCode).toBe(400);
});

test('the pipeline has a column for each state, open ones by due time', async () => {
  const { columns } = (await office.get('pipeline')).json().data;
  expect(columns.map(({ state }: { state: string }) => state)).toEqual([
    'new',
    'contacted',
    'qualified',
    'won',
    'provisioned',
    'lost',
    'spam',
  ]);
  const fresh = columns[0];
  const { rows } = await db.asOwner(`select id from enquiries where state = 'new' order by due_at, number`);
  expect(fresh.count).toBe(rows.length);
  expect(fresh.cards.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id));
});

test('the export is named by the day it is in the office', async () => {
  clock.now = MONDAY;
  const { headers } = await office.get('enquiries.csv');
  expect(headers['content-disposition']).toBe('attachment; filename="enquiries-2030-01-07.csv"');
});

test('the summary counts by state and by week, and says how long people waited for us', async () => {
  await db.asOwner('delete from enquiry_history');
  await db.asOwner('delete from enquiries');
  clock.now = MONDAY;
  const early = [await newEnquiry(app, office), await newEnquiry(app, office), await newEnquiry(app, office)];
  await ask(app, enquiry, { headers: { 'x-form-check': 'filled' } });
  for (const [at, hours] of [1, 2, 6].entries()) {
    clock.now = MONDAY + hours * HOUR_MS;
    await move(office, early[at], 'contacted');
  }
  clock.now = MONDAY + 7 * 24 * HOUR_MS;
  await newEnquiry(app, office);
  const { data } = (await office.get('summary')).json();
  expect(data.total).toBe(5);
  expect(data.overdue).toBe(3);
  expect(data.open).toBe(4);
  expect(data.last_30_days).toEqual({ arrivals: 4, median_hours: 2 });
  expect(data.states).toContainEqual({ state: 'contacted', count: 3 });
  expect(data.states).toContainEqual({ state: 'spam', count: 1 });
  expect(data.weeks).toHaveLength(12);
  expect(data.weeks.slice(-3)).toEqual([
    { week: '2029-12-31', arrivals: 0, median_hours: null },
    { week: '2030-01-07', arrivals: 3, median_hours: 2 },
    { week: '2030-01-14', arrivals: 1, median_hours: null },
  ]);
});
