import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../../../../test/long.ts';
import { at, changeOf, openWork, reasonsOf, type Work } from '../../../../test/setups/work.ts';

const WRITERS = repetitions({ usual: 10, long: 50 });
const BOOKINGS = repetitions({ usual: 8, long: 100 });

/** PostgreSQL adds to its counters once a second. */
const COUNTED_MS = 1_500;
const LONGEST_MS = 600_000;

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

/** Pairs of bookings that overlap for one technician, by looking at the rows. */
async function overlaps(): Promise<unknown[]> {
  const { rows } = await work.inside((db) =>
    sql`select a.id from assignments a join assignments b
          on b.technician_id = a.technician_id and b.id <> a.id and b.starts_at < a.ends_at and a.starts_at < b.ends_at
       where not a.is_overlap and not b.is_overlap`.execute(db),
  );
  return rows;
}

async function deadlocks(): Promise<number> {
  const { rows } = await work.here.asOwner<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.deadlocks;
}

test(
  'many writers on three technicians never make an overlap, and none waits for another for ever',
  async () => {
    // The database has served other files, which may have caused some on purpose.
    await setTimeout(COUNTED_MS);
    const before = await deadlocks();
    const people = await Promise.all([1, 2, 3].map(() => work.addTechnician()));
    const site = await work.addSite();
    const visits: string[] = [];
    for (let count = 0; count < 2 * WRITERS; count += 1)
      visits.push((await work.addVisit({ duration: 30, crew_size: 1 + (count % 2) }, site)).id);
    const seen = new Map<string, number>();

    async function writer(own: number): Promise<void> {
      for (let turn = 0; turn < BOOKINGS; turn += 1) {
        // Any mixture does, as long as it is the same each time and differs between writers.
        const dice = (own * 7919 + turn * 104_729) % 1000;
        const visit = visits[(own + turn * 13) % visits.length]!;
        let answer = await attempt(visit, dice);
        // Too busy just now, says the server of a slow machine; whoever asks again is served.
        while (answer.status === 503) answer = await attempt(visit, dice);
        seen.set(`${answer.status}`, (seen.get(`${answer.status}`) ?? 0) + 1);
        // What pins the pinned changes nothing, and answers with the number of somebody else's change.
        if (answer.status === 200 && dice % 5 === 0 && dice % 17 !== 0) {
          const undone = await work.owner.post(`/changes/${changeOf(answer)}/undo`);
          expect([200, 409, 503]).toContain(undone.status);
        }
      }
    }

    function attempt(visit: string, dice: number) {
      if (dice % 11 === 0) return work.owner.post(`/visits/${visit}/unschedule`);
      if (dice % 17 === 0) return work.owner.post(`/visits/${visit}/pin`);
      const [first, second] = [people[dice % 3]!.id, people[(dice + 1 + (dice % 2)) % 3]!.id];
      const technicians = dice % 4 === 0 ? [first, second] : [first];
      const minute = 420 + (dice % 14) * 35;
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      return work.owner.post(`/visits/${visit}/schedule`, {
        version: 1,
        technicians,
        starts_at: at(time as `${number}:${number}`),
      });
    }

    await Promise.all(Array.from({ length: WRITERS }, (_, own) => writer(own)));
    expect([...seen.keys()].filter((status) => !['200', '409'].includes(status))).toEqual([]);
    expect(seen.get('200')).toBeGreaterThan(WRITERS);
    expect(await overlaps()).toEqual([]);
    await setTimeout(COUNTED_MS);
    expect(await deadlocks()).toBe(before);
  },
  LONGEST_MS,
);

test('of two who book the same time at once one loses, and is told with whom the technician is', async () => {
  const kai = await work.addTechnician();
  const [one, two] = [await work.addSite(), await work.addSite()];
  const visits = [await work.addVisit({}, one), await work.addVisit({}, two)];
  const answers = await Promise.all(visits.map(({ id }) => work.schedule(id, [kai.id], at('09:00'))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const winner = answers[0]!.status === 200 ? one : two;
  const loser = answers.find(({ status }) => status === 409)!;
  expect(loser.message).toContain(`${kai.name} is with ${winner.name} 9:00 am–10:00 am`);
  expect(reasonsOf(loser)[0]).toMatchObject({ rule: 'overlap', can_override: true });
});

test('the database itself refuses an overlap that nobody checked', async () => {
  const kai = await work.addTechnician();
  const [one, two] = [await work.addVisit(), await work.addVisit()];
  await work.schedule(one.id, [kai.id], at('09:00'));
  const insert = work.inside((db) =>
    sql`insert into assignments (account_id, scenario_id, visit_id, technician_id, starts_at, ends_at, is_lead)
        values (current_account(), current_scenario(), ${two.id}, ${kai.id}, ${at('09:30')}, ${at('10:30')}, true)`.execute(
      db,
    ),
  );
  await expect(insert).rejects.toMatchObject({ code: '23P01', constraint: 'assignments_do_not_overlap' });
});
