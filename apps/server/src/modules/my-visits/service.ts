import { ownPeriod } from '@muster/domain/my-visits/rules';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { technicianOf } from '../technicians/service.ts';
import { type About, everHad, isOn, listOwners, listOwnVisits, readZone } from './store.ts';

const MILLISECONDS = 60_000;

/** The visits of the technician whom a user is, from a week before to a month after today; nothing for a user who is none. */
export async function ownVisits(db: Tx, user: string, now: number, visit?: string): Promise<OwnVisit[]> {
  const technician = await technicianOf(db, user);
  if (technician === undefined) return [];
  return listOwnVisits(db, technician, await periodAt(db, now), visit);
}

/** Whoever has a visit that tells of these hears that something of theirs changed. */
export async function tellOwners(write: Writer, about: About): Promise<void> {
  if (Object.values(about).flat().length === 0) return;
  write.concern(await listOwners(write.db, about, await periodAt(write.db, write.at.getTime())));
}

async function periodAt(db: Tx, now: number): Promise<{ from: Date; to: Date }> {
  const { from, to } = ownPeriod(epochMinutes(Math.floor(now / MILLISECONDS)), await readZone(db));
  return { from: new Date(from * MILLISECONDS), to: new Date(to * MILLISECONDS) };
}

/** Another's visit, or one outside the period, is as unknown as any. */
export async function ownVisit(db: Tx, user: string, now: number, id: string): Promise<OwnVisit> {
  const [visit] = await ownVisits(db, user, now, id);
  if (!visit) throw new Failure('notFound');
  return visit;
}

/** Whether the technician whom a user is is on a visit now; and, where it is asked for, leads it. */
export async function hasVisit(db: Tx, user: string, visit: string, asLead = false): Promise<boolean> {
  const technician = await technicianOf(db, user);
  return technician !== undefined && isOn(db, technician, visit, asLead);
}

/** Whether a visit is, or was at some time, one of the technician whom a user is. */
export async function hadVisit(db: Tx, user: string, visit: string): Promise<boolean> {
  const technician = await technicianOf(db, user);
  return technician !== undefined && everHad(db, technician, visit);
}
