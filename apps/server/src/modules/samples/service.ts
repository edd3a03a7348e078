import { randomInt } from 'node:crypto';
import { capitals } from '@muster/domain/samples/cities';
import { type Business, type BusinessSize, makeBusiness } from '@muster/domain/samples/make-business';
import { rowsOfCustomers } from '@muster/domain/samples/rows-of-customers';
import { rowsOfPeople } from '@muster/domain/samples/rows-of-people';
import { rowsOfWork } from '@muster/domain/samples/rows-of-work';
import type { SampleCount } from '@muster/domain/samples/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, dateAt } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { changeIn, insertInto, removeFrom } from '../../platform/changes/many.ts';
import type { AnyTable, Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { takeJobNumbers } from '../accounts/service.ts';
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

const marked = ['technicians', 'customers', 'jobs'];

/** A week of somebody else's work to try things on, around the capital of one's own state. */
export async function addSamples(write: Writer, account: AccountId): Promise<SampleCount> {
  const { samples, free_licences } = await readSetUp(write.db);
  if (samples > 0) throw new Failure('conflict', 'The sample data is here already.');
  if (free_licences === 0)
    throw new Failure(
      'conflict',
      'All your licences are in use, and sample technicians need a free one. Your own work is not touched for them.',
    );
  const { region, zone } = await readSettings(write.db, account);
  const minute = epochMinutes(Math.floor(write.at.getTime() / 60_000));
  const today = dateAt(minute, zone);
  const suburbs = await findWithin(write.db, capitals[region ?? 'NSW']);
  // The table is filled when the server starts for the first time, which takes a moment.
  if (suburbs.length === 0)
    throw new Failure('conflict', 'The suburbs of Australia are still being loaded. Try again in a minute.');
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
  const rows = await withOwnNames(write, {
    ...rowsOfPeople(size.series, business, today, zone),
    ...rowsOfCustomers(size.series, business),
    ...rowsOfWork(size, business, minute),
  });
  for (const [name, table] of Object.entries(order)) await insertInto(write, table, rows[name]!);
  return { ...count(rows), kept: [] };
}

/** Takes away whatever no real work holds on to. What is kept is no sample any more, and is named. */
export async function removeSamples(write: Writer): Promise<SampleCount> {
  const kept = await readHeld(write.db);
  for (const name of marked)
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

/** What the business has a name for already is not made a second time. */
async function withOwnNames(
  { db }: Writer,
  made: Readonly<Record<string, readonly object[]>>,
): Promise<Record<string, object[]>> {
  const own = await readNames(db);
  let text = JSON.stringify(made);
  const dropped = new Set<string>();
  for (const name of ['skills', 'job_types'])
    for (const row of made[name] as readonly { id: string; name: string }[]) {
      const known = own.find((it) => it.table === name && it.name === row.name.toLowerCase());
      if (!known) continue;
      text = text.replaceAll(row.id, known.id);
      dropped.add(known.id);
    }
  const rows = JSON.parse(text) as Record<string, { id: string }[]>;
  for (const name of ['skills', 'job_types']) rows[name] = rows[name]!.filter(({ id }) => !dropped.has(id));
  for (const name of marked) for (const row of rows[name]!) Object.assign(row, { is_sample: true });
  // Their addresses are nobody's.
  for (const customer of rows['customers']!) Object.assign(customer, { tell_by_mail: false });
  return rows;
}
