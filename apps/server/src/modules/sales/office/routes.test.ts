import type { Change } from '@muster/domain/basics/changes/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import {
  ask,
  CHANGES,
  enquiry,
  move,
  newEnquiry,
  OFFICE,
  type Office,
  officeOf,
} from '../../../../test/setups/enquiries.ts';
import type { App } from '../../../platform/deps.ts';

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
  expect(contacted.json().data).toMatchObject({ row: { state: 'contacted', version: 2 }, made: true });
  expect(await office.see(id)).toMatchObject({
    state: 'contacted',
    version: 2,
    first_contacted_at: new Date(clock.now).toISOString(),
    // Today is Monday, so this is Wednesday.
    due_at: new Date(clock.now + 48 * HOUR_MS).toISOString(),
    moves: ['qualified', 'lost', 'spam'],
  });
  const won = await move(office, { id, version: 2 }, 'qualified', 'won');
  expect(won).toMatchObject({ state: 'won', version: 4, moves: ['provisioned', 'lost'] });
  expect(
    (await office.history(id)).map(({ kind, by, entries: [entry] }) => [
      kind,
      by.name,
      entry!.before!['state'],
      entry!.after!['state'],
    ]),
  ).toEqual([
    ['enquiry moved', 'Sam Staff', 'qualified', 'won'],
    ['enquiry moved', 'Sam Staff', 'contacted', 'qualified'],
    ['enquiry moved', 'Sam Staff', 'new', 'contacted'],
  ]);
});

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
  expect(answer.json().message).toMatch(/^You can’t move an enquiry from \w+ to \w+\.$/);
  expect((await office.get(`enquiries/${id}`)).json().data.version).toBe(version);
});

