import { differencesBetween } from '@muster/domain/scheduling/differences';
import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Schedule, Problem } from '@muster/domain/scheduling/problem';

import { heldStops } from './hold/held-stops.ts';
import { lostPlaces } from './hold/lost-places.ts';
import type { Scope } from './hold/scope.ts';
import { dayByDay } from './repair-days.ts';
import { putBack } from './schedule/put-back.ts';
import type { Best, Options, Result, Run } from './solve.ts';
import { finish, startRun } from './solve.ts';
import type { Stop } from './search/stop.ts';
import { shareDone } from './search/stop.ts';
import type { Tuning } from './search/tuning.ts';
import { defaultTuning } from './search/tuning.ts';

/** Where the problem has no price for moving a visit, it is that of so many average drives. */
const MOVE_IN_LEGS = 0.25;

/** A good schedule is mended in smaller steps than a new one is made, and cooled evenly: kept warm for long, it would be lost on the way. */
const { usualRich, hurriedRich } = defaultTuning();
const gentle: Partial<Tuning> = {
  usualRich: { ...usualRich, lingers: 1, removed: 8 },
  hurriedRich: { ...hurriedRich, hottest: 1, coldest: 0.04, lingers: 1, leastStrings: 1 },
};

/** A visit more of the least priority that has a place is worth that five others move, or ten start at another time; nothing else is worth one. */
const MOVED_SHARE = 1 / 5;
const RETIMED_SHARE = 1 / 10;

/** The share of the run until which the days of single people are tried: what is left is for everybody's. */
const DAYS_UNTIL = 0.6;

/** One search of a repair: until which share of the run it goes on, what it may change, and at which prices. */
type Stage = { readonly until: number; readonly problem: Problem; readonly scope: Scope };

/**
 * Mends a schedule after a disruption (a technician out, an urgent visit, an overrun): what has lost its place, or has none yet,
 * is placed around everything else. Only where something found no place then, others move: on the day of one person if that is
 * enough, and otherwise wherever it helps. To find out how, moving costs little at first: at the final prices a search hardly leaves
 * the schedule that it begins with.
 */
export function repair(problem: Problem, schedule: Schedule, options: Options): Result {
  return finish(startRepair(problem, schedule, options));
}

export function startRepair(problem: Problem, schedule: Schedule, options: Options): Run {
  const { scope = {}, stop, onBest, ...others } = options;
  const [cheap, dear] = [withPrices(problem, schedule, false), withPrices(problem, schedule, true)];
  const lost = lostPlaces(problem, schedule, scope);
  const visits = [...lost, ...waitingIn(problem, schedule, scope)];
  const held = new Set(heldStops(problem, schedule, scope, false).map(({ visit }) => visit.id));
  const mayGoBack = (visit: string, start: number): boolean =>
    !lost.has(visit) && !held.has(visit) && start >= (scope.now ?? -Infinity);
  const stages: Stage[] = [
    { until: visits.length === 0 ? 0 : 0.4, problem: dear, scope: { ...scope, visits } },
    { until: 0.75, problem: cheap, scope },
    { until: 1, problem: dear, scope },
  ];
  const began = stop.clock?.() ?? 0;
  const tuning = { ...gentle, ...options.tuning };
  const startStage = (stage: Stage, initial: Schedule, iterations: number): Run =>
    startRun(stage.problem, {
      ...others,
      tuning,
      initial,
      scope: stage.scope,
      stop: stopOf(stop, began, iterations, stage.until, visits.length),
    });

  let at = 0;
  let run = startStage(stages[0]!, schedule, 0);
  let earlier = 0;
  /** Between the first two stages. */
  let days: Iterator<Result> | undefined;
  /** The best of the stages that are over. */
  let kept: Result | undefined;
  /** Made once for each schedule that is found. */
  let made: { readonly from: Schedule; readonly result: Result } | undefined;
  const result = (): Result => {
    const found = run.best().result();
    if (made?.from !== found.schedule) {
      const own = at === 0 ? found : withoutNeedless(found);
      made = { from: found.schedule, result: kept !== undefined && kept.cost <= own.cost ? kept : own };
    }
    return { ...made.result, iterations: earlier + found.iterations };
  };
  const withoutNeedless = (found: Result): Result => {
    const back = putBack(dear, found.schedule, mayGoBack);
    return { ...found, schedule: back, ...judged(dear, back) };
  };
  const best = (): Best => {
    const iterations = earlier + run.best().iterations;
    return {
      share: Math.min(1, shareDone(stop, began, iterations)),
      iterations,
      result,
      differences: () => differencesBetween(schedule, result().schedule),
    };
  };
  const hasTimeForDays = (): boolean => shareDone(stop, began, earlier + run.best().iterations) < DAYS_UNTIL;
  let told = Infinity;
  const tell = (): void => {
    if (onBest === undefined) return;
    const { cost } = result();
    if (cost >= told) return;
    told = cost;
    onBest(best());
  };
  tell();
  return {
    slice() {
      if (days === undefined && run.slice()) {
        tell();
        return true;
      }
      if (visits.length === 0 || stop.cancelled?.() === true) return false;
      if (at === 0 && isOpen(result()) && hasTimeForDays()) {
        kept ??= result();
        days ??= dayByDay(dear, kept, { ...others, tuning, scope });
        const { done = false, value } = days.next();
        if (!done) {
          kept = withoutNeedless(value);
          made = undefined;
          tell();
          return true;
        }
      }
      days = undefined;
      const found = result();
      if (!isOpen(found) || at === stages.length - 1) return false;
      kept = found;
      earlier = found.iterations;
      at += 1;
      run = startStage(stages[at]!, kept.schedule, earlier);
      return true;
    },
    best,
  };
}

