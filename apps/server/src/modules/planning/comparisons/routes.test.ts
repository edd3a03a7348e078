import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryOut } from '../../../../test/setups/trials.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

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

interface Compared {
  from: string;
  to: string;
  boards: [Board, Board];
  visits: { visit_id: string; number: string; places: ({ technicians: string[] } | null)[] }[];
  absences: { board: number; absence: { technician_id: string } }[];
}

test('a scenario beside the live board, and beside another scenario, in figures and by technician', async () => {
  const kai = await work.addTechnician();
  const visits = [await work.addVisit(), await work.addVisit()];
  await work.schedule(visits[0]!.id, [kai.id], at('09:00'));
  const [fuller, empty] = [await tryOut(work, 'Fuller'), await tryOut(work, 'Empty')];
  await fuller.schedule(visits[1]!.id, [kai.id], at('11:00'));
  await empty.inside.post(`/visits/${visits[0]!.id}/unschedule`);
  const compare = async (more = '') =>
    ((await work.owner.get(`/scenarios/${fuller.id}/comparison${more}`)).data as Compared).boards;
  const [live, own] = await compare();
  expect([live.name, own.name]).toEqual(['Live board', 'Fuller']);
  expect([live.figures.placed, live.figures.unplaced]).toEqual([1, 1]);
  expect([own.figures.placed, own.figures.unplaced]).toEqual([2, 0]);
  const of = ({ technicians }: Board) => technicians.find(({ id }) => id === kai.id)!.visits;
  expect([of(live), of(own)]).toEqual([1, 2]);
  const [other] = await compare(`?with=${empty.id}`);
  expect([other.name, other.figures.placed, of(other)]).toEqual(['Empty', 0, 0]);
});

test('what differs is told by visit and by absence, of one day or of all that both have', async () => {
  const [kai, kim] = [await work.addTechnician(), await work.addTechnician()];
  const [moved, freed, added, same] = [
    await work.addVisit(),
    await work.addVisit(),
    await work.addVisit(),
    await work.addVisit(),
  ];
  await work.schedule(moved.id, [kai.id], at('09:00', '2026-11-18'));
  await work.schedule(freed.id, [kai.id], at('11:00', '2026-11-18'));
  await work.schedule(same.id, [kai.id], at('13:00', '2026-11-18'));
  const trial = await tryOut(work, 'Kim instead');
  await trial.schedule(moved.id, [kim.id], at('09:00', '2026-11-18'));
  await trial.inside.post(`/visits/${freed.id}/unschedule`);
  await trial.schedule(added.id, [kim.id], at('09:00', '2026-11-19'));
  const away = { kind: 'leave', starts_at: at('07:00', '2026-11-20'), ends_at: at('15:00', '2026-11-20') };
  await trial.inside.post(`/technicians/${kai.id}/absences`, { ...away, whole_days: false });
  const compare = async (more = '') =>
    (await work.owner.get(`/scenarios/${trial.id}/comparison${more}`)).data as Compared;
  const all = await compare();
  const crews = ({ visits }: Compared) =>
    visits.map(({ visit_id, places }) => [visit_id, ...places.map((place) => place?.technicians[0] ?? null)]);
  expect(crews(all)).toEqual([
    [moved.id, kai.id, kim.id],
    [freed.id, kai.id, null],
    [added.id, null, kim.id],
  ]);
  expect(all.visits[0]!.number).toMatch(/^J-\d+\/1$/);
  expect(all.absences.map(({ board, absence }) => [board, absence.technician_id])).toEqual([[1, kai.id]]);
  const day = await compare('?date=2026-11-19');
  expect([day.from, day.to, crews(day)]).toEqual(['2026-11-19', '2026-11-19', [[added.id, null, kim.id]]]);
  expect([day.boards[0].figures.placed, day.boards[1].figures.placed]).toEqual([0, 1]);
  const beyond = await work.owner.get(`/scenarios/${trial.id}/comparison?date=2026-12-24`);
  expect([beyond.status, beyond.message]).toEqual([422, 'That day isn’t on both boards.']);
});