test('lost wants a reason, keeps it while it is lost, and may start again', async () => {
  const { id, version } = await newEnquiry(app, office, { email: 'lost@bluegum.com' });
  const silent = await office.post(`enquiries/${id}/state`, { version, state: 'lost', reason: '  ' });
  expect(silent.statusCode).toBe(422);
  expect(silent.json().message).toBe('Say why it was lost.');
  const lost = await office.post(`enquiries/${id}/state`, { version, state: 'lost', reason: ' Too dear ' });
  expect(lost.statusCode).toBe(200);
  expect(await office.see(id)).toMatchObject({
    state: 'lost',
    lost_reason: 'Too dear',
    due_at: null,
    overdue: false,
  });
  const again = await move(office, { id, version: version + 1 }, 'new');
  expect(again).toMatchObject({ state: 'new', lost_reason: null });
  expect(again.due_at).not.toBeNull();
  expect((await office.history(id))[1]!.entries[0]!.after).toMatchObject({ lost_reason: 'Too dear' });
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
  expect((await office.see(id)).version).toBe(version + 1);
  expect(await office.history(id)).toHaveLength(1);
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
  expect(moved.statusCode).toBe(200);
  expect(new Set(added.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const later = await note('again', 'a-key');
  expect(later.json()).toEqual(added.at(-1)!.json());
  const notes = (await office.history(id)).filter(({ kind }) => kind === 'enquiry noted');
  expect(notes.map(({ entries: [entry] }) => String(entry!.after!['text'])).toSorted()).toEqual(
    [...texts, 'again'].toSorted(),
  );
  expect((await note('something else', 'a-key')).statusCode).toBe(422);
});

test('notes, owner and due time are changed and logged; rules about them are said in words', async () => {
  const { id } = await newEnquiry(app, office, { email: 'care@bluegum.com' });
  await office.post(`enquiries/${id}/note`, { text: ' Rang, nobody there. ' });
  await office.post(`enquiries/${id}/owner`, { version: 1, owner_id: STAFF });
  const due_at = '2030-02-01T00:00:00.000Z';
  await office.post(`enquiries/${id}/due`, { version: 2, due_at });
  expect(await office.see(id)).toMatchObject({ due_at, version: 3, owner: { id: STAFF, name: 'Sam Staff' } });
  expect((await office.history(id)).map(({ kind, entries: [entry] }) => [kind, entry!.after])).toEqual([
    ['enquiry due changed', { due_at: '2030-02-01T00:00:00+00:00', is_due_chosen: true }],
    ['enquiry assigned', { owner_id: STAFF }],
    ['enquiry noted', expect.objectContaining({ text: 'Rang, nobody there.' })],
  ]);
  const nobody = await office.post(`enquiries/${id}/owner`, { version: 3, owner_id: id });
  expect(nobody.statusCode).toBe(422);
  const none = await office.post(`enquiries/${id}/owner`, { version: 3, owner_id: null });
  expect(none.json().data.row.owner_id).toBeNull();
  expect((await office.post(`enquiries/${id}/note`, { text: '  ' })).statusCode).toBe(422);
  expect((await office.post(`enquiries/${id}/due`, { version: 4, due_at: 'tomorrow' })).statusCode).toBe(400);
  for (const odd of [
    '2030-01-05T09:30:00Z[Australia/Sydney]',
    '2030-12-31T23:59:60Z',
    '0030-02-01T00:00:00Z',
  ]) {
    const refused = await office.post(`enquiries/${id}/due`, { version: 4, due_at: odd });
    expect([odd, refused.statusCode, refused.json().message]).toEqual([
      odd,
      422,
      'Choose a date and time within ten years of today.',
    ]);
  }
  await move(office, { id, version: 4 }, 'spam');
  expect((await office.post(`enquiries/${id}/due`, { version: 5, due_at })).statusCode).toBe(422);
});

test('what staff did is undone and redone as in a business, a note with its words; a mail is not called back', async () => {
  const { id, due_at } = await newEnquiry(app, office, { email: 'undo@bluegum.com' });
  const changeOf = async (path: string, body: object) =>
    (await office.post(`enquiries/${id}/${path}`, body)).json().data.change as number;
  const lost = await changeOf('state', { version: 1, state: 'lost', reason: 'Too dear' });
  const taken = await office.undo(lost);
  expect(taken.json().data).toMatchObject({ undone: lost, made: true });
  expect(await office.see(id)).toMatchObject({ state: 'new', due_at, lost_reason: null });
  expect(
    (await office.history(id)).map(({ kind, undoes, undone_by }) => [kind, undoes, undone_by !== null]),
  ).toEqual([
    ['undo', lost, false],
    ['enquiry moved', null, true],
  ]);
  await office.undo(taken.json().data.change);
  expect(await office.see(id)).toMatchObject({ state: 'lost', lost_reason: 'Too dear' });

  // Something newer stands in the way, and is named.
  const { version } = await office.see(id);
  await changeOf('state', { version, state: 'new' });
  const refused = await office.undo(lost);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().data.newer).toMatchObject({ label: 'Blue Gum Electrical' });

  const noted = await changeOf('note', { text: 'Wombats everywhere' });
  const found = async () => (await office.get('enquiries?search=wombat')).json().data.rows.length;
  expect(await found()).toBe(1);
  await office.undo(noted);
  expect(await found()).toBe(0);
  await office.undo((await office.history(id))[0]!.number);
  expect(await found()).toBe(1);

  await move(office, await office.see(id), 'contacted', 'qualified', 'won');
  const won = await office.see(id);
  const opened = await changeOf('provision', { version: won.version, name: 'Blue Gum Electrical' });
  expect((await office.undo(opened)).json().message).toBe('This can’t be undone. Change it back by hand.');
});

test('the log of the office is the office’s own, and nobody there reads a business’s', async () => {
  const { id, version } = await newEnquiry(app, office, { email: 'apart@bluegum.com' });
  const { change } = (await office.post(`enquiries/${id}/state`, { version, state: 'spam' })).json().data;
  const owner = await officeOf(app, 'owner@example.com');
  expect(await owner.history(id)).toEqual([]);
  expect((await owner.undo(change)).statusCode).toBe(404);
  expect((await office.see(id)).state).toBe('spam');

  const { headers } = owner;
  const skill = await app.inject({
    method: 'POST',
    url: '/services/scheduling/api/v1/skills',
    payload: { name: 'Snake handling' },
    headers,
  });
  const { row, change: theirs } = skill.json().data;
  expect(await office.history(row.id)).toEqual([]);
  const all = await app.inject({ url: `${CHANGES}?limit=200`, headers: office.headers });
  const tables = all.json().data.rows.flatMap(({ entries }: Change) => entries.map(({ table }) => table));
  expect(new Set(tables)).toEqual(new Set(['enquiries', 'enquiry_notes']));
  // Each log has numbers of its own: the same one names something of the office there.
  await office.undo(theirs);
  const still = await app.inject({ url: '/services/scheduling/api/v1/skills', headers });
  expect(still.json().data.rows).toContainEqual(expect.objectContaining({ id: row.id }));
  // An undo reaches no table of the others, whatever its number.
  const { rows } = await db.asOwner(
    `select distinct c.account_id = '00000000-0000-0000-0000-000000000000' as is_house, e.table_name like 'enquir%' as is_office
       from changes c join change_entries e using (account_id, number)`,
  );
  expect(rows.every(({ is_house, is_office }) => is_house === is_office)).toBe(true);
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
  const chosen = await office.post(`enquiries/${id}/due`, { version: 6, due_at: '2030-04-01T00:00:00.000Z' });
  await office.undo(chosen.json().data.change);
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
  await db.asOwner('truncate enquiries cascade');
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
