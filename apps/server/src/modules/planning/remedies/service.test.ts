import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { repetitions } from '../../../../test/long.ts';
import { plannerOf, TUESDAY } from '../../../../test/setups/planning.ts';
import { remediesOf } from '../../../../test/setups/remedies.ts';
import { at, openWork } from '../../../../test/setups/work.ts';

const BOARDS = repetitions({ usual: 1, long: 60 });
const SEED = 11;

test(
  `on ${BOARDS} boards with too much work every remedy that is offered can be accepted as it stands, and taken back`,
  { timeout: 3_000_000 },
  async () => {
    const work = await openWork();
    const planner = plannerOf(work.owner);
    const { tryAll } = remediesOf(work);
    let seed = SEED;
    const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const sites = [];
    for (let count = 0; count < 8; count += 1) sites.push(await work.addSite({ kilometres: draw(25) }));
    const technicians: string[] = [];
    for (const name of ['Ana', 'Ben', 'Cleo'])
      technicians.push(
        (await work.addTechnician({ name, base_latitude: -33.8 + draw(10) / 100, base_longitude: 151 })).id,
      );
    const windows = [
      {},
      {},
      { window_from: '07:00', window_to: '09:00' },
      { on_date: TUESDAY },
      { on_date: TUESDAY, window_from: '13:00', window_to: '15:00' },
      { on_date: TUESDAY, window_from: '09:00', window_to: '11:00' },
      { not_before: TUESDAY, due_by: TUESDAY },
    ];
    const seen = new Map<string, number>();
    for (let board = 0; board < BOARDS; board += 1) {
      await work.inside(async (db) => {
        await sql`delete from assignments`.execute(db);
        await sql`delete from absences`.execute(db);
        await sql`update visits set state = 'cancelled', cancelled_at = now() where cancelled_at is null`.execute(
          db,
        );
        await sql`update accounts set overtime = ${draw(3) * 30}`.execute(db);
      });
      if (draw(2) === 0)
        await work.owner.post(`/technicians/${technicians[draw(3)]}/absences`, {
          kind: 'training',
          starts_at: at(`${10 + draw(3)}:00`),
          ends_at: at('15:30'),
          whole_days: false,
        });
      for (let count = 0; count < 16; count += 1) {
        const job = {
          priority: `P${1 + draw(4)}`,
          visits: [
            {
              duration: 60 + 15 * draw(8),
              crew_size: draw(8) === 0 ? 2 : 1,
              ...windows[draw(windows.length)],
            },
          ],
        };
        const { visits } = await work.addJob(job, sites[draw(sites.length)]);
        // Some of it is on the board of these days already.
        if (draw(3) === 0)
          await work.schedule(
            visits[0]!.id,
            [technicians[draw(3)]!],
            at(
              `${String(7 + draw(7)).padStart(2, '0')}:00` as '07:00',
              draw(3) === 0 ? '2026-11-18' : TUESDAY,
            ),
            draw(3) === 0 ? { pinned: true } : {},
          );
      }
      const chosen = draw(3) === 0 ? { technicians: technicians.slice(0, 2) } : {};
      const proposal = await planner.planned({ ...chosen, way: draw(2) === 0 ? 'plan' : 'fill gaps' });
      for (const { visit_id, remedies, reasons } of proposal.items) {
        expect(reasons.length).toBeGreaterThan(0);
        if (remedies.length === 0) continue;
        for (const kind of await tryAll(proposal, visit_id)) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(BOARDS);
    await work.close();
  },
);
