import { randomUUID } from 'node:crypto';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { type LocalDate, type LocalTime, momentOf } from '@muster/domain/values/local-time';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { sql } from 'kysely';
import { openDemo } from '../../seed/demo.ts';
import { withAccount } from '../../src/platform/db/account.ts';
import type { Tx } from '../../src/platform/db/executor.ts';
import type { Deps } from '../../src/platform/deps.ts';
import { accountToOpen } from '../../src/platform/sign-in/person.ts';
import { testApp } from '../app.ts';
import { testDatabase } from '../database.ts';
import { schedulerOf } from './scheduler.ts';

export const DEMO = accountToOpen('0193e5a0-0000-7000-8000-000000000001');
export const SYDNEY = 'Australia/Sydney';
/** 9:00 am on Monday 16 November 2026 in Sydney. */
export const MONDAY = Date.parse('2026-11-15T22:00:00Z');

/** As the API takes a moment: what the clocks in the zone show. */
export function at(time: LocalTime, date: LocalDate = '2026-11-17', zone = SYDNEY): string {
  return new Date(momentOf(date, time, zone) * 60_000).toISOString();
}

type Answered = { status: number; message: string; data: unknown };

/** What a refused booking was refused for. */
export function reasonsOf({ data }: Answered): { rule: string; text: string; can_override: boolean }[] {
  return (data as { reasons?: [] }).reasons ?? [];
}

/** The demo business, empty and with plenty of licences, on a morning of the tests' own. */
export async function openWork({
  now = MONDAY,
  clock = { now },
  env = {},
  deps = {},
}: {
  now?: number;
  /** One that others go by as well. */
  clock?: { now: number };
  env?: Record<string, string>;
  deps?: Partial<Deps>;
} = {}) {
  const here = await testDatabase();
  await openDemo(here.database);
  const app = await testApp(here, { now: () => clock.now, env, deps });
  const owner = await schedulerOf(app, 'owner@example.com');
  const inside = <T>(work: (db: Tx) => Promise<T>) => withAccount(here.database.db, DEMO, work);
  await inside((db) => sql`update accounts set licences = 100, abn = '51824753556'`.execute(db));

  async function addSite({
    zone = SYDNEY,
    kilometres = 5,
    longitude = 151,
    banned = [] as string[],
    suburb = 'Ryde',
  } = {}) {
    const [customer_id, site_id] = [randomUUID(), randomUUID()];
    const latitude = -33.8 + kilometres / 111.194_926_6;
    const name = `Customer ${customer_id.slice(0, 8)}`;
    await inside(async (db) => {
      await sql`insert into customers (account_id, id, name, phone) values (${DEMO}, ${customer_id}, ${name}, '0412 345 678')`.execute(
        db,
      );
      await sql`insert into sites (account_id, id, customer_id, suburb, latitude, longitude, zone, banned, hazards)
                values (${DEMO}, ${site_id}, ${customer_id}, ${suburb}, ${latitude}, ${longitude}, ${zone}, ${banned}::uuid[], 'Dog')`.execute(
        db,
      );
      await sql`insert into search_words (account_id, word, table_name, row_id)
                values (${DEMO}, ${customer_id.slice(0, 8)}, 'customers', ${customer_id}),
                       (${DEMO}, ${suburb.toLowerCase()}, 'sites', ${site_id})`.execute(db);
    });
    return { customer_id, site_id, name };
  }

  async function addTechnician(fields: object = {}): Promise<{ id: string; name: string }> {
    const name = `Kai ${randomUUID().slice(0, 8)}`;
    const { data } = await owner.post('/technicians', { name, is_active: true, ...fields });
    return (data as { row: { id: string; name: string } }).row;
  }

  async function addJob(
    fields: object = {},
    site?: { customer_id: string; site_id: string },
  ): Promise<JobRecord> {
    const { customer_id, site_id } = site ?? (await addSite());
    const answer = await owner.post('/jobs', { customer_id, site_id, visits: [{ duration: 60 }], ...fields });
    if (answer.status !== 200) throw new Error(`no job: ${answer.message}`);
    return (answer.data as { row: JobRecord }).row;
  }

  /** A job with one visit, which is what most tests are about. */
  async function addVisit(fields: object = {}, site?: { customer_id: string; site_id: string }) {
    const job = await addJob({ visits: [{ duration: 60, ...fields }] }, site);
    return job.visits[0]!;
  }

  async function show(id: string): Promise<VisitRecord> {
    return ((await owner.get(`/visits/${id}`)).data as { row: VisitRecord }).row;
  }

  async function schedule(id: string, technicians: readonly string[], starts_at: string, more: object = {}) {
    const { version } = await show(id);
    return owner.post(`/visits/${id}/schedule`, { version, technicians, starts_at, ...more });
  }

  return {
    here,
    app,
    clock,
    owner,
    inside,
    addSite,
    addTechnician,
    addJob,
    addVisit,
    show,
    schedule,
    async close() {
      await app.close();
      await here.drop();
    },
  };
}

export type Work = Awaited<ReturnType<typeof openWork>>;

/** The number of the change that an answer is about. */
export function changeOf({ data }: Answered): number {
  return (data as { change: number }).change;
}

export function visitIn({ data }: Answered): VisitRecord {
  return (data as { row: VisitRecord }).row;
}
