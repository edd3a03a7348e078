import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { type Asked, problemOf } from '@muster/domain/planning/plan-runs/stretch';
import type { DayStory, ReasonPart, Remedy } from '@muster/domain/planning/proposals/schema';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { dateAt } from '@muster/domain/values/local-time';
import { type EpochMinutes, epochMinutes } from '@muster/domain/values/minutes';
import { momentText } from '@muster/domain/work/assignments/rules';
import { skillTitle } from '@muster/domain/work/skills/rules';
import { type ReasonWords, reasonWords } from '@muster/optimiser/explain/words/in-words';
import type { Names, Part } from '@muster/optimiser/explain/words/parts';
import type { WhyNot } from '@muster/optimiser/explain/why-not/why-not';
import { answer } from '@muster/optimiser/questions/answer';
import { holdSchedule } from '@muster/optimiser/questions/held-schedule';
import { type BoardText, tablesIn } from '../../dispatch/board/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    reasonsOn: typeof reasonsOn;
  }
}

/** What is told of a visit: sentences in parts, and what would let it in. */
export interface Told {
  readonly reasons: ReasonPart[][];
  readonly remedies: Remedy[];
}

/** What is told of a plan: of its visits, and of the days of its technicians. */
export interface ToldPlan {
  readonly visits: ReadonlyMap<string, Told>;
  readonly days: DayStory[];
}

/** A plan and the board that it was made for. */
export interface Planned {
  readonly problem: Problem;
  readonly after: Schedule;
  /** Names are read from them: those of the wider board where there is one. */
  readonly tables: BoardTables;
  readonly wider: Problem | undefined;
  readonly now: number;
}

/** For as long explanations are looked for; what is left then is told shortly. */
const EXPLAIN_MS = 2_000;
const NO_PLACE: ReasonPart[] = [
  { text: 'No place found. Open the visit and choose “Why not planned?” to see the reasons.' },
];

/** Why a plan is as it is. */
export function tellPlan({ problem, after, tables, wider, now }: Planned): ToldPlan {
  const held = holdSchedule(problem, problem.current!, now);
  const question = { kind: 'plan', after, milliseconds: EXPLAIN_MS, ...(wider && { wider }) } as const;
  const told = answer(held, question, () => performance.now());
  if (told.kind !== 'plan') throw new TypeError('a plan was explained like something else');
  const { reasons } = told;
  const teller = tellerFor(problem, tables);
  const visits = new Map<string, Told>();
  for (const change of reasons.changes)
    visits.set(change.visit, { reasons: [teller.change(change)], remedies: [] });
  for (const unplaced of reasons.unplaced) {
    // What left the board without a cause of its own was left out for the good of the whole.
    const freed = unplaced.cause === undefined ? (visits.get(unplaced.visit)?.reasons ?? []) : [];
    const told = teller.unplaced(unplaced);
    const sentences = [...freed, ...told.reasons];
    visits.set(unplaced.visit, { ...told, reasons: sentences.length > 0 ? sentences : [NO_PLACE] });
  }
  return { visits, days: reasons.days.map(teller.day) };
}

/** Why a visit is where it is on the board of some days, or why it waits and what would let it in. */
export function reasonsOn({
  text,
  now,
  visit,
  wider: widerText,
}: {
  text: BoardText;
  now: EpochMinutes;
  visit: string;
  wider: BoardText | undefined;
}): Told {
  const tables = tablesIn(text);
  // What else waits has nothing to do with it.
  const booked = tables.assignments.map(({ visit_id }) => visit_id);
  const problem = problemIn(tables, { way: 'plan', visits: [...new Set([...booked, visit])] }, now);
  const isWaiting = problem.current!.unplaced.includes(visit);
  const wider = isWaiting && widerText !== undefined ? widerIn(widerText, problem, now) : undefined;
  const held = holdSchedule(problem, problem.current!, now);
  const question = { kind: 'why', visit, ...(wider && { wider: wider.problem }) } as const;
  const told = answer(held, question, () => performance.now());
  if (told.kind !== 'why') throw new TypeError('a visit was explained like something else');
  const teller = tellerFor(problem, wider?.tables ?? tables);
  const { unplaced, placed } = told.reasons;
  if (unplaced) return teller.unplaced(unplaced);
  if (placed) return { reasons: [teller.change(placed)], remedies: [] };
  return { reasons: [[{ text: 'This visit isn’t on the board for these days.' }]], remedies: [] };
}

