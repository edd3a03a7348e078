import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryOut } from '../../../test/trials.ts';
import { at, openWork, type Work } from '../../../test/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

interface Board {
  name: string;
  figures: { placed: number; unplaced: number; driving: number };
  technicians: { id: string; visits: number; driving: number }[];
}

test('a scenario beside the live board, and beside another scenario, in figures and by technician', async () => {
  const kai = await work.addTechnician();
  const visits = [await work.addVisit(), await work.addVisit()];
  await work.schedule(visits[0]!.id, [kai.id], at('09:00'));
  const [fuller, empty] = [await tryOut(work, 'Fuller'), await tryOut(work, 'Empty')];
  await fuller.schedule(visits[1]!.id, [kai.id], at('11:00'));
  await empty.inside.post(`/visits/${visits[0]!.id}/unschedule`);
  const compare = async (more = '') =>
    ((await work.owner.get(`/scenarios/${fuller.id}/comparison${more}`)).data as { boards: [Board, Board] })
      .boards;
  const [live, own] = await compare();
  expect([live.name, own.name]).toEqual(['Live board', 'Fuller']);
  expect([live.figures.placed, live.figures.unplaced]).toEqual([1, 1]);
  expect([own.figures.placed, own.figures.unplaced]).toEqual([2, 0]);
  const of = ({ technicians }: Board) => technicians.find(({ id }) => id === kai.id)!.visits;
  expect([of(live), of(own)]).toEqual([1, 2]);
  const [other] = await compare(`?with=${empty.id}`);
  expect([other.name, other.figures.placed, of(other)]).toEqual(['Empty', 0, 0]);
});
