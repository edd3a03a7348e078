import { foldNews } from '@muster/domain/field/my-visits/news';
import type { EarlierVisit, News, OwnVisit } from '@muster/domain/field/my-visits/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { DAY_MS, minutes, type Minutes } from '@muster/domain/values/minutes';
import type { Place } from '@muster/domain/values/travel';
import { latestChange } from '../../../platform/changes/command.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { type TextDeps, textsAre } from '../../basics/texts/service.ts';
import { ownPeriodAt } from '../../work/crews/service.ts';
import { technicianOf } from '../../work/technicians/service.ts';
import { leftOutOf } from '../report-choices/service.ts';
import {
  everHad,
  findEarlier,
  isOn,
  listFormer,
  listOwnIds,
  listOwnVisits,
  type ListedVisit,
  listRebooked,
  nameVisits,
  readHeard,
  writeHeard,
} from './store.ts';

/** How long a drive takes, as the board reckons it. */
type DriveTime = Pick<NonNullable<OwnVisit['drive']>, 'minutes' | 'is_by_road'>;

/** How long drives take is known above; each of these, in their order. */
export const driveTimes = createHook<
  [db: Tx, drives: readonly { readonly from: Place; readonly to: Place }[]],
  DriveTime[]
>('how long drives take');

/** The visits of the technician whom a user is, from a week before to a month after today; nothing for a user who is none. */
export async function ownVisits(
  db: Tx,
  deps: TextDeps,
  user: string,
  now: number,
  visit?: string,
): Promise<OwnVisit[]> {
  const technician = await technicianOf(db, user);
  if (technician === undefined) return [];
  const hasTexts = (await textsAre(db, deps)) !== 'off';
  const period = await ownPeriodAt(db, now);
  const listed = await listOwnVisits(db, technician, { period, visit, hasTexts });
  const drives = await drivesTo(db, listed);
  const visits = listed.map(({ visit }): OwnVisit =>
    Object.assign(visit, { drive: drives.get(visit.id) ?? null }),
  );
  const leftOut = await leftOutOf(
    db,
    visits.map(({ id }) => id),
  );
  return visits.map((one) => Object.assign(one, { left_out: leftOut.get(one.id) }));
}

/** The ids of those alone: for whoever asks what somebody may see, and not what it says. */
export async function ownVisitIds(db: Tx, user: string, now: number): Promise<string[]> {
  const technician = await technicianOf(db, user);
  return technician === undefined ? [] : listOwnIds(db, technician, await ownPeriodAt(db, now));
}

/** The drives to visits, by the id of each that somebody is known to come to from somewhere. */
async function drivesTo(
  db: Tx,
  listed: readonly ListedVisit[],
): Promise<Map<string, NonNullable<OwnVisit['drive']>>> {
  const known = listed.flatMap(({ visit: { id, site }, departure }) => {
    if (departure === null) return [];
    const { latitude, longitude } = site;
    const to = { id: site.id, position: { latitude, longitude } };
    return [{ id, after: departure.after, from: departure.place, to }];
  });
  const times = await driveTimes.run(db, known);
  return new Map(known.map(({ id, after }, at) => [id, { ...times[at]!, after }]));
}

/** How long a technician drives to a visit of theirs, from where the board has them before; nothing where that is not known. */
export async function driveTo(
  db: Tx,
  technician: string,
  visit: string,
  at: Date,
): Promise<Minutes | undefined> {
  const [from, to] = [-1, 1].map((days) => new Date(at.getTime() + days * DAY_MS)) as [Date, Date];
  const drives = await drivesTo(
    db,
    await listOwnVisits(db, technician, { period: { from, to }, visit, hasTexts: false }),
  );
  const drive = drives.get(visit);
  return drive && minutes(drive.minutes);
}

/** What was done at the site of one of somebody's own visits before. */
export async function earlierVisit(
  db: Tx,
  deps: TextDeps,
  user: string,
  now: number,
  { id, earlier }: { id: string; earlier: string },
): Promise<EarlierVisit> {
  await ownVisit(db, deps, user, now, id);
  const found = await findEarlier(db, id, earlier);
  if (!found) throw new Failure('notFound');
  return found;
}

/**
 * What the office has made of somebody's visits since they last said that they know, and up to where they do; nothing and null for
 * whoever has never said: to them everything is new.
 */
export async function newsOf(
  db: Tx,
  user: string,
  now: number,
): Promise<{ news: News[]; heard: number | null }> {
  const technician = await technicianOf(db, user);
  const heard = technician === undefined ? undefined : await readHeard(db, technician);
  if (technician === undefined || heard === undefined) return { news: [], heard: null };
  const { from, to } = await ownPeriodAt(db, now);
  const isNear = (moment: string | null) =>
    moment !== null && Date.parse(moment) >= from.getTime() && Date.parse(moment) < to.getTime();
  const folded = foldNews(await listRebooked(db, { technician, user, after: heard })).filter(
    ({ was_at, starts_at }) => isNear(was_at) || isNear(starts_at),
  );
  const names = await nameVisits(
    db,
    folded.map(({ visit_id }) => visit_id),
  );
  const news = folded.map((line) => {
    const { number = '', customer = '', suburb = '', zone = 'UTC' } = names.get(line.visit_id) ?? {};
    return Object.assign(line, { number, customer, suburb, zone });
  });
  return { news, heard };
}

/** Somebody knows what happened up to a change, and not what has not happened. */
export async function hear(db: Tx, account: AccountId, user: string, change: number): Promise<void> {
  const technician = await technicianOf(db, user);
  if (technician !== undefined)
    await writeHeard(db, technician, Math.min(change, await latestChange(db, account)));
}

/** Another's visit, or one outside the period, is answered like one that doesn’t exist. */
export async function ownVisit(
  db: Tx,
  deps: TextDeps,
  user: string,
  now: number,
  id: string,
): Promise<OwnVisit> {
  const [visit] = await ownVisits(db, deps, user, now, id);
  if (!visit) throw new Failure('notFound');
  return visit;
}

/** Whether the technician whom a user is is on a visit now; and, where it is asked for, leads it. */
export async function hasVisit(db: Tx, user: string, visit: string, asLead = false): Promise<boolean> {
  const technician = await technicianOf(db, user);
  return technician !== undefined && isOn(db, technician, visit, asLead);
}

/** Whether a visit is, or was at some time, one of the technician whom a user is or was. */
export async function hadVisit(db: Tx, user: string, visit: string): Promise<boolean> {
  return (await hadVisitAs(db, user, visit)) !== undefined;
}

/** The technician as whom somebody has or had a visit: whom they are, or else whom they were. Undefined: it never was theirs. */
export async function hadVisitAs(db: Tx, user: string, visit: string): Promise<string | undefined> {
  const technician = await technicianOf(db, user);
  if (technician !== undefined && (await everHad(db, technician, visit))) return technician;
  for (const former of await listFormer(db, user))
    if (former !== technician && (await everHad(db, former, visit))) return former;
  return undefined;
}
