import type { CustomerRecord, MergePreview } from '@muster/domain/work/customers/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoneLong } from '../../../../test/setups/long-tasks.ts';
import { at, changeOf, DEMO, openWork } from '../../../../test/setups/work.ts';
import { untilWaiting } from '../../../../test/waiting.ts';

let work: Awaited<ReturnType<typeof openWork>>;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

const RYDE = 4220;
const shown = async (id: string) =>
  ((await work.owner.get(`/customers/${id}`)).data as { row: CustomerRecord }).row;

async function addCustomer(fields: object): Promise<CustomerRecord> {
  const { data, message } = await work.owner.post('/customers', fields);
  if (!data) throw new Error(message);
  return shown((data as { row: { id: string } }).row.id);
}

/** Two who are one: with the same house in two spellings, and a second one. */
async function pair() {
  const kept = await addCustomer({
    name: 'Ana Lima',
    phone: '0412 345 678',
    note: 'Pays late',
    sites: [{ address: '12 Church Street', suburb_id: RYDE, hazards: 'Dog' }],
  });
  const other = await addCustomer({
    name: 'A. Lima Pty Ltd',
    phone: '02 9876 5432',
    email: 'ana@example.com',
    tags: ['strata'],
    contacts: [{ name: 'Ben', phone: '0498 765 432' }],
    sites: [
      { address: '12 Church St', suburb_id: RYDE, hazards: 'Asbestos' },
      { address: '3 Long Road', suburb_id: RYDE },
    ],
  });
  return { kept, other };
}

function merge(kept: CustomerRecord, other: CustomerRecord, more: object = {}) {
  const body = { other_id: other.id, version: kept.version, other_version: other.version, ...more };
  return work.owner.post(`/customers/${kept.id}/merge`, body);
}

async function jobAt({ id }: CustomerRecord, site: { id: string }) {
  const { data } = await work.owner.post('/jobs', {
    customer_id: id,
    site_id: site.id,
    visits: [{ duration: 60 }],
  });
  return (data as { row: { id: string; visits: { id: string }[] } }).row;
}

test('two customers become one: what they have comes together, nothing is lost, and an undo brings both back as they were', async () => {
  const { kept, other } = await pair();
  const [same, far] = other.sites as [CustomerRecord['sites'][number], CustomerRecord['sites'][number]];
  const [at12, at3] = [await jobAt(other, same), await jobAt(other, far)];
  const technician = (await work.addTechnician()).id;
  await work.schedule(at12.visits[0]!.id, [technician], at('09:00'));
  const before = [await shown(kept.id), await shown(other.id)];
  const { data } = await work.owner.get(`/customers/${kept.id}/merge?other_id=${other.id}`);
  expect((data as { row: MergePreview }).row).toMatchObject({
    jobs: 2,
    contacts: ['Ben'],
    sites: ['3 Long Road, Ryde'],
    same_sites: ['12 Church St, Ryde'],
    problem: null,
  });

  const merged = await merge(before[0]!, before[1]!, { take: ['name'] });
  expect(merged).toMatchObject({ status: 200 });
  const now = await shown(kept.id);
  expect(now).toMatchObject({
    name: 'A. Lima Pty Ltd',
    phone: '0412 345 678',
    email: 'ana@example.com',
    tags: ['strata'],
    note: 'Pays late',
    sites: [{ address: '12 Church Street', hazards: 'Dog\n\nAsbestos' }, { address: '3 Long Road' }],
  });
  // The number that did not stay is somebody to ring.
  expect(now.contacts.map(({ name, phone }) => `${name} ${phone}`)).toEqual([
    'A. Lima Pty Ltd 02 9876 5432',
    'Ben 0498 765 432',
  ]);
  expect(now.jobs.map(({ id, site_id }) => [id, site_id])).toEqual([
    [at3.id, far.id],
    [at12.id, kept.sites[0]!.id],
  ]);
  expect(await shown(other.id)).toMatchObject({ merged_into: kept.id, jobs: [] });
  expect((await merge(now, await shown(other.id))).status).toBe(422);

  const undone = await work.owner.post(`/changes/${changeOf(merged)}/undo`);
  expect(undone.status).toBe(200);
  const versions = (row: CustomerRecord) =>
    JSON.parse(JSON.stringify(row, (key, value: unknown) => (key === 'version' ? undefined : value)));
  expect([await shown(kept.id), await shown(other.id)].map(versions)).toEqual(before.map(versions));
  // And again, with a job that came since in the way of taking it back.
  expect((await work.owner.post(`/changes/${changeOf(undone)}/undo`)).status).toBe(200);
  await jobAt(kept, far);
  expect(await work.owner.post(`/changes/${changeOf(undone) + 1}/undo`)).toMatchObject({
    status: 409,
    message: 'Jobs have been added at one of these sites since.',
  });
  // Whoever is erased is erased under both names.
  expect((await work.owner.post(`/customers/${kept.id}/erase`, {})).status).toBe(200);
  expect(await shown(other.id)).toMatchObject({ name: 'Erased', email: '' });
});

