import { randomUUID } from 'node:crypto';
import type { Accepted, ShownProposal } from '@muster/domain/planning/proposals/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { repetitions } from '../../../../test/long.ts';
import { plannerOf, storedBoard } from '../../../../test/setups/planning.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
let planner: ReturnType<typeof plannerOf>;
let technicians: string[];
let visits: string[];

beforeAll(async () => {
  work = await openWork();
  planner = plannerOf(work.owner);
  technicians = [];
  for (let count = 0; count < 3; count += 1) technicians.push((await work.addTechnician()).id);
  visits = [];
  for (let count = 0; count < 12; count += 1)
    visits.push((await work.addVisit({}, await work.addSite({ kilometres: count }))).id);
});
beforeEach(async () => {
  const board = (await work.owner.get('/board?from=2026-11-17&to=2026-11-17')).data as {
    assignments: { visit_id: string }[];
  };
  for (const { visit_id } of board.assignments) await work.owner.post(`/visits/${visit_id}/unschedule`);
});
afterAll(() => work.close());

type Answer = Awaited<ReturnType<Work['owner']['post']>>;

function acceptedIn({ data }: Answer): Accepted {
  return (data as { row: Accepted }).row;
}

function unfitIn({
  data,
}: Answer): { item_id: string; visit_id: string; reasons: { rule: string; text: string }[] }[] {
  return (data as { unfit: [] }).unfit;
}

async function overlapping(): Promise<unknown[]> {
  return work.inside(async (db) => {
    const { rows } = await sql`
      select a.id from assignments a join assignments b on b.technician_id = a.technician_id and b.id > a.id
         and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`.execute(db);
    return rows;
  });
}

test('accepted it is one change, and one undo leaves the board as it was, byte by byte', async () => {
  await work.schedule(visits[0]!, [technicians[0]!], at('14:00'));
  const before = await storedBoard(work);
  const proposal = await planner.planned();
  const key = randomUUID();
  const answer = await planner.accept(proposal, {}, key);
  expect(answer.status).toBe(200);
  expect(acceptedIn(answer)).toMatchObject({ state: 'accepted', version: 2, left_out: [] });
  expect((await planner.accept(proposal, {}, key)).data).toEqual(answer.data);
  for (const { visit_id, after } of proposal.items) {
    const { assignments } = await work.show(visit_id);
    expect(assignments.map(({ technician_id }) => technician_id)).toEqual(after!.technicians);
    expect(assignments[0]).toMatchObject({
      starts_at: after!.starts_at,
      ends_at: after!.ends_at,
      is_lead: true,
    });
  }
  expect((await planner.accept(proposal)).message).toMatch(/already been accepted/);
  expect(await planner.open()).toEqual([]);
  expect((await work.owner.post(`/changes/${changeOf(answer)}/undo`)).status).toBe(200);
  expect(await storedBoard(work)).toEqual(before);
});

test('some of it is accepted, and the rest stays open until it is accepted or rejected', async () => {
  const before = await storedBoard(work);
  const proposal = await planner.planned();
  const half = proposal.items.slice(0, 6).map(({ id }) => id);
  const first = await planner.accept(proposal, { items: half });
  expect(acceptedIn(first)).toMatchObject({ state: 'open', version: 2, accepted: half });
  const left = await planner.proposal(proposal.id);
  expect(left.counts.accepted).toBe(6);
  expect(left.since).toEqual([]);
  expect(left.items.every(({ unfit }) => unfit === null)).toBe(true);
  expect((await planner.accept(proposal)).data).toMatchObject({ expected: 1, current: 2 });
  const rejected = await work.owner.post(`/proposals/${proposal.id}/reject`, { version: 2 });
  expect(rejected.status).toBe(200);
  expect((await planner.proposal(proposal.id)).state).toBe('rejected');
  expect((await work.owner.post(`/changes/${changeOf(first)}/undo`)).status).toBe(200);
  expect(await storedBoard(work)).toEqual(before);
});

