import { momentText } from '@muster/domain/assignments/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import type { DayStory, ReasonPart, Remedy } from '@muster/domain/proposals/schema';
import type { Problem, Schedule } from '@muster/domain/scheduling/problem';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { type ReasonWords, reasonWords } from '@muster/optimiser/explain/words/in-words';
import type { Names, Part } from '@muster/optimiser/explain/words/parts';
import type { WhyNot } from '@muster/optimiser/explain/why-not/why-not';
import type { Optimiser } from '@muster/optimiser/worker/connect';
import type { Tx } from '../../platform/db/executor.ts';
import { readBoard } from '../board/service.ts';
import { problemIn, readWider } from '../plan-runs/service.ts';
import type { Ask } from '../slots/service.ts';
import { visitOf } from '../visits/service.ts';

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
const MINUTE_MS = 60_000;
const NO_PLACE: ReasonPart[] = [
  { text: 'No place was found for it. Open the visit and ask why: there was no time to look into this one.' },
];

/** Asks the thread that has planned for its reasons, and says them. */
export async function tellPlan(
  optimiser: Pick<Optimiser, 'hold' | 'ask'>,
  { problem, after, tables, wider, now }: Planned,
): Promise<ToldPlan> {
  const [, { reasons }] = await Promise.all([
    optimiser.hold(problem, problem.current!, now),
    optimiser.ask({ kind: 'plan', after, milliseconds: EXPLAIN_MS, ...(wider && { wider }) }),
  ]);
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

/** One visit on the board of some days, and all that is needed to say why it is there. */
export interface VisitQuestion extends Omit<Planned, 'after'> {
  readonly visit: string;
}

export async function readQuestion(
  db: Tx,
  visit: string,
  days: { from: LocalDate; to: LocalDate },
  at: Date,
): Promise<VisitQuestion> {
  await visitOf(db, visit);
  const tables = await readBoard(db, days.from, days.to);
  // What else waits has nothing to do with it.
  const booked = tables.assignments.map(({ visit_id }) => visit_id);
  const problem = problemIn(tables, { way: 'plan', visits: [...new Set([...booked, visit])] }, at);
  const isWaiting = problem.current!.unplaced.includes(visit);
  const wider = isWaiting ? await readWider(db, days, problem, at) : undefined;
  const now = Math.floor(at.getTime() / MINUTE_MS);
  return { visit, problem, tables: wider?.tables ?? tables, wider: wider?.problem, now };
}

/** Why the visit is where it is, or why it waits and what would let it in. */
export async function whyThere(
  ask: Ask,
  { visit, problem, tables, wider, now }: VisitQuestion,
): Promise<Told> {
  const { reasons } = await ask(problem, now, { kind: 'why', visit, ...(wider && { wider }) });
  const teller = tellerFor(problem, tables);
  if (reasons.unplaced) return teller.unplaced(reasons.unplaced);
  if (reasons.placed) return { reasons: [teller.change(reasons.placed)], remedies: [] };
  return { reasons: [[{ text: 'It is not on the board of these days.' }]], remedies: [] };
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
function namesIn({ visits, jobs, customers, technicians }: BoardTables): Names {
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
  return {
    visit: (id) => called.get(id) ?? { name: 'another visit' },
    technician: (id) => people.get(id) ?? 'somebody',
  };
}
