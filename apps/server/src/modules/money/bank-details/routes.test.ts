import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { schedulerByKey, schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { bankDetailsOf } from './service.ts';

const OWNER = 'owner@example.com';
const SECOND = 'second.owner@example.com';
const password = { current_password: 'muster-demo' };
const account = {
  account_name: 'Bright Sparks Pty Ltd',
  bsb: '062000',
  account_number: '1234 5678',
  payid: '',
};

let work: Work;
beforeAll(async () => {
  work = await openWork();
  await work.inside((db) =>
    sql`insert into users (id, account_id, email, first_name, last_name, role, password_hash)
        select new_id(), account_id, ${SECOND}, 'Sue', 'Second', 'owner', password_hash from users where email = ${OWNER}`.execute(
      db,
    ),
  );
});
afterAll(() => work.close());
beforeEach(async () => {
  await work.here.asOwner(`delete from outbox; delete from limit_hits`);
  await work.inside((db) => sql`delete from bank_details`.execute(db));
});

const change = (fields: object, version = 0, by = work.owner) =>
  by.put('/bank-details', { version, ...account, ...password, ...fields });

test('every owner is mailed what the details were and are, as far as one recognises them', async () => {
  expect(await work.inside(bankDetailsOf)).toBeNull();
  expect((await change({})).data).toMatchObject({
    row: { version: 1, bsb: '062-000', account_number: '12345678' },
  });
  const moved = await change({ account_number: '87654321', payid: 'pay@example.com' }, 1);
  expect(moved.status).toBe(200);
  for (const to of [OWNER, SECOND])
    expect(await lettersTo(work.here, to)).toMatchObject([
      {
        template: 'bank details changed',
        before: [],
        after: ['Bright Sparks Pty Ltd, BSB 062-000, account …678'],
      },
      {
        before: ['Bright Sparks Pty Ltd, BSB 062-000, account …678'],
        after: ['Bright Sparks Pty Ltd, BSB 062-000, account …321', 'PayID p…@example.com'],
      },
    ]);
  expect(await work.inside(bankDetailsOf)).toEqual({
    account_name: 'Bright Sparks Pty Ltd',
    bsb: '062-000',
    account_number: '87654321',
    payid: 'pay@example.com',
  });
});

test('without the right password nothing changes and nobody is mailed', async () => {
  const refused = await change({ current_password: 'not-mine' });
  expect([refused.status, refused.data]).toEqual([422, { field: 'current_password' }]);
  expect(await work.inside(bankDetailsOf)).toBeNull();
  expect(await lettersTo(work.here, SECOND)).toEqual([]);
});

test('a number that no bank has is refused at its field', async () => {
  const refused = await change({ bsb: '06200' });
  expect([refused.status, refused.message, refused.data]).toEqual([
    422,
    'Enter a BSB of six digits, like 062-000.',
    { field: 'bsb' },
  ]);
});

test('saving what is there already tells nobody, and a stale page is refused', async () => {
  await change({});
  await work.here.asOwner('delete from outbox');
  expect((await change({}, 1)).status).toBe(200);
  expect(await lettersTo(work.here, OWNER)).toEqual([]);
  await change({ payid: '0412345678' }, 1);
  expect((await change({ payid: '' }, 1)).status).toBe(409);
});

test('a change is in the history of owners alone, and is not undone without a password', async () => {
  const { data } = await change({});
  const { change: number } = data as { change: number };
  const told = (await work.owner.get('/changes?limit=1')).data as { rows: { kind: string }[] };
  expect(told.rows[0]).toMatchObject({ kind: 'bank details changed', number });
  expect((await work.owner.post(`/changes/${number}/undo`)).status).toBe(422);
  const bookkeeper = await schedulerOf(work.app, 'bookkeeper@example.com');
  const seen = (await bookkeeper.get('/changes?limit=5')).data;
  expect(JSON.stringify(seen)).not.toContain('12345678');
});

test('nobody but an owner reads or changes them, no program either', async () => {
  const { data } = await work.owner.post('/api-keys', { name: 'Books', rights: 'dispatcher', money: 'all' });
  const others = [
    await schedulerOf(work.app, 'bookkeeper@example.com'),
    await schedulerOf(work.app, 'dispatcher@example.com'),
    schedulerByKey(work.app, (data as { key: string }).key),
  ];
  for (const one of others) {
    expect((await one.get('/bank-details')).status).toBe(403);
    expect((await change({}, 0, one)).status).toBe(403);
  }
});
