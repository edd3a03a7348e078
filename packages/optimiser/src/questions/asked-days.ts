import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Visit } from '@muster/domain/dispatch/scheduling/problem';

import type { HeldSchedule } from './held-schedule.ts';
import { daysOf } from './held-schedule.ts';
import type { LaidOutDays } from './held-schedule.ts';
import { driveBetween } from '../hold/block.ts';
import type { TechnicianDays } from '../hold/technician-days.ts';
import { compileDays } from '../hold/technician-days.ts';
import { ticketExpires } from '../model/assignments.ts';
import { NEVER } from '../model/model.ts';
import { noNeighbours } from '../near/neighbours.ts';
import { fillRoute } from '../schedule/edit.ts';
import { createWork } from '../schedule/work.ts';
import { createRandom } from '../search/random.ts';

/** The days of everybody who may do the visit, ready to be tried. `among`: only they are asked. */
export function askedDays(held: HeldSchedule, visit: Visit, among?: readonly string[]): LaidOutDays[] {
  const asked = among && new Set(among);
  return held.problem.technicians.flatMap((technician) => {
    if (asked?.has(technician.id) === false || blockedBy(visit, technician) !== undefined) return [];
    const days = daysOf(held, technician, visit.id);
    if (days.open.length === 0) return [];
    const laidOut = held.laidOut.get(days) ?? layOutDays(held, days);
    held.laidOut.set(days, laidOut);
    writeVisit(held, laidOut, visit);
    return [laidOut];
  });
}

/**
 * Stands for every visit: it has one window more than the visit with the most, a promise, a place in force and a crew, so that no
 * rule is left out.
 */
function anyVisit({ mostWindows }: HeldSchedule, start: number): Visit {
  const windows = Array.from({ length: mostWindows + 1 }, () => ({ start, end: start }));
  return { id: 'asked', place: -1, duration: 0, windows, promise: start, crew: 2 };
}

function layOutDays(held: HeldSchedule, days: TechnicianDays): LaidOutDays {
  const { technician, stops, open } = days;
  const begins = open[0]?.shift.start ?? 0;
  const visit = anyVisit(held, begins);
  const blocks = open.flatMap(({ inside }) => inside);
  const counted = blocks.reduce((sum, { start, end }) => sum + end - start, 0);
  const work = stops.reduce((sum, stop) => sum + stop.visit.duration, 0);
  const { compiled, spots } = compileDays(held.problem, days, {
    visit,
    current: {
      routes: [{ technician: technician.id, stops: [{ visit: visit.id, start: begins }], breaks: [] }],
      unplaced: [],
    },
    share: held.shares.get(technician.id)! - work + counted,
  });
  const { model } = compiled;
  const laidOut = createWork(model, noNeighbours(model), createRandom(0));
  let first = 0;
  open.forEach(({ inside }, r) => {
    const nodes = inside.map(() => first++);
    if (nodes.length > 0) fillRoute(laidOut, r, nodes);
  });
  return { days, compiled, work: laidOut, node: first, spots };
}

/** Writes the visit into the place that is kept for it. */
function writeVisit(held: HeldSchedule, laidOut: LaidOutDays, visit: Visit): void {
  const { compiled, node, days } = laidOut;
  const { model, zero } = compiled;
  const rich = model.rich;
  const { pinned, duration, loads, promise } = visit;
  const windows = pinned === undefined ? visit.windows : [{ start: pinned.start, end: pinned.start }];
  model.ready[node] = windows.length === 0 ? NEVER : windows[0]!.start - zero;
  model.due[node] = windows.length === 0 ? -NEVER : windows.at(-1)!.end - zero;
  model.service[node] = duration;
  model.demand[node] = loads?.[0] ?? 0;
  for (let kind = 0; kind < rich.kinds; kind++)
    rich.demands[node * rich.kinds + kind] = loads?.[kind + 1] ?? 0;
  const at = rich.windowAt[node]!;
  windows.forEach(({ start, end }, w) => {
    rich.windowStart[at + w] = start - zero;
    rich.windowEnd[at + w] = end - zero;
  });
  rich.windowAt[node + 1] = at + windows.length;
  rich.promise[node] = promise === undefined ? NEVER : promise - zero;
  const current = held.current.get(visit.id);
  rich.currentStart[node] = current === undefined ? NEVER : current.start - zero;
  const { preference, moved } = held.problem.weights;
  const isWished = !visit.preferred?.length || visit.preferred.includes(days.technician.id);
  compiled.shiftOf.forEach((shift, r) => {
    const stays = current === undefined || current.shifts.has(`${days.technician.id}/${shift.id}`);
    const price = (isWished ? 0 : preference) + (stays ? 0 : moved);
    rich.assign[node * model.routes + r] = ticketExpires(visit, days.technician, shift) ? -1 : price;
  });
  writeDrives(held, laidOut, visit);
}

function writeDrives(
  { problem }: HeldSchedule,
  { compiled, days, node, spots }: LaidOutDays,
  visit: Visit,
): void {
  const { travel, places, place } = compiled.model;
  const matrix = problem.travel[days.technician.profile ?? 0];
  const own = place[node]!;
  spots.forEach((spot, i) => {
    if (i === own) return;
    travel[i * places + own] = driveBetween(matrix, spot, visit.place);
    travel[own * places + i] = driveBetween(matrix, visit.place, spot);
  });
}