test('a customer with 2,000 jobs is merged, and taken back, by a few statements', async () => {
  const { kept, other } = await pair();
  await work.inside((db) =>
    sql`
      with added as (
        insert into jobs (account_id, number, customer_id, site_id)
        select ${DEMO}, 100000 + n, ${other.id}, (array[${other.sites[0]!.id}::uuid, ${other.sites[1]!.id}::uuid])[1 + n % 2]
          from generate_series(1, 2000) n returning id)
      insert into visits (account_id, job_id, number, duration) select ${DEMO}, id, 1, 60 from added`.execute(
      db,
    ),
  );
  const merged = await merge(kept, other);
  expect(merged.status).toBe(200);
  const owners = () =>
    work.inside(async (db) => {
      const { rows } = await sql<{ name: string; jobs: number }>`
        select c.name, count(*)::int as jobs from jobs j join customers c on c.id = j.customer_id
         where j.number > 100000 group by c.name`.execute(db);
      return rows;
    });
  expect(await owners()).toEqual([{ name: 'Ana Lima', jobs: 2_000 }]);
  expect((await undoneLong(work.here, work.owner, changeOf(merged))).state).toBe('done');
  expect(await owners()).toEqual([{ name: 'A. Lima Pty Ltd', jobs: 2_000 }]);
});

test('nothing is given to a customer who was merged away, not even by somebody who asked while they were', async () => {
  const { kept, other } = await pair();
  const [, far] = other.sites as [CustomerRecord['sites'][number], CustomerRecord['sites'][number]];
  const job = await jobAt(kept, kept.sites[0]!);
  const { owner } = work;
  const gifts = [
    () => owner.post(`/customers/${other.id}/sites`, { address: '9 New Street', suburb_id: RYDE }),
    () => owner.post(`/customers/${other.id}/contacts`, { name: 'Cyd' }),
    () => owner.post('/jobs', { customer_id: other.id, site_id: far.id, visits: [{ duration: 60 }] }),
  ];
  const restore = async () =>
    expect((await owner.post(`/customers/${other.id}/restore`, {})).status).toBe(200);
  const refused = {
    status: 409,
    message: 'A. Lima Pty Ltd was merged into Ana Lima. Choose Ana Lima instead.',
  };
  for (const give of gifts) {
    // Whoever merges holds both, and everybody who gives waits for them.
    const { asked } = await work.inside(async (db) => {
      await sql`select from customers where id = ${other.id} for update`.execute(db);
      const asked = give();
      await untilWaiting(work.here, asked);
      await sql`update customers set archived_at = now(), merged_into = ${kept.id} where id = ${other.id}`.execute(
        db,
      );
      return { asked };
    });
    expect(await asked).toMatchObject(refused);
    expect(await give()).toMatchObject(refused);
    await restore();
    expect(await give()).toMatchObject({ status: 200 });
  }
  await work.inside((db) =>
    sql`update customers set archived_at = now(), merged_into = ${kept.id} where id = ${other.id}`.execute(
      db,
    ),
  );
  const { version } = ((await owner.get(`/jobs/${job.id}`)).data as { row: { version: number } }).row;
  const moved = { version, customer_id: other.id, site_id: far.id };
  expect(await owner.patch(`/jobs/${job.id}`, moved)).toMatchObject(refused);
});

test('somebody who wanted no mail about visits, as either customer knew them, gets none; an undo forgets that again', async () => {
  const ben = { name: 'Ben', phone: '0498 765 432', email: 'ben@example.com' };
  const kept = await addCustomer({
    name: 'Kept',
    contacts: [ben, { ...ben, name: 'Cyd', tell_visits: 'no' }],
  });
  const other = await addCustomer({
    name: 'Other',
    contacts: [
      { ...ben, tell_visits: 'no' },
      { ...ben, name: 'Cyd' },
    ],
  });
  const told = async () =>
    (await shown(kept.id)).contacts.map(({ name, tell_visits }) => `${name} ${tell_visits}`);
  const merged = await merge(kept, other);
  expect(await told()).toEqual(['Ben no', 'Cyd no']);
  expect((await work.owner.post(`/changes/${changeOf(merged)}/undo`)).status).toBe(200);
  expect(await told()).toEqual(['Ben usual', 'Cyd no']);
});