test('the figures are those of what is chosen: all of it, some of it, or none', async () => {
  const proposal = await planner.planned();
  const figuresOf = async (items: readonly { id: string }[]) => {
    const answer = await work.owner.post(`/proposals/${proposal.id}/figures`, {
      items: items.map(({ id }) => id),
    });
    expect(answer.status).toBe(200);
    return (answer.data as { row: ShownProposal['after'] }).row;
  };
  expect(await figuresOf(proposal.items)).toEqual(proposal.after);
  const [half, none] = [await figuresOf(proposal.items.slice(0, 6)), await figuresOf([])];
  expect(half.placed).toBe(proposal.after.placed - 6);
  expect(half.unplaced).toBe(proposal.after.unplaced + 6);
  expect(none).toMatchObject({ driving: proposal.before.driving, placed: proposal.before.placed });
  expect(half.driving).toBeGreaterThan(none.driving);
  expect(half.driving).toBeLessThan(proposal.after.driving);
  expect((await work.owner.post(`/proposals/${randomUUID()}/figures`, { items: [] })).status).toBe(404);
  await work.owner.post(`/proposals/${proposal.id}/reject`, { version: 1 });
});

test('what has changed since is told, and what no longer fits is named and left out only if that is wanted', async () => {
  const proposal = await planner.planned();
  const [moved, other] = proposal.items as [ShownProposal['items'][number], ShownProposal['items'][number]];
  // A colleague plans one of its visits otherwise, and gives the time of another one away.
  await work.schedule(moved.visit_id, [technicians[0]!], at('10:00', '2026-11-18'));
  const taken = await work.addVisit();
  const put = await work.schedule(taken.id, other.after!.technicians, other.after!.starts_at, {
    overrides: ['travel', 'shift', 'window'].map((rule) => ({ rule, reason: 'urgent' })),
  });
  expect(put.status).toBe(200);
  const seen = await planner.proposal(proposal.id);
  expect(seen.since.map(({ kind }) => kind)).toEqual(['visit scheduled', 'visit scheduled']);
  expect(seen.since[1]!.visits).toEqual([moved.visit_id]);
  const unfit = seen.items.filter((item) => item.unfit !== null).map(({ id }) => id);
  expect(unfit).toEqual(expect.arrayContaining([moved.id, other.id]));
  const before = await storedBoard(work);
  const refused = await planner.accept(seen);
  expect(refused.status).toBe(409);
  expect(unfitIn(refused).map(({ item_id }) => item_id)).toEqual(unfit);
  expect(unfitIn(refused).find(({ item_id }) => item_id === moved.id)!.reasons).toMatchObject([
    { rule: 'moved', text: 'It has been moved since.' },
  ]);
  expect(
    unfitIn(refused)
      .find(({ item_id }) => item_id === other.id)!
      .reasons.map(({ rule }) => rule),
  ).toContain('overlap');
  expect(await storedBoard(work)).toEqual(before);
  const agreed = await planner.accept(seen, { leave_out: true });
  expect(agreed.status).toBe(200);
  expect(acceptedIn(agreed).left_out.map(({ item_id }) => item_id)).toEqual(unfit);
  expect(acceptedIn(agreed).state).toBe('open');
  expect(await overlapping()).toEqual([]);
  await work.owner.post(`/visits/${moved.visit_id}/unschedule`);
  await work.owner.post(`/visits/${taken.id}/cancel`, { reason: 'done' });
});

