import type { ProposalItem, Remedy, ShownProposal } from '@muster/domain/planning/proposals/schema';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { plannerOf, storedBoard } from './planning.ts';
import { changeOf, type Work } from './work.ts';

export function itemOf({ items }: ShownProposal, visit: string) {
  const item = items.find(({ visit_id }) => visit_id === visit);
  if (!item) throw new Error(`nothing is proposed for ${visit}`);
  return item;
}

/** How many a remedy takes off the board. */
function left({ moves }: Remedy): number {
  return moves.filter(({ starts_at }) => starts_at === null).length;
}

/** Somebody who puts remedies into proposals. */
export function remediesOf(work: Work) {
  const planner = plannerOf(work.owner);

  function choose(proposal: ShownProposal, item: Pick<ProposalItem, 'id'>, remedy: number) {
    const { id, version } = proposal;
    return work.owner.post(`/proposals/${id}/remedies`, { version, item_id: item.id, remedy });
  }

  /** Proposals as they are stored, to be put back: so that each remedy finds what the others found. */
  async function storedProposals() {
    return work.inside(async (db) => {
      const { rows } = await sql<{ proposals: object[]; items: object[] }>`
        select (select jsonb_agg(to_jsonb(p)) from proposals p) as proposals,
               (select jsonb_agg(to_jsonb(i)) from proposal_items i) as items`.execute(db);
      return rows[0]!;
    });
  }

  async function putBack({ proposals, items }: Awaited<ReturnType<typeof storedProposals>>): Promise<void> {
    await work.inside(async (db) => {
      await sql`delete from proposals`.execute(db);
      await sql`insert into proposals
                select * from jsonb_populate_recordset(null::proposals, ${JSON.stringify(proposals)}::jsonb)`.execute(
        db,
      );
      await sql`insert into proposal_items
                select * from jsonb_populate_recordset(null::proposal_items, ${JSON.stringify(items)}::jsonb)`.execute(
        db,
      );
    });
  }

  /**
   * Puts each remedy that is offered for a visit into the proposal, accepts it and takes it back; afterwards the board is what it was,
   * byte by byte. `look` sees the board in between. Answers with the kinds.
   */
  async function tryAll(
    proposal: ShownProposal,
    visit: string,
    look: (remedy: Remedy) => Promise<void> = async () => {},
  ): Promise<string[]> {
    const item = itemOf(proposal, visit);
    const stored = await storedProposals();
    const board = await storedBoard(work);
    for (const [place, remedy] of item.remedies.entries()) {
      const chosen = await choose(proposal, item, place);
      expect([remedy, chosen.status, chosen.message]).toEqual([remedy, 200, 'Done.']);
      const then = await planner.proposal(proposal.id);
      expect(then.version).toBe(proposal.version + 1);
      expect(then.after.placed).toBe(proposal.after.placed + 1 - left(remedy));
      expect(then.after.unplaced).toBe(proposal.after.unplaced - 1 + left(remedy));
      expect(itemOf(then, visit)).toMatchObject({
        kind: item.before === null ? 'added' : 'moved',
        unfit: null,
        reasons: [remedy.words],
        remedies: [],
      });
      expect(await storedBoard(work)).toEqual(board);
      const accepted = await planner.accept(then);
      expect([remedy, accepted.status, accepted.message]).toEqual([remedy, 200, 'Done.']);
      for (const { visit_id, technicians, starts_at } of remedy.moves) {
        const { assignments } = await work.show(visit_id);
        expect(assignments.map(({ technician_id }) => technician_id)).toEqual(technicians);
        expect(assignments[0]?.starts_at ?? null).toBe(starts_at);
      }
      await look(remedy);
      const undone = await work.owner.post(`/changes/${changeOf(accepted)}/undo`);
      expect([remedy, undone.status, undone.message]).toEqual([remedy, 200, 'Done.']);
      expect(await storedBoard(work)).toEqual(board);
      await putBack(stored);
    }
    return item.remedies.map(({ kind }) => kind);
  }

  return { choose, tryAll };
}
