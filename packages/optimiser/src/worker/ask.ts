import type { Result } from '../solve.ts';
import type { HostPort, Task, Progress, Reply } from './protocol.ts';

/** A task that a worker has: its end, and a way to end it early with the best schedule so far. */
export type Asked = {
  readonly done: Promise<{ readonly result: Result; readonly cancelled: boolean }>;
  readonly cancel: () => void;
};

export type Ask = (task: Task, onBest?: (progress: Progress) => void) => Asked;

/** The host's side. Where the worker is gone, every task fails, those to come as well: nobody waits for ever. */
export function connect(port: HostPort): Ask {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  let lost: string | undefined;
  port.listen((reply) => waiting.get(reply.id)?.(reply));
  port.whenLost((reason) => {
    lost ??= reason;
    for (const [id, receive] of waiting) receive({ kind: 'failed', id, message: lost });
  });
  return (task, onBest) => {
    const id = ++last;
    const done = new Promise<{ result: Result; cancelled: boolean }>((resolve, reject) => {
      waiting.set(id, (reply) => {
        if (reply.kind === 'best') {
          onBest?.({ cost: reply.cost, iterations: reply.iterations, schedule: reply.schedule });
          return;
        }
        waiting.delete(id);
        if (reply.kind === 'done') resolve({ result: reply.result, cancelled: reply.cancelled });
        else reject(new Error(reply.message));
      });
    });
    if (lost === undefined) port.post({ kind: 'start', id, task });
    else waiting.get(id)?.({ kind: 'failed', id, message: lost });
    return { done, cancel: () => port.post({ kind: 'cancel', id }) };
  };
}
