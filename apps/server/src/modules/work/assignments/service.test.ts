import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { LocalTime } from '@muster/domain/values/local-time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../../../../test/long.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

const SEQUENCES = repetitions({ usual: 3, long: 500 });
const LONGEST_MS = 3_600_000;
const LICENCES = 3;

let work: Work;
beforeAll(async () => {
  work = await openWork();
  await work.inside((db) => sql`update accounts set licences = ${LICENCES}`.execute(db));
});
afterAll(() => work.close());

const kinds = [
  'create',
  'move',
  'move',
  'move',
  'resize',
  'cancel',
  'restore',
  'unschedule',
  'dispatch',
  'finish',
  'edit',
  'license',
  'undo',
  'undo',
] as const;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    which: fc.nat(999),
    who: fc.nat(999),
    when: fc.nat(999),
    isTakenBack: fc.boolean(),
  }),
  { minLength: 3, maxLength: 12 },
);
type Step = { kind: (typeof kinds)[number]; which: number; who: number; when: number };

interface Scene {
  site: { customer_id: string; site_id: string };
  people: readonly string[];
  visits: string[];
  changes: number[];
}

/** Every row of the scene, states included, without the versions: those only ever rise. */
async function rows({ people, site }: Scene): Promise<unknown> {
  const found = await work.inside((db) =>
    sql<{ name: string; row: object }>`
      select 'technicians' as name, to_jsonb(t) - 'version' as row from technicians t where id = any(${people}::uuid[])
      union all select 'jobs', to_jsonb(j) - 'version' from jobs j where site_id = ${site.site_id}
      union all select 'visits', to_jsonb(v) - 'version' from visits v join jobs j on j.id = v.job_id where j.site_id = ${site.site_id}
      union all select 'assignments', to_jsonb(a) - 'version' from assignments a where technician_id = any(${people}::uuid[])
      order by 1, 2`.execute(db),
  );
  return found.rows;
}

async function promises(): Promise<{ overlaps: number; active: number }> {
  const { rows } = await work.inside((db) =>
    sql<{ overlaps: number; active: number }>`
      select (select count(*)::int from assignments a join assignments b
                on b.technician_id = a.technician_id and b.id <> a.id and b.starts_at < a.ends_at and a.starts_at < b.ends_at
               where not a.is_overlap and not b.is_overlap) as overlaps,
             (select count(*)::int from technicians where is_active) as active`.execute(db),
  );
  return rows[0]!;
}

async function take(scene: Scene, { kind, which, who, when }: Step) {
  const { owner } = work;
  const visit = scene.visits[which % scene.visits.length]!;
  const technician = scene.people[who % scene.people.length]!;
  if (kind === 'create') {
    const answer = await owner.post('/jobs', {
      customer_id: scene.site.customer_id,
      site_id: scene.site.site_id,
      visits: [{ duration: 30 + 15 * (who % 5), crew_size: 1 + (when % 2) }],
    });
    scene.visits.push((answer.data as { row: { visits: { id: string }[] } }).row.visits[0]!.id);
    return answer;
  }
  if (kind === 'undo') {
    const number = scene.changes[which % scene.changes.length];
    return number === undefined ? undefined : owner.post(`/changes/${number}/undo`);
  }
  if (kind === 'license') {
    const { data } = await owner.get(`/technicians/${technician}`);
    const { version, is_active } = (data as { row: { version: number; is_active: boolean } }).row;
    return owner.patch(`/technicians/${technician}`, { version, is_active: !is_active });
  }
  const known = await owner.get(`/visits/${visit}`);
  // An undo may have taken its job away.
  if (known.status === 404) return undefined;
  const { version } = (known.data as { row: { version: number } }).row;
  if (kind === 'resize') return owner.patch(`/visits/${visit}`, { version, duration: 15 + 15 * (when % 12) });
  if (kind === 'edit') return owner.patch(`/visits/${visit}`, { version, note: `Note ${when}` });
  if (kind === 'finish')
    return owner.post(`/visits/${visit}/outcome`, {
      outcome: (['completed', 'needs return', 'could not complete'] as const)[when % 3],
      reason: 'as it went',
    });
  if (kind !== 'move') return owner.post(`/visits/${visit}/${kind}`, kind === 'cancel' ? {} : undefined);
  const other = scene.people[(who + 1 + (when % 2)) % scene.people.length]!;
  return owner.post(`/visits/${visit}/schedule`, {
    version,
    technicians: which % 3 === 0 ? [technician, other] : [technician],
    starts_at: at(timeOf(when)),
    overrides: when % 7 === 0 ? [{ rule: 'overlap', reason: 'on purpose' }] : [],
  });
}

function timeOf(dice: number): LocalTime {
  const minute = 7 * 60 + (dice % 30) * 15;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}` as LocalTime;
}

/** What was just done is taken back and done again: each time every row is as it was, or something stands in the way and nothing changed. */
async function thereAndBack(scene: Scene, change: number, before: unknown): Promise<void> {
  const after = await rows(scene);
  const undone = await work.owner.post(`/changes/${change}/undo`);
  if (undone.status !== 200) {
    expect([undone.status, undone.data]).toEqual([409, expect.anything()]);
    expect(await rows(scene)).toEqual(after);
    return;
  }
  expect(await rows(scene)).toEqual(before);
  const redone = await work.owner.post(`/changes/${changeOf(undone)}/undo`);
  expect(redone.status).toBe(200);
  expect(await rows(scene)).toEqual(after);
  scene.changes.push(changeOf(redone));
}

async function play(sequence: readonly (Step & { isTakenBack: boolean })[]): Promise<void> {
  const scene: Scene = { site: await work.addSite(), people: [], visits: [], changes: [] };
  scene.people = (
    await Promise.all([true, true, true, false, false].map((is_active) => work.addTechnician({ is_active })))
  ).map(({ id }) => id);
  for (let which = 0; which < 2; which += 1)
    await take(scene, { kind: 'create', which, who: which, when: which });
  for (const step of sequence) {
    const before = await rows(scene);
    const answer = await take(scene, step);
    if (answer === undefined) continue;
    expect([200, 409]).toContain(answer.status);
    const { overlaps, active } = await promises();
    expect(overlaps).toBe(0);
    expect(active).toBeLessThanOrEqual(LICENCES);
    const after = await rows(scene);
    if (answer.status === 409) expect(after).toEqual(before);
    // What changed nothing is no change, and the number is that of an earlier one.
    else if (isDeepStrictEqual(after, before)) continue;
    else if (step.isTakenBack) await thereAndBack(scene, changeOf(answer), before);
    else scene.changes.push(changeOf(answer));
  }
  // Whoever has visits ahead keeps the licence, which the next sequence needs.
  for (const id of scene.visits) await work.owner.post(`/visits/${id}/unschedule`);
  for (const id of scene.people)
    expect((await work.owner.post(`/technicians/${id}/archive`)).status).toBe(200);
}

test(
  'whatever is done in whatever order: no overlap, no licence too many, and an undo restores every row',
  async () => {
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: SEQUENCES, endOnFailure: true });
  },
  LONGEST_MS,
);
