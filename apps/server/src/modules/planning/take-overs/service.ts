import { createHash } from 'node:crypto';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import type { Assignment } from '@muster/domain/work/assignments/schema';
import { isSameAbsence, visitChanges, type VisitChange } from '@muster/domain/planning/scenarios/rules';
import type {
  AbsenceDifference,
  Differences,
  Scenario,
  TakenOver,
  TakeOver,
} from '@muster/domain/planning/scenarios/schema';
import type { Absence } from '@muster/domain/work/technicians/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { inScenario } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { reckon } from '../../../platform/threads.ts';
import { assignments, bookCrews, holdCrews } from '../../work/assignments/service.ts';
import { readBoardOf } from '../../dispatch/board/service.ts';
import { type Base, markTakenOver, readBases, scenarioOfId } from '../scenarios/service.ts';
import {
  absences,
  addAbsence,
  editAbsence,
  employ,
  extraTechnicians,
  freeLicences,
  removeAbsence,
} from '../../work/technicians/service.ts';
import { readAbsences, readNames, readOwn, readVisitNames } from './store.ts';

const CHANGED = 'It has been changed on the live board since.';

type Extra = Awaited<ReturnType<typeof extraTechnicians>>[number];

/** What a scenario has made of what it was copied from, in the ids of the live board. */
interface Trial {
  readonly scenario: Scenario;
  readonly changes: readonly VisitChange[];
  /** Of each visit: how it was booked in the scenario, by somebody's decision. */
  readonly decided: ReadonlyMap<string, Pick<Assignment, 'is_pinned' | 'overrides'>>;
  readonly bases: readonly Base[];
  readonly away: readonly Absence[];
  /** Under the ids that they will have. */
  readonly extra: readonly Extra[];
}

async function readTrial(db: Tx, scenario: Scenario): Promise<Trial> {
  const read = await inScenario(db, scenario.id, async (db) => ({
    bases: await readBases(db),
    booked: await readOwn<Assignment>(db, assignments),
    away: await readOwn<Absence>(db, absences),
    extra: await extraTechnicians(db),
  }));
  const tried = new Set(read.extra.map(({ id }) => id));
  const real = <Row extends { technician_id: string }>(row: Row): Row =>
    tried.has(row.technician_id) ? { ...row, technician_id: realIdOf(row.technician_id) } : row;
  const booked = read.booked.map(real);
  const before = read.bases.flatMap((base) =>
    base.visit_id === null ? [] : [{ ...base, visit_id: base.visit_id }],
  );
  return {
    scenario,
    bases: read.bases,
    away: read.away.map(real),
    changes: visitChanges(before, booked),
    decided: new Map(booked.map((row) => [row.visit_id, row])),
    extra: read.extra.map((extra) => Object.assign(extra, { id: realIdOf(extra.id) })),
  };
}

