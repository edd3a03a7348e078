import { ownPeriod } from '@muster/domain/work/technicians/rules';
import { dateOf, minuteAt } from '@muster/domain/values/minutes';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { type About, listCrews, readZone } from './store.ts';

/** The moments between which technicians see the visits that are their own. */
export async function ownPeriodAt(db: Tx, now: number): Promise<{ from: Date; to: Date }> {
  const { from, to } = ownPeriod(minuteAt(now), await readZone(db));
  return { from: dateOf(from), to: dateOf(to) };
}

/** Whoever has a visit that tells of these hears that something of theirs changed. */
export async function tellCrews(write: Writer, about: About): Promise<void> {
  if (Object.values(about).flat().length === 0) return;
  write.concern(await listCrews(write.db, about, await ownPeriodAt(write.db, write.at.getTime())));
}
