import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';

import type { Answer, Question } from '../questions/answer.ts';
import type { Result } from '../solve.ts';
import type { Port, Progress, Reply, Request, Task } from './protocol.ts';

/** A run that a worker has begun: its end, and a way to end it early with the best schedule so far. */
export type Running = {
  readonly done: Promise<{ readonly result: Result; readonly cancelled: boolean }>;
  readonly cancel: () => void;
};

/** What a worker does for its host. */
export type Optimiser = {
  readonly run: (task: Task, onProgress?: (progress: Progress) => void) => Running;
  /** From now on the worker holds this schedule: questions and runs without a problem are about it. */
  readonly hold: (problem: Problem, schedule: Schedule, now?: number) => Promise<void>;
  readonly ask: <Q extends Question>(question: Q) => Promise<Extract<Answer, { kind: Q['kind'] }>>;
};

type Unnumbered<R> = R extends Request ? Omit<R, 'id'> : never;

/** The host's side. */
export function connect(port: Port<Request, Reply>): Optimiser {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  port.listen((reply) => waiting.get(reply.id)?.(reply));
  /** Sends a request and hands on its replies until one is the last: that one is the answer. */
  const send = (request: Unnumbered<Request>, onProgress?: (progress: Progress) => void) => {
    const id = ++last;
    const end = new Promise<Exclude<Reply, { kind: 'progress' | 'failed' }>>((resolve, reject) => {
      waiting.set(id, (reply) => {
        if (reply.kind === 'progress') {
          onProgress?.(reply.progress);
          return;
        }
        waiting.delete(id);
        if (reply.kind === 'failed') reject(new Error(reply.message));
        else resolve(reply);
      });
    });
    port.post({ ...request, id });
    return { id, end };
  };
  return {
    run(task, onProgress) {
      const { id, end } = send({ kind: 'start', task }, onProgress);
      const done = end.then((reply) => {
        if (reply.kind !== 'done') throw new Error('a run was answered like a question');
        return { result: reply.result, cancelled: reply.cancelled };
      });
      return { done, cancel: () => port.post({ kind: 'cancel', id }) };
    },
    hold: async (problem, schedule, now) => {
      const held = { problem, schedule, ...(now !== undefined && { now }) };
      await send({ kind: 'hold', held }).end;
    },
    ask: async <Q extends Question>(question: Q) => {
      const reply = await send({ kind: 'ask', question }).end;
      if (reply.kind !== 'answered' || reply.answer?.kind !== question.kind)
        throw new Error('a question was answered like another one');
      return reply.answer as Extract<Answer, { kind: Q['kind'] }>;
    },
  };
}