test('visits that change places are accepted together, and one alone is refused where the other stands', async () => {
  const [kai] = technicians as [string];
  const [a, b] = visits as [string, string];
  await work.schedule(a, [kai], at('08:00'));
  await work.schedule(b, [kai], at('10:00'));
  const [id, run_id] = [randomUUID(), randomUUID()];
  const swapped = [
    { visit_id: a, before: at('08:00'), after: at('10:00') },
    { visit_id: b, before: at('10:00'), after: at('08:00') },
  ];
  await work.inside(async (db) => {
    await sql`insert into plan_runs (account_id, id, asked_at, from_date, to_date, way, seconds, state)
              values (current_account(), ${run_id}, now(), '2026-11-17', '2026-11-17', 'plan', 1, 'finished')`.execute(
      db,
    );
    await sql`insert into proposals (account_id, id, run_id, made_at, from_date, to_date, base, before, after)
              select current_account(), ${id}, ${run_id}, now(), '2026-11-17', '2026-11-17', 0, f, f
                from (select '{"driving":0,"overtime":0,"kept":0,"late":0,"placed":0,"unplaced":0,"costs":{}}'::jsonb as f) f`.execute(
      db,
    );
    for (const [position, { visit_id, before, after }] of swapped.entries())
      await sql`insert into proposal_items (account_id, proposal_id, position, visit_id, kind, before, after, reasons)
                values (current_account(), ${id}, ${position}, ${visit_id}, 'moved',
                        ${JSON.stringify({ technicians: [kai], starts_at: before, ends_at: before })}::jsonb,
                        ${JSON.stringify({ technicians: [kai], starts_at: after, ends_at: after })}::jsonb, '[]')`.execute(
        db,
      );
  });
  const proposal = await planner.proposal(id);
  const alone = await planner.accept(proposal, { items: [proposal.items[0]!.id] });
  expect(unfitIn(alone)[0]!.reasons.map(({ rule }) => rule)).toContain('overlap');
  expect((await planner.accept(proposal)).status).toBe(200);
  expect((await work.show(a)).assignments[0]!.starts_at).toBe('2026-11-16T23:00:00+00:00');
});

test('a colleague who pins, cancels or removes what it is about is not overruled', async () => {
  const gone = await work.addJob();
  await work.schedule(visits[0]!, [technicians[0]!], at('14:30'));
  // Who is away in the afternoon has to give it up.
  const absence = await work.owner.post(`/technicians/${technicians[0]}/absences`, {
    kind: 'training',
    starts_at: at('14:00'),
    ends_at: at('23:00'),
    whole_days: false,
  });
  const proposal = await planner.planned();
  const itemOf = (visit: string) => proposal.items.find(({ visit_id }) => visit_id === visit)!;
  expect(itemOf(visits[0]!).kind).toBe('moved');
  await work.owner.post(`/visits/${visits[0]}/pin`);
  await work.owner.post(`/jobs/${gone.id}/archive`);
  const unfit = unfitIn(await planner.accept(proposal));
  const rules = new Map(unfit.map(({ visit_id, reasons }) => [visit_id, reasons.map(({ rule }) => rule)]));
  expect(rules.get(visits[0]!)).toContain('pinned');
  expect(rules.get(gone.visits[0]!.id)).toEqual(['state']);
  await work.owner.post(`/visits/${visits[0]}/unpin`);
  await work.owner.delete(`/absences/${(absence.data as { row: { id: string } }).row.id}`);
});

test('a newer run over the same days supersedes an open proposal; erasing somebody forgets all of them', async () => {
  const first = await planner.planned();
  const second = await planner.planned();
  expect((await planner.accept(first)).message).toMatch(/planned again/);
  expect((await planner.open()).map(({ id }) => id)).toEqual([second.id]);
  const site = await work.addSite();
  expect((await work.owner.post(`/customers/${site.customer_id}/erase`)).status).toBe(200);
  expect(await planner.open()).toEqual([]);
});

