import { DAY_MINUTES } from '@muster/domain/values/minutes';
import type {
  Schedule,
  Problem,
  Shift,
  Technician,
  Visit,
  Window,
} from '@muster/domain/dispatch/scheduling/problem';

import { createRandom, nextBelow, nextUnit } from '../search/random.ts';
import type { Random } from '../search/random.ts';

export type SampleSize = {
  readonly technicians: number;
  readonly visits: number;
  readonly days: number;
  /** Pins lie anywhere, and break what rules they like. */
  readonly pins?: boolean;
};

const PLACES = 12;
const SKILLS = ['gas', 'electric', 'roof'];

/** A small random problem that uses every rule there is, in minutes: made to find mistakes, not to look real. */
export function sampleProblem(seed: number, size: SampleSize): Problem {
  const random = createRandom(seed);
  const names = Array.from({ length: size.technicians }, (_, t) => `t${t}`);
  const technicians = names.map((id) => sampleTechnician(random, id, size.days));
  const visits = Array.from({ length: size.visits }, (_, v) => sampleVisit(random, `v${v}`, names, size));
  return {
    travel: [sampleMatrix(random), sampleMatrix(random)],
    technicians,
    visits,
    weights: {
      unplaced: 1_000_000,
      lateness: nextBelow(random, 30),
      travel: 1 + nextBelow(random, 10),
      overtime: nextBelow(random, 30),
      fairness: nextBelow(random, 3),
      moved: nextBelow(random, 500),
      retimed: nextBelow(random, 2) * 100,
      retimeTolerance: 15,
      preference: nextBelow(random, 500),
    },
    ...(chance(random, 0.5) && { current: sampleSchedule(random, technicians, visits) }),
  };
}

function chance(random: Random, odds: number): boolean {
  return nextUnit(random) < odds;
}

function between(random: Random, least: number, most: number): number {
  return least + nextBelow(random, most - least + 1);
}

function some<T>(random: Random, from: readonly T[], odds: number): T[] {
  return from.filter(() => chance(random, odds));
}

/** Neither symmetric nor bound by the triangle inequality: roads are not. */
function sampleMatrix(random: Random): Problem['travel'][number] {
  const x = Array.from({ length: PLACES }, () => nextBelow(random, 40));
  const y = Array.from({ length: PLACES }, () => nextBelow(random, 40));
  const times = new Int32Array(PLACES * PLACES);
  for (let a = 0; a < PLACES; a++)
    for (let b = 0; b < PLACES; b++)
      if (a !== b)
        times[a * PLACES + b] = Math.abs(x[a]! - x[b]!) + Math.abs(y[a]! - y[b]!) + nextBelow(random, 6);
  return { places: PLACES, times };
}

function sampleTechnician(random: Random, id: string, days: number): Technician {
  return {
    id,
    name: `Technician ${id}`,
    skills: some(random, SKILLS, 0.6),
    profile: nextBelow(random, 2),
    travelRate: between(random, 1, 3),
    ...(chance(random, 0.5) && { capacity: [between(random, 3, 20), between(random, 3, 20)] }),
    shifts: Array.from({ length: days }, (_, day) => sampleShift(random, day * DAY_MINUTES)),
  };
}

function sampleShift(random: Random, midnight: number): Shift {
  const start = midnight + between(random, 360, 540);
  const end = start + between(random, 240, 600);
  const noon = start + between(random, 60, 240);
  const tea = noon + between(random, 60, 200);
  const lunch = { earliest: noon, latest: noon + between(random, 0, 90), duration: between(random, 15, 45) };
  const rest = { earliest: tea, latest: tea + between(random, 30, 90), duration: 10 };
  return {
    id: `day ${midnight / DAY_MINUTES}`,
    start,
    end,
    startPlace: nextBelow(random, PLACES),
    endPlace: nextBelow(random, PLACES),
    ...(chance(random, 0.5) && { latestEnd: end + between(random, 0, 120) }),
    ...(chance(random, 0.5) && { breaks: chance(random, 0.5) ? [lunch] : [lunch, rest] }),
    ...(chance(random, 0.4) && { maxDuration: between(random, 180, 480) }),
    ...(chance(random, 0.3) && { cost: nextBelow(random, 300) }),
  };
}

function sampleWindows(random: Random, days: number): Window[] {
  const windows: Window[] = [];
  for (let day = 0; day < days; day++) {
    if (day > 0 && chance(random, 0.5)) continue;
    const start = day * DAY_MINUTES + between(random, 360, 900);
    const end = start + between(random, 0, 240);
    windows.push({ start, end });
    if (chance(random, 0.3))
      windows.push({ start: end + between(random, 1, 60), end: end + between(random, 60, 180) });
  }
  return windows;
}

function sampleVisit(
  random: Random,
  id: string,
  names: readonly string[],
  { days, pins = true }: SampleSize,
): Visit {
  const windows = sampleWindows(random, days);
  const pick = (): string => names[nextBelow(random, names.length)]!;
  const crew = names.length > 1 && chance(random, 0.15) ? between(random, 2, Math.min(3, names.length)) : 1;
  const isPinned = crew === 1 && chance(random, 0.08) && pins;
  return {
    id,
    place: nextBelow(random, PLACES),
    duration: between(random, 0, 90),
    windows,
    priority: between(random, 1, 3),
    ...(crew > 1 && { crew }),
    ...(crew > 1 &&
      chance(random, 0.5) && {
        crewSkills: Array.from({ length: crew }, () => some(random, SKILLS, 0.3)),
      }),
    ...(chance(random, 0.3) && { skills: some(random, SKILLS, 0.4) }),
    ...(chance(random, 0.08) && { fixed: [pick()] }),
    ...(isPinned && { pinned: { technicians: [pick()], start: windows[0]!.start } }),
    ...(chance(random, 0.2) && { preferred: [pick()] }),
    ...(chance(random, 0.2) && { banned: [pick()] }),
    ...(chance(random, 0.2) && { penalty: nextBelow(random, 3000) }),
    ...(chance(random, 0.5) && { loads: [nextBelow(random, 6), nextBelow(random, 6)] }),
    ...(chance(random, 0.3) && { promise: windows[0]!.start + nextBelow(random, 60) }),
  };
}

/** Any old schedule: what is in force need not keep the rules. */
function sampleSchedule(
  random: Random,
  technicians: readonly Technician[],
  visits: readonly Visit[],
): Schedule {
  const known = visits.filter((visit) => visit.crew === undefined && chance(random, 0.7));
  const home = known.map(() => nextBelow(random, technicians.length));
  const routes = technicians.map((technician, t) => ({
    technician: technician.id,
    shift: technician.shifts[0]!.id,
    stops: known
      .filter((_, k) => home[k] === t)
      .map((visit) => ({ visit: visit.id, start: visit.windows[0]!.start }))
      .sort((a, b) => a.start - b.start),
    breaks: [],
  }));
  const placed = new Set(known);
  return { routes, unplaced: visits.filter((visit) => !placed.has(visit)).map(({ id }) => id) };
}
