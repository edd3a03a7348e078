import { momentText } from '@muster/domain/assignments/rules';
import { boardRows } from '@muster/domain/board/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import { earliestFit } from '@muster/domain/scheduling/board/earliest-fit';
import { prepareBoard } from '@muster/domain/scheduling/board/prepare';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { problemFromBoard } from '@muster/domain/scheduling/board/problem/from-board';
import type { Problem } from '@muster/domain/scheduling/problem';
import { placeOnly, wantedRow, withWanted } from '@muster/domain/slots/rules';
import type { WantedVisit } from '@muster/domain/slots/schema';
import { visitProblem } from '@muster/domain/visits/rules';
import { epochMinutes, type EpochMinutes, minutes } from '@muster/domain/values/minutes';
import { slotWords } from '@muster/optimiser/explain/slot-words';
import type { Answer, Question } from '@muster/optimiser/questions/answer';
import { startNodeWorker } from '@muster/optimiser/worker/node-host';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { knownRoads } from '../roads/service.ts';
import { checkSkills } from '../skills/service.ts';
import { readSite } from './store.ts';

const STEP = minutes(5);

/** Asks something about a board as it stands. */
export type Ask = <Q extends Question>(
  problem: Problem,
  now: number,
  question: Q,
) => Promise<Extract<Answer, { kind: Q['kind'] }>>;

/** The optimiser in a thread of its own, so that a large board keeps nobody else waiting. It is started when somebody first asks. */
export function optimiserToAsk(): { ask: Ask; close: () => Promise<void> } {
  let worker: ReturnType<typeof startNodeWorker> | undefined;
  return {
    async ask(problem, now, question) {
      worker ??= startNodeWorker();
      const asked = worker;
      try {
        // Both are sent at once, so that nobody else's schedule comes between them.
        const [, answer] = await Promise.all([
          asked.hold(problem, problem.current!, now),
          asked.ask(question),
        ]);
        return answer;
      } catch (error) {
        // A thread that has ended answers nobody; the next who asks gets a new one.
        if (worker === asked) worker = undefined;
        void asked.close();
        throw error;
      }
    },
    close: async () => worker?.close(),
  };
}

/** The best places for a visit on a stretch of the board, with the reasons in words. */
export async function findSlots(ask: Ask, tables: BoardTables, visit: string, now: EpochMinutes) {
  const board = prepareBoard(boardRows(tables, now));
  // The board has the day before as well, whose last shift may end in the first.
  const first = board.days.find(({ date }) => date === tables.from)!;
  const from = epochMinutes(Math.max(first.start, now));
  const problem = problemFromBoard(board, { from, until: board.days.at(-1)!.end, visits: [visit] });
  const words = slotWords(problem);
  const { slots } = await ask(problem, now, { kind: 'slots', visit });
  return slots.map(({ technicians, start, driving, reasons }) => ({
    technicians: [...technicians],
    starts_at: momentText(roundStart(board, visit, technicians, epochMinutes(start))),
    driving,
    reasons: reasons.map(words),
  }));
}

/** Nobody says "seven past nine" on the telephone: the next five minutes, where that fits as well. */
function roundStart(board: Board, visit: string, technicians: readonly string[], start: EpochMinutes) {
  const latest = epochMinutes(start + STEP - 1);
  return earliestFit(board, board.visits.get(visit)!, technicians, start, latest, STEP) ?? start;
}

/** The board as if a visit were waiting that nobody has written down. */
export async function boardWith(db: Tx, tables: BoardTables, wanted: WantedVisit): Promise<BoardTables> {
  const { site_id, position, skills = [], crew_skills = [] } = wanted;
  const problem = visitProblem(wantedRow(wanted));
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  await checkSkills(db, [...skills, ...crew_skills.flat()]);
  if (site_id !== undefined) {
    const site = await readSite(db, site_id);
    if (!site) throw new Failure('unprocessable', 'There is no such site.');
    return withRoads(db, withWanted(tables, wanted, site));
  }
  if (position === undefined) throw new Failure('unprocessable', 'Say where: a site, or a position.');
  return withRoads(db, withWanted(tables, wanted, placeOnly(position, tables.business.zone)));
}

/** The place may be a new one among those of the board. */
async function withRoads(db: Tx, tables: BoardTables): Promise<BoardTables> {
  return { ...tables, roads: await knownRoads(db, tables) };
}