function isOpen({ schedule }: Result): boolean {
  return schedule.unplaced.length > 0;
}

function judged(problem: Problem, schedule: Schedule): Pick<Result, 'cost' | 'costs' | 'violations'> {
  const { total, costs, violations } = evaluate(problem, schedule);
  return { cost: total, costs, violations };
}

function withPrices(problem: Problem, schedule: Schedule, isDear: boolean): Problem {
  const { weights } = problem;
  const least = isDear
    ? { moved: weights.unplaced * MOVED_SHARE, retimed: weights.unplaced * RETIMED_SHARE }
    : { moved: averageLeg(problem, schedule) * weights.travel * MOVE_IN_LEGS, retimed: 0 };
  return {
    ...problem,
    current: schedule,
    weights: {
      ...weights,
      moved: Math.max(weights.moved, Math.ceil(least.moved)),
      retimed: Math.max(weights.retimed, Math.ceil(least.retimed)),
    },
  };
}

/** What waits and is asked for. */
function waitingIn({ visits }: Problem, { routes }: Schedule, scope: Scope): string[] {
  const placed = new Set(routes.flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  const asked = scope.visits && new Set(scope.visits);
  return visits.map(({ id }) => id).filter((id) => !placed.has(id) && asked?.has(id) !== false);
}

/** Where nothing limits the run, the first stages end after so many iterations for each visit without a place. */
const UNLIMITED_PER_VISIT = 200;

/** A stage ends at its share of the whole run, whatever those before it have used. */
function stopOf(stop: Stop, began: number, done: number, until: number, visits: number): Stop {
  const { iterations, milliseconds, clock } = stop;
  const isUnlimited = iterations === undefined && milliseconds === undefined;
  const count = isUnlimited && until < 1 ? visits * UNLIMITED_PER_VISIT : iterations;
  const passed = (clock?.() ?? began) - began;
  return {
    ...stop,
    ...(count !== undefined && {
      iterations: Math.max(0, isUnlimited ? count : Math.ceil(count * until) - done),
    }),
    ...(milliseconds !== undefined && { milliseconds: Math.max(0, milliseconds * until - passed) }),
  };
}

function averageLeg(problem: Problem, schedule: Schedule): number {
  const place = new Map(problem.visits.map((visit) => [visit.id, visit.place]));
  const matrix = problem.travel[0]!;
  let sum = 0;
  let legs = 0;
  for (const { stops } of schedule.routes) {
    for (let i = 1; i < stops.length; i++) {
      const from = place.get(stops[i - 1]!.visit);
      const to = place.get(stops[i]!.visit);
      if (matrix === undefined || from === undefined || to === undefined) continue;
      sum += matrix.times[from * matrix.places + to]!;
      legs++;
    }
  }
  return legs === 0 ? 0 : Math.ceil(sum / legs);
}
