import { makeBusiness, type PlannedVisit } from '@muster/domain/work/samples/make-business';
import { rowsOfWork } from '@muster/domain/work/samples/rows-of-work';
import { jobKinds } from '@muster/domain/work/samples/trade';
import { addDays, dateAt, type LocalDate, momentOf, weekdayOf } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { fillBusiness } from '../../apps/server/seed/demo.ts';
import { takeJobNumbers } from '../../apps/server/src/modules/identity/accounts/service.ts';
import { assignments } from '../../apps/server/src/modules/work/assignments/service.ts';
import { jobs } from '../../apps/server/src/modules/work/jobs/service.ts';
import { findWithin } from '../../apps/server/src/modules/work/suburbs/service.ts';
import { visits } from '../../apps/server/src/modules/work/visits/service.ts';
import { layDown } from '../../apps/server/src/platform/changes/unlogged.ts';
import { withAccount } from '../../apps/server/src/platform/db/account.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { accountToOpen } from '../../apps/server/src/platform/sign-in/person.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

export interface Size {
  technicians: number;
  /** Each technician's, on each of the days. */
  visits: number;
}

const account = accountToOpen('0193e5a0-0000-7000-8000-000000000001');
const zone = 'Australia/Sydney';
const now = Math.floor(Date.now() / 60_000);
const SHIFT = 8.5 * 60;
const WAITING = 60;
const LICENCES = 500;
/** Enough to turn the page and come back. */
const DAYS = 6;

/** The Wednesday after next: everybody works on it, and nothing has begun. */
export const firstDay: LocalDate = dayToMeasure();

/** Puts a business of that size in the place of the demo's, in the database of a product that runs there. */
export async function fill(dataDir: string, { technicians, visits: each }: Size): Promise<void> {
  const cluster = await visitCluster({ dataDir, log: silentLog });
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
  try {
    const suburbs = await findWithin(database.db, { latitude: -33.86, longitude: 151.08, degrees: 0.3 });
    const size = {
      series: 1,
      seed: 1,
      technicians,
      customers: Math.max(500, technicians * 10),
      firstDay,
      days: 0,
      unscheduled: WAITING,
      suburbs,
    };
    const business = makeBusiness(size);
    const duration = each > 10 ? 20 : 40;
    const planned = plan(business, each);
    const work = rowsOfWork(size, { ...business, visits: planned }, now);
    await withAccount(database.db, account, async (db) => {
      await db.updateTable('accounts').set({ licences: LICENCES }).execute();
      await fillBusiness(db, size, { now: new Date(now * 60_000) });
      await takeJobNumbers(db, planned.length);
      await layDown(db, jobs, work.jobs);
      await layDown(
        db,
        visits,
        work.visits.map((row) => Object.assign(row, { duration })),
      );
      await layDown(
        db,
        assignments,
        work.assignments.map((row) => Object.assign(row, { ends_at: later(row.starts_at, duration) })),
      );
    });
  } finally {
    await database.close();
    await cluster.stop();
  }
}

/** Everybody who works on a day has as many visits, evenly over their hours, near where they live. */
function plan({ technicians, sites }: ReturnType<typeof makeBusiness>, each: number): PlannedVisit[] {
  const kinds = jobKinds.filter(({ crew }) => crew === 1);
  const days = Array.from({ length: DAYS }, (_, at) => addDays(firstDay, at));
  const stops = technicians.flatMap(({ id, person, base }, index) => {
    const near = sites
      .map((site) => ({
        site,
        far: (site.latitude - base.latitude) ** 2 + (site.longitude - base.longitude) ** 2,
      }))
      .toSorted((a, b) => a.far - b.far);
    return days
      .filter((day) => person.days.includes(weekdayOf(day)))
      .flatMap((day) =>
        Array.from({ length: each }, (_, at) => ({
          site: near[(index % 40) + at]!.site,
          kind: kinds.find(({ skills }) => skills.every((skill) => person.skills.includes(skill)))!,
          technicians: [id],
          start:
            momentOf(day, person.from as '07:00', zone) + 10 + Math.floor((at * (SHIFT - 20)) / each / 5) * 5,
        })),
      );
  });
  return stops.map((stop, at) => Object.assign(stop, { index: WAITING + at }));
}

function dayToMeasure(): LocalDate {
  const today = dateAt(epochMinutes(now), zone);
  return addDays(today, 7 + ((10 - weekdayOf(today)) % 7));
}

function later(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * 60_000).toISOString();
}
