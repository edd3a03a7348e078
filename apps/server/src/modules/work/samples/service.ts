import { randomInt } from 'node:crypto';
import { sampleTrade, type TradeIds } from '@muster/domain/work/samples/ids';
import { capitals } from '@muster/domain/work/samples/cities';
import { type Business, type BusinessSize, makeBusiness } from '@muster/domain/work/samples/make-business';
import { rowsOfCustomers } from '@muster/domain/work/samples/rows-of-customers';
import { rowsOfPeople } from '@muster/domain/work/samples/rows-of-people';
import { rowsOfWork } from '@muster/domain/work/samples/rows-of-work';
import type { SampleCount } from '@muster/domain/work/samples/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { changeIn, insertInto, removeFrom } from '../../../platform/changes/any-table.ts';
import type { AnyTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { takeJobNumbers } from '../../identity/accounts/service.ts';
import { assignments } from '../assignments/service.ts';
import { contacts } from '../contacts/service.ts';
import { customers } from '../customers/service.ts';
import { holidaysOf } from '../holidays/service.ts';
import { jobTypes } from '../job-types/service.ts';
import { jobs } from '../jobs/service.ts';
import { readSettings } from '../settings/service.ts';
import { sites } from '../sites/service.ts';
import { skills } from '../skills/service.ts';
import { findWithin } from '../suburbs/service.ts';
import { absences, technicians, tickets } from '../technicians/service.ts';
import { visits } from '../visits/service.ts';
import { readHeld, readLooseSkills, readLooseTypes, readNames, readSamples, readSetUp } from './store.ts';

/** A crew that one takes in at a glance, for a week around today. */
const TECHNICIANS = 4;
const CUSTOMERS = 16;
const DAYS_BEFORE = 1;
const DAYS = 6;
const UNSCHEDULED = 6;

/** What hangs on what: filled in this order, and cleared in the other. */
const order = {
  skills,
  job_types: jobTypes,
  technicians,
  tickets,
  absences,
  customers,
  contacts,
  sites,
  jobs,
  visits,
  assignments,
} as unknown as Record<string, AnyTable>;

/** What has a mark of its own that says so; the rest belongs to one of these. */
const marked = new Set(['skills', 'job_types', 'technicians', 'customers', 'jobs']);
/** What is kept where real work holds on to it, and is no sample from then on. */
const keepable = ['technicians', 'customers', 'jobs'];

/** A week of somebody else's work to try things on, around the capital of one's own state. */
export async function addSamples(write: Writer, account: AccountId): Promise<SampleCount> {
  const { samples, free_licences } = await readSetUp(write.db);
  if (samples > 0) throw new Failure('conflict', 'You already have the sample data.');
  if (free_licences === 0)
    throw new Failure(
      'conflict',
      'Sample technicians need a free licence, and all of yours are in use. Add a licence or deactivate a technician first.',
    );
  const { region, zone } = await readSettings(write.db, account);
  const minute = minuteAt(write.at);
  const today = dateAt(minute, zone);
  const suburbs = await findWithin(write.db, capitals[region ?? 'NSW']);
  // The table is filled when the server starts for the first time, which takes a moment.
  if (suburbs.length === 0)
    throw new Failure('conflict', 'Suburbs are still loading. Try again in a minute.');
  const size: BusinessSize = {
    series: randomInt(0x2000, 0xffff),
    seed: 20_262,
    technicians: Math.min(TECHNICIANS, free_licences),
    customers: CUSTOMERS,
    firstDay: addDays(today, -DAYS_BEFORE),
    days: DAYS,
    unscheduled: UNSCHEDULED,
    suburbs,
    zone,
    isAway: (_, day) => holidaysOf(region, day, day).length > 0,
  };
  const business = await numbered(write, makeBusiness(size));
  const own = await readNames(write.db);
  const trade = ownTrade(size.series, own);
  const rows = asSamples(own, {
    ...rowsOfPeople(size.series, business, today, zone, trade),
    ...rowsOfCustomers(size.series, business),
    ...rowsOfWork(size, business, minute, trade),
  });
  for (const [name, table] of Object.entries(order)) await insertInto(write, table, rows[name]!);
  return { ...count(rows), kept: [] };
}

/** Takes away whatever no real work holds on to. What is kept is no sample any more, and is named. */
export async function removeSamples(write: Writer): Promise<SampleCount> {
  const kept = await readHeld(write.db);
  for (const name of keepable)
    await changeIn(
      write,
      order[name]!,
      kept.filter(({ table }) => table === name).map(({ id }) => id),
      { is_sample: false },
    );
  const samples = await readSamples(write.db);
  const orderOfLeaving = Object.keys(order).toReversed() as (keyof typeof samples)[];
  for (const name of orderOfLeaving) await removeFrom(write, order[name]!, samples[name] ?? []);
  await removeFrom(write, order['job_types']!, await readLooseTypes(write.db));
  await removeFrom(write, order['skills']!, await readLooseSkills(write.db));
  return { ...count(samples), kept };
}

function count(rows: Readonly<Record<string, readonly unknown[]>>) {
  return {
    technicians: rows['technicians']!.length,
    customers: rows['customers']!.length,
    jobs: rows['jobs']!.length,
  };
}

const FIRST_NUMBER = 1001;

/** Counted on behind the jobs that are there. */
async function numbered({ db }: Writer, business: Business): Promise<Business> {
  const last = await takeJobNumbers(db, business.visits.length);
  const first = last - business.visits.length + 1 - FIRST_NUMBER;
  const visits = business.visits.map((visit, at) => Object.assign(visit, { index: first + at }));
  return { ...business, visits };
}

type OwnName = Awaited<ReturnType<typeof readNames>>[number];

/** What the business has a name for already is what its samples use, too. */
function ownTrade(series: number, own: readonly OwnName[]): TradeIds {
  const made = sampleTrade(series);
  const idOf = (table: OwnName['table'], name: string) =>
    own.find((one) => one.table === table && one.name === name.toLowerCase())?.id;
  return {
    skill: (name) => idOf('skills', name) ?? made.skill(name),
    jobType: (name) => idOf('job_types', name) ?? made.jobType(name),
  };
}

/** Rows with their marks, without those that the business has already. */
function asSamples(
  own: readonly OwnName[],
  made: Readonly<Record<string, readonly object[]>>,
): Record<string, object[]> {
  const known = new Set(own.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(made).map(([name, rows]) => [
      name,
      rows
        .filter((row) => !('id' in row && known.has(String(row.id))))
        .map((row) => Object.assign(row, marksOf(name))),
    ]),
  );
}

function marksOf(name: string): object {
  if (!marked.has(name)) return {};
  // The addresses of sample customers are nobody's.
  return name === 'customers' ? { is_sample: true, tell_by_mail: false } : { is_sample: true };
}
