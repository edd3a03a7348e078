import { randomUUIDv7 } from 'node:crypto';
import { daysProblem, MOST_OPEN_SCENARIOS } from '@muster/domain/planning/scenarios/rules';
import type { NewScenario, Scenario } from '@muster/domain/planning/scenarios/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { latestChange } from '../../../platform/changes/command.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { clearAway, layDown } from '../../../platform/changes/unlogged.ts';
import { inScenario } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { assignments } from '../../work/assignments/service.ts';
import { dayOf } from '../../dispatch/board/service.ts';
import { forgetProposals } from '../proposals/service.ts';
import { absences, forgetExtraTechnicians } from '../../work/technicians/service.ts';
import { type Base, countOpen, deleteBases, insertBases, listIds, readBases, readStretch } from './store.ts';

export { type Base, readBases };

export const scenarios: TrackedTable<Scenario> = {
  name: 'scenarios',
  columns: ['name', 'from_date', 'to_date', 'base', 'state', 'user_id', 'api_key_id', 'created_at'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name }) => name,
};

/** Copies the bookings and absences of a stretch of the live board. Visits, customers and technicians are everybody's. */
export async function openScenario(
  write: Writer,
  account: AccountId,
  { name, from, to }: NewScenario,
): Promise<Scenario> {
  const { db, at, author } = write;
  const problem = daysProblem(from, to);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  if ((await countOpen(db)) >= MOST_OPEN_SCENARIOS)
    throw new Failure('conflict', `You already have ${MOST_OPEN_SCENARIOS} scenarios. Discard one first.`);
  const stretch = {
    from: (await dayOf(db, from as LocalDate)).from,
    to: (await dayOf(db, to as LocalDate)).to,
  };
  const live = await readStretch(db, { assignments, absences }, stretch);
  const [scenario] = await write.insert(scenarios, [
    {
      name: name.trim(),
      from_date: from,
      to_date: to,
      base: await latestChange(db, account),
      user_id: author.user,
      api_key_id: author.apiKey,
      created_at: at.toISOString(),
    },
  ]);
  const booked = live.assignments.map(copied);
  const away = live.absences.map(copied);
  await inScenario(db, scenario!.id, async (db) => {
    if (booked.length > 0) await layDown(db, assignments, rowsOf(booked));
    if (away.length > 0) await layDown(db, absences, rowsOf(away));
    await insertBases(db, [
      ...booked.map(({ row, live_id }) => baseOf(row, live_id, row.visit_id)),
      ...away.map(({ row, live_id }) => baseOf(row, live_id, null)),
    ]);
  });
  return scenario!;
}

interface Copy<Row> {
  readonly row: Row;
  readonly live_id: string;
}

/** With an id of its own, so that the log never mistakes one for the other. */
function copied<Row extends { readonly id: string }>(row: Row): Copy<Row> {
  return { row: { ...row, id: randomUUIDv7(), version: 1 }, live_id: row.id };
}

function rowsOf<Row>(copies: readonly Copy<Row>[]): Row[] {
  return copies.map(({ row }) => row);
}

function baseOf(
  { id, technician_id, starts_at, ends_at }: Omit<Base, 'live_id' | 'visit_id'>,
  live_id: string,
  visit_id: string | null,
): Base {
  return { id, live_id, visit_id, technician_id, starts_at, ends_at };
}

export async function scenarioOfId(db: Tx, id: string): Promise<Scenario> {
  const [scenario] = await readRows(db, scenarios, [id]);
  // The live board has no days of its own.
  if (!scenario || scenario.from_date === null || scenario.state === 'discarded')
    throw new Failure('notFound');
  return scenario;
}

export async function renameScenario(
  write: Writer,
  id: string,
  { version, name }: { version: number; name: string },
): Promise<Scenario> {
  await scenarioOfId(write.db, id);
  return write.update(scenarios, id, { name: name.trim() }, version);
}

/** Whether all of it is on the live board by now. */
export async function markTakenOver(write: Writer, { id, version }: Scenario): Promise<Scenario> {
  return write.update(scenarios, id, { state: 'taken over' }, version);
}

/** For good: what was tried goes, and with it who was tried. */
export async function discardScenario(write: Writer, id: string): Promise<Scenario> {
  await scenarioOfId(write.db, id);
  await inScenario(write.db, id, async (db) => {
    await forgetProposals(db);
    await clearAway(db, assignments);
    await clearAway(db, absences);
    await deleteBases(db);
    await forgetExtraTechnicians(db);
  });
  return write.update(scenarios, id, { state: 'discarded' });
}

/** Does something in every scenario of the account that there still is. */
export async function inEveryScenario(db: Tx, work: (db: Tx) => Promise<void>): Promise<void> {
  for (const id of await listIds(db)) await inScenario(db, id, work);
}
