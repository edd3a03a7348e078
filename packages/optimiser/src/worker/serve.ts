import { answer } from '../questions/answer.ts';
import type { HeldSchedule } from '../questions/held-schedule.ts';
import { holdSchedule } from '../questions/held-schedule.ts';
import type { Port, Reply, Request } from './protocol.ts';
import { runTask } from './run-task.ts';
import { startWarmUp } from './warm-up.ts';

/** The worker's side: runs go in short turns, so that questions and cancellations are heard. Warms up until the first request comes. */
export function serve(port: Port<Reply, Request>, clock: () => number, pause: () => Promise<void>): void {
  const cancelled = new Set<number>();
  const running = new Set<number>();
  let wanted = false;
  let held: HeldSchedule | undefined;
  const receive = (request: Request): void => {
    const { id } = request;
    if (request.kind === 'cancel') {
      if (running.has(id)) cancelled.add(id);
      return;
    }
    if (request.kind === 'start') {
      running.add(id);
      runTask(port, id, request.task, held, clock, pause, () => cancelled.has(id))
        .catch((error: unknown) => fail(id, error))
        .finally(() => {
          running.delete(id);
          cancelled.delete(id);
        });
      return;
    }
    try {
      port.post({ kind: 'answered', id, answer: reply(request) });
    } catch (error) {
      fail(id, error);
    }
  };
  const reply = (request: Extract<Request, { kind: 'hold' | 'ask' }>) => {
    if (request.kind === 'hold') {
      const { problem, schedule, now } = request.held;
      held = holdSchedule(problem, schedule, now);
      return undefined;
    }
    if (held === undefined) throw new TypeError('the worker holds no schedule yet');
    return answer(held, request.question, clock);
  };
  const fail = (id: number, error: unknown): void =>
    port.post({ kind: 'failed', id, message: String(error) });
  port.listen((request) => {
    wanted = true;
    receive(request);
  });
  void warmUp(pause, () => wanted);
}

/** In short steps, the first of them the longest: whoever asks waits for one at most. */
async function warmUp(pause: () => Promise<void>, wanted: () => boolean): Promise<void> {
  await pause();
  if (wanted()) return;
  const run = startWarmUp();
  while (!wanted() && run.slice()) await pause();
}
