import { DAY_MINUTES } from '@muster/domain/values/minutes';
import type { Problem, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';

import { createRandom, nextBelow, nextUnit } from '../search/random.ts';
import type { Random } from '../search/random.ts';

/** Suburbs of Sydney: name, and kilometres east and north of Parramatta. */
const suburbs: readonly (readonly [string, number, number])[] = [
  ['Parramatta', 0, 0],
  ['Sydney', 19, -6],
  ['Bondi', 25, -9],
  ['Manly', 26, 2],
  ['Chatswood', 17, 2],
  ['Hornsby', 9, 12],
  ['Penrith', -28, 6],
  ['Blacktown', -9, 5],
  ['Liverpool', -7, -12],
  ['Campbelltown', -17, -28],
  ['Sutherland', 5, -25],
  ['Cronulla', 14, -27],
  ['Bankstown', 3, -12],
  ['Hurstville', 9, -17],
  ['Castle Hill', 0, 9],
  ['Ryde', 10, 0],
  ['Fairfield', -4, -6],
  ['Marrickville', 14, -11],
  ['Mona Vale', 28, 14],
  ['Rouse Hill', -8, 13],
];
const trades = ['gas', 'electric', 'air-conditioning'];
/** Kilometres that a suburb spreads over, and minutes per kilometre in the traffic of a working day. */
const SPREAD = 5;
const PACE = 1.8;

export type DaySize = {
  readonly technicians: number;
  readonly visitsPerDay: number;
  readonly days: number;
  readonly seed: number;
};

/** Field-service days in Sydney, in minutes: what a real dispatcher sees, as far as numbers go. */
export function sampleDays({ technicians, visitsPerDay, days, seed }: DaySize): Problem {
  const random = createRandom(seed);
  const points: { x: number; y: number }[] = [];
  const place = (): number => points.push(somewhere(random)) - 1;
  const people = Array.from({ length: technicians }, (_, t): Technician => {
    const home = place();
    return {
      id: `t${t}`,
      name: `Technician ${t + 1}`,
      skills: trades.filter(() => nextUnit(random) < 0.7),
      shifts: Array.from({ length: days }, (_, day) => ({
        id: `day ${day}`,
        start: day * DAY_MINUTES + 420,
        end: day * DAY_MINUTES + 930,
        latestEnd: day * DAY_MINUTES + 990,
        startPlace: home,
        endPlace: home,
        breaks: [{ earliest: day * DAY_MINUTES + 690, latest: day * DAY_MINUTES + 810, duration: 30 }],
      })),
    };
  });
  const visits = Array.from({ length: visitsPerDay * days }, (_, v) =>
    sampleVisit(random, v, place(), Math.floor(v / visitsPerDay), days),
  );
  return {
    travel: [drive(points)],
    technicians: people,
    visits,
    weights: { ...defaultWeights, fairness: 0 },
  };
}

function somewhere(random: Random): { x: number; y: number } {
  const [, x, y] = suburbs[nextBelow(random, suburbs.length)]!;
  return { x: x + (nextUnit(random) - 0.5) * SPREAD, y: y + (nextUnit(random) - 0.5) * SPREAD };
}

/** A quarter is promised for a morning or an afternoon, a quarter for two hours; the others any time, some on any day. */
function sampleVisit(random: Random, v: number, place: number, day: number, days: number): Visit {
  const flexible = days > 1 && nextUnit(random) < 0.4;
  const from = day * DAY_MINUTES;
  const kind = nextUnit(random);
  const slot = 420 + 60 * nextBelow(random, 7);
  const whole = { start: from + 420, end: from + 900 };
  const half = kind < 0.12 ? { start: from + 420, end: from + 720 } : { start: from + 720, end: from + 900 };
  const window = kind < 0.25 ? half : kind < 0.5 ? { start: from + slot, end: from + slot + 120 } : whole;
  const anyDay = Array.from({ length: days }, (_, d) => ({
    start: d * DAY_MINUTES + 420,
    end: d * DAY_MINUTES + 900,
  }));
  return {
    id: `v${v}`,
    place,
    duration: 15 + 5 * nextBelow(random, 7),
    windows: flexible ? anyDay : [window],
    skills: nextUnit(random) < 0.4 ? [trades[nextBelow(random, trades.length)]!] : [],
    priority: 1 + nextBelow(random, 3),
  };
}

function drive(points: readonly { readonly x: number; readonly y: number }[]): Problem['travel'][number] {
  const places = points.length;
  const times = new Int32Array(places * places);
  points.forEach((a, i) =>
    points.forEach((b, j) => {
      if (i !== j) times[i * places + j] = Math.ceil(2 + PACE * Math.hypot(a.x - b.x, a.y - b.y));
    }),
  );
  return { places, times };
}