test('what is dispatched to somebody who is away is named by a plan, and goes to somebody else by a repair', async () => {
  const [kai] = technicians as [string];
  const [noon, two] = visits as [string, string];
  await work.schedule(noon, [kai], at('12:00'));
  await work.schedule(two, [kai], at('14:00'));
  await work.owner.post('/visits/dispatch', { visits: [noon, two] });
  const absence = await work.owner.post(`/technicians/${kai}/absences`, {
    kind: 'sick',
    starts_at: at('10:30'),
    ends_at: at('23:00'),
    whole_days: false,
  });
  const first = await planner.planned({ way: 'plan' });
  expect(first.items.map(({ visit_id }) => visit_id)).not.toContain(noon);
  expect(first.dispatched_away).toEqual([{ technician_id: kai, visits: [noon, two] }]);
  const second = await planner.planned({ way: 'repair' });
  expect(second.dispatched_away).toEqual([]);
  expect(second.items).toHaveLength(2);
  for (const { before, after } of second.items)
    expect(Date.parse(after!.starts_at)).toBe(Date.parse(before!.starts_at));
  expect([second.before.placed, second.after.placed]).toEqual([0, 2]);
  expect((await planner.accept(second)).status).toBe(200);
  const crew = await Promise.all([noon, two].map(async (id) => (await work.show(id)).assignments[0]!));
  expect(crew.map(({ technician_id }) => technician_id)).not.toContain(kai);
  expect((await work.show(noon)).state).toBe('dispatched');
  expect((await planner.proposal(second.id)).decided_by!.name).toMatch(/^\w+ \w+/);
  await work.owner.delete(`/absences/${(absence.data as { row: { id: string } }).row.id}`);
});

const ROUNDS = repetitions({ usual: 1, long: 30 });

test(
  `${ROUNDS} proposals are accepted while a colleague moves things about: nothing overlaps, nothing is lost`,
  { timeout: 600_000 },
  async () => {
    const colleague = await schedulerOf(work.app, 'dispatcher@example.com');
    let seed = 7;
    const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const all = await work.inside(
      async (db) => (await sql<{ id: string }>`select id from visits`.execute(db)).rows.length,
    );
    async function meddle(): Promise<void> {
      const id = visits[draw(visits.length)]!;
      const { version } = await work.show(id);
      const kind = draw(4);
      if (kind === 0) await colleague.post(`/visits/${id}/unschedule`);
      else if (kind === 1) await colleague.post(`/visits/${id}/${draw(2) ? 'pin' : 'unpin'}`);
      else
        await colleague.post(`/visits/${id}/schedule`, {
          version,
          technicians: [technicians[draw(3)]],
          starts_at: at(`${String(7 + draw(8)).padStart(2, '0')}:${draw(2) ? '00' : '30'}` as '07:00'),
        });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const id of visits) await colleague.post(`/visits/${id}/unpin`);
      const planning = planner.planned();
      for (let count = 0; count < 4; count += 1) await meddle();
      const proposal = await planning;
      const items = draw(2) ? { items: proposal.items.filter(() => draw(2) === 0).map(({ id }) => id) } : {};
      if (items.items?.length === 0 || proposal.items.every(({ kind }) => kind === 'unplaced')) continue;
      const number = changeOf(await work.owner.get('/changes?limit=1'));
      const before = await storedBoard(work);
      const [answer] = await Promise.all([planner.accept(proposal, { ...items, leave_out: true }), meddle()]);
      expect([200, 409]).toContain(answer.status);
      expect(await overlapping()).toEqual([]);
      if (answer.status === 409) {
        expect(unfitIn(answer)?.every(({ reasons }) => reasons.length > 0) ?? answer.message).toBeTruthy();
        continue;
      }
      const { accepted, left_out } = acceptedIn(answer);
      expect(left_out.every(({ reasons }) => reasons[0]!.text.length > 0)).toBe(true);
      expect(accepted.length + left_out.length).toBeLessThanOrEqual(proposal.items.length);
      const undone = await work.owner.post(`/changes/${changeOf(answer)}/undo`);
      expect([200, 409]).toContain(undone.status);
      // Only where nothing of the colleague's came between is the board what it was.
      if (undone.status === 200 && changeOf(undone) === number + 2)
        expect(await storedBoard(work)).toEqual(before);
    }
    const { rows } = await work.inside((db) => sql<{ id: string }>`select id from visits`.execute(db));
    expect(rows).toHaveLength(all);
  },
);
