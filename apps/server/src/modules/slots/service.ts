import { momentText } from '@muster/domain/assignments/rules';
import { boardRows } from '@muster/domain/board/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import { prepareBoard } from '@muster/domain/scheduling/board/prepare';
import { problemFromBoard } from '@muster/domain/scheduling/board/problem/from-board';
import type { Problem } from '@muster/domain/scheduling/problem';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { dispatcherWords } from '@muster/optimiser/explain/dispatcher-words';
import type { Slot } from '@muster/optimiser/find-slot';
import { startNodeWorker } from '@muster/optimiser/worker/node-host';

/** Where a visit could go, the best first. */
export type FindSlots = (problem: Problem, visit: string, now: number) => Promise<readonly Slot[]>;

/** The optimiser in a thread of its own, so that a large board keeps nobody else waiting. It is started when somebody first asks. */
export function slotFinder(): { find: FindSlots; close: () => Promise<void> } {
  let worker: ReturnType<typeof startNodeWorker> | undefined;
  return {
    async find(problem, visit, now) {
      worker ??= startNodeWorker();
      const asked = worker;
      try {
        // Both are sent at once, so that nobody else's schedule comes between them.
        const [, answer] = await Promise.all([
          asked.hold(problem, problem.current!, now),
          asked.ask({ kind: 'slots', visit }),
        ]);
        return answer.slots;
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
export async function findSlots(find: FindSlots, tables: BoardTables, visit: string, now: EpochMinutes) {
  const board = prepareBoard(boardRows(tables, now));
  const from = epochMinutes(Math.max(board.days[0]!.start, now));
  const problem = problemFromBoard(board, { from, until: board.days.at(-1)!.end, visits: [visit] });
  const words = dispatcherWords(problem, 1);
  const slots = await find(problem, visit, now);
  return slots.map(({ technicians, start, reasons }) => ({
    technicians: [...technicians],
    starts_at: momentText(epochMinutes(start)),
    reasons: reasons.map((reason) => words.slotReason(reason)),
  }));
}