function problemIn(tables: BoardTables, asked: Asked, now: EpochMinutes): Problem {
  return problemOf(prepareBoard(boardRows(tables, now)), asked);
}

/** With more visits than this the drives between all of them take longer to reckon than the offer is worth. */
export const MOST_WIDER = 600;

/** The board with everybody and the next days, where that is affordable: for what would let in what found no place. */
export function widerIn(
  text: BoardText,
  { visits }: Problem,
  now: EpochMinutes,
): { tables: BoardTables; problem: Problem } | undefined {
  if (visits.length > MOST_WIDER) return undefined;
  const tables = tablesIn(text);
  return { tables, problem: problemIn(tables, { way: 'plan', visits: visits.map(({ id }) => id) }, now) };
}

/** Puts reasons into words of the wire: with ids to follow, and moments for the reader's own clocks. */
function tellerFor(problem: Problem, tables: BoardTables) {
  const words = reasonWords(problem, namesIn(tables));
  const { zone } = tables.business;
  const sentence = (parts: readonly Part[]) => parts.map((part) => partOf(part, zone));
  return {
    change: (change: Parameters<ReasonWords['change']>[0]) => sentence(words.change(change)),
    unplaced: (reasons: Parameters<ReasonWords['unplaced']>[0]): Told => ({
      reasons: words.unplaced(reasons).map(sentence),
      remedies: reasons.remedies.map((remedy) => remedyOf(remedy, sentence(words.remedy(remedy)))),
    }),
    day: (story: Parameters<ReasonWords['day']>[0]): DayStory => ({
      technician_id: story.technician,
      date: dateAt(epochMinutes(story.day), zone),
      words: sentence(words.day(story)),
    }),
  };
}

function remedyOf(remedy: WhyNot['remedies'][number], words: ReasonPart[]): Remedy {
  const moves = remedy.moves.map(({ visit, technicians, start }) => ({
    visit_id: visit,
    technicians: [...technicians],
    starts_at: momentText(epochMinutes(start)) as string | null,
  }));
  const room = remedy.code === 'move out' ? [remedy.visit] : remedy.code === 'make way' ? remedy.visits : [];
  for (const id of room.filter((id) => !moves.some(({ visit_id }) => visit_id === id)))
    moves.push({ visit_id: id, technicians: [], starts_at: null });
  return {
    kind: remedy.code === 'make way' ? 'move out' : remedy.code,
    words,
    moves,
    ...(remedy.code === 'shorter' && { duration: remedy.duration }),
  };
}

/** A moment is written by the clocks of the business, for whoever does not write it by their own. */
function partOf(part: Part, zone: string): ReasonPart {
  if (part.at === undefined) return part;
  const { at, as } = part;
  const text = (as === 'day' ? dayInWords : timeInWords)(at, zone);
  return { ...part, text, at: momentText(at), as };
}

/** A visit is called by its customer, somebody by their first name where nobody else has it. */
function namesIn({ visits, jobs, customers, technicians, skills }: BoardTables): Names {
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  const customerOf = new Map(customers.map(({ id, name }) => [id, name]));
  const called = new Map(
    visits.map((visit) => {
      const { customer_id, priority } = jobOf.get(visit.job_id)!;
      return [visit.id, { name: customerOf.get(customer_id) ?? '', priority }];
    }),
  );
  const firstOf = (name: string) => name.split(' ', 1)[0]!;
  const sharing = Map.groupBy(technicians, ({ name }) => firstOf(name));
  const people = new Map(
    technicians.map(({ id, name }) => [id, sharing.get(firstOf(name))!.length > 1 ? name : firstOf(name)]),
  );
  const titles = new Map(skills.map((skill) => [skill.id, skillTitle(skill)]));
  return {
    visit: (id) => called.get(id) ?? { name: 'another visit' },
    technician: (id) => people.get(id) ?? 'someone',
    skill: (id) => titles.get(id) ?? 'unknown',
  };
}
