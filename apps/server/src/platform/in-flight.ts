import type { FastifyReply } from 'fastify';
import { answers } from '@muster/domain/values/answer';
import { Failure } from './errors.ts';

/** A handler gets this long; the database's own limit on statements is shorter, so this is the last resort. */
const HANDLER_SECONDS = 30;
const SWEEP_MS = 1000;

export interface InFlight {
  add(reply: FastifyReply): void;
  remove(reply: FastifyReply): void;
  stop(): void;
}

/**
 * The requests that are waiting for an answer. One sweep a second finds those that have waited too long, which costs
 * a request far less than a timer of its own.
 */
export function createInFlight(limitSeconds: number = HANDLER_SECONDS): InFlight {
  const waiting = new Set<FastifyReply>();
  const sweep = setInterval(() => {
    const oldest = performance.now() - limitSeconds * 1000;
    for (const reply of waiting) {
      if (reply.request.startedAt > oldest) break;
      waiting.delete(reply);
      if (!reply.sent) reply.send(new Failure('unavailable', answers.unavailable.meaning, 1));
    }
  }, SWEEP_MS).unref();
  return {
    add: (reply) => void waiting.add(reply),
    remove: (reply) => void waiting.delete(reply),
    stop: () => clearInterval(sweep),
  };
}