/** Always the same, so that whoever takes over the rest later does not employ them twice. */
function realIdOf(extra: string): string {
  const hex = createHash('sha256').update(`employed ${extra}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function absenceDifferences(db: Tx, { bases, away }: Trial): Promise<AbsenceDifference[]> {
  const copied = new Map(bases.filter(({ visit_id }) => visit_id === null).map((base) => [base.id, base]));
  const kept = new Map(away.map((absence) => [absence.id, absence]));
  const live = await readAbsences(db, absences, {
    ids: [...copied.values()].map(({ live_id }) => live_id),
    technicians: away.map(({ technician_id }) => technician_id),
  });
  return [...new Set([...kept.keys(), ...copied.keys()])].flatMap((id): AbsenceDifference[] => {
    const [base, after] = [copied.get(id), kept.get(id)];
    if (isSameAbsence(base, after)) return [];
    const before = base && live.find((row) => row.id === base.live_id);
    const is_done = base ? isSameAbsence(before, after) : live.some((row) => isSameAbsence(row, after));
    const unfit =
      is_done || isSameAbsence(base, before)
        ? null
        : [{ rule: 'absence', text: CHANGED, can_override: false, detail: { absence_id: id } }];
    const kind = base === undefined ? 'added' : after === undefined ? 'removed' : 'moved';
    return [{ id, kind, before: before ?? null, after: after ?? null, unfit, is_done }];
  });
}

/** The live board with the absences and the people of the scenario on it, and what of the bookings does not fit there. */
async function judge(
  db: Tx,
  account: AccountId,
  { scenario, extra, decided }: Trial,
  changes: readonly VisitChange[],
  away: readonly AbsenceDifference[],
  at: Date,
  isHolding = false,
) {
  const visits = changes.map(({ visit_id }) => visit_id);
  const days = { from: scenario.from_date as LocalDate, to: scenario.to_date as LocalDate };
  const text = await readBoardOf(db, days, { visits, technicians: techniciansOf(changes) });
  const names = await readVisitNames(db, visits);
  const aside = new Set(names.filter(({ is_aside }) => is_aside).map(({ id }) => id));
  const now = minuteAt(at);
  const asked = { text, now, aside, changes, away, extra, decided };
  const judged = await reckon(account, 'takeOverOn', asked, isHolding);
  return { names, ...judged };
}

/** What a scenario would change on the live board as that stands now, item by item, with what stands in the way. */
export async function differencesOf(db: Tx, account: AccountId, id: string, at: Date): Promise<Differences> {
  const trial = await readTrial(db, await scenarioOfId(db, id));
  const { changes, extra } = trial;
  const away = await absenceDifferences(db, trial);
  const taken = away.filter(({ unfit, is_done }) => unfit === null && !is_done);
  const { live, done, names, unfit } = await judge(db, account, trial, changes, taken, at);
  const named = new Map(names.map((name) => [name.id, name]));
  const people = [
    ...techniciansOf(changes),
    ...[...live.values()].flatMap(({ technicians }) => technicians),
    ...away.flatMap(({ before, after }) => [before, after].flatMap((row) => row?.technician_id ?? [])),
  ];
  return {
    visits: changes.map((change) => ({
      visit_id: change.visit_id,
      kind: change.kind,
      before: change.before,
      after: change.after,
      number: named.get(change.visit_id)?.number ?? '',
      customer: named.get(change.visit_id)?.customer ?? '',
      live: live.get(change.visit_id) ?? null,
      unfit: unfit.get(change.id) ?? null,
      is_done: !unfit.has(change.id) && done.has(change.id),
    })),
    absences: away,
    technicians: extra.map(({ id, name }) => ({ id, name })),
    names: Object.fromEntries([
      ...(await readNames(db, people)),
      ...extra.map(({ id, name }) => [id, name]),
    ]) as Record<string, string>,
    free_licences: await freeLicences(db),
  };
}

/**
 * Makes what differs the live board: one change, which one undo takes back. Each item is asked about as the live board stands now;
 * what does not fit is named, and left out only if the person agrees.
 */
export async function takeOver(
  write: Writer,
  account: AccountId,
  id: string,
  wanted: TakeOver,
): Promise<TakenOver> {
  const { db, at } = write;
  const scenario = await scenarioOfId(db, id);
  if (scenario.version !== wanted.version)
    throw new Failure('conflict', 'Someone else has just changed this scenario. Check it again.', {
      data: { expected: wanted.version, current: scenario.version },
    });
  const trial = await readTrial(db, scenario);
  const isAsked = ({ id }: { id: string }) => wanted.items?.includes(id) ?? true;
  const asked = trial.changes.filter(isAsked);
  const allAway = (await absenceDifferences(db, trial)).filter(({ is_done }) => !is_done);
  const away = allAway.filter((item) => isAsked(item) && item.unfit === null);
  const visits = asked.map(({ visit_id }) => visit_id);
  const crew = await holdCrews(write, visits, techniciansOf(asked));
  const { done, durations, unfit } = await judge(db, account, trial, asked, away, at, true);
  const left_out = asked
    .filter((item) => unfit.has(item.id))
    .map(({ id, visit_id }) => ({ item_id: id, visit_id, reasons: [...unfit.get(id)!] }));
  const clashes = allAway.filter(isAsked).flatMap((item) => item.unfit ?? []);
  const fitting = asked.filter((item) => !unfit.has(item.id) && !done.has(item.id));
  const isNothing = fitting.length === 0 && away.length === 0;
  if ((left_out.length > 0 || clashes.length > 0) && (wanted.leave_out !== true || isNothing)) {
    const reasons = [...left_out.flatMap(({ reasons }) => reasons), ...clashes];
    const more = reasons.length > 1 ? ` And ${reasons.length - 1} more.` : '';
    throw new Failure('conflict', `${reasons[0]!.text}${more}`, { data: { unfit: left_out, reasons } });
  }
  if (isNothing) throw new Failure('conflict', 'There’s nothing left to take over.');
  await employThose(write, trial, fitting, away);
  for (const absence of away) await takeAbsence(write, absence);
  const crews = Map.groupBy(crew, ({ visit_id }) => visit_id);
  await bookCrews(
    write,
    fitting.map(({ visit_id, after }) => ({
      visit: { id: visit_id, duration: durations.get(visit_id)! },
      crew: crews.get(visit_id) ?? [],
      technicians: after?.technicians ?? [],
      starts_at: after ? momentText(minuteOf(after.starts_at)) : null,
      is_pinned: trial.decided.get(visit_id)?.is_pinned ?? false,
      overrides: trial.decided.get(visit_id)?.overrides ?? [],
    })),
  );
  write.concern([id]);
  const isWhole =
    left_out.length === 0 && asked.length === trial.changes.length && away.length === allAway.length;
  return {
    scenario: isWhole ? await markTakenOver(write, scenario) : scenario,
    taken: [...fitting, ...away].map((item) => item.id),
    left_out,
  };
}

/** Those whom only the scenario has and who get work: each takes a licence, or all of it is refused. */
async function employThose(
  write: Writer,
  { extra }: Trial,
  fitting: readonly VisitChange[],
  away: readonly AbsenceDifference[],
): Promise<void> {
  const needed = new Set([...techniciansOf(fitting), ...away.map(({ after }) => after?.technician_id)]);
  for (const person of extra) if (needed.has(person.id)) await employ(write, person.id, person);
}

async function takeAbsence(write: Writer, { before, after }: AbsenceDifference): Promise<void> {
  if (after === null) return void (await removeAbsence(write, before!.id));
  const { id: _, version: _version, technician_id, ...fields } = after;
  if (before === null) await addAbsence(write, technician_id, fields);
  else await editAbsence(write, before.id, { ...fields, version: before.version });
}

function techniciansOf(changes: readonly VisitChange[]): string[] {
  const named = changes.flatMap(({ before, after }) => [before, after]);
  return [...new Set(named.flatMap((placed) => placed?.technicians ?? []))];
}
