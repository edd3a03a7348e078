import type { Logger } from 'pino';
import type { Database } from './db/connect.ts';

/** Does one background task. It may run more than once (after a crash, say): the id is the same each time. */
export type Task = (payload: unknown, id: string) => Promise<void>;

export interface Queue {
  /** Lets running tasks finish, then stops. */
  stop(): Promise<void>;
}

/** Carries the outbox to the queue and runs the tasks, by topic. */
export async function startQueue(_: {
  database: Database;
  log: Logger;
  tasks: Readonly<Record<string, Task>>;
}): Promise<Queue> {
  throw new Error('not built yet');
}
