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
 * a request far less than a timer of its own; and a numbered place costs less than an entry in a set.
 */
export function createInFlight(limitSeconds: number = HANDLER_SECONDS): InFlight {
  const places: (FastifyReply | undefined)[] = [];
  const free: number[] = [];
  const sweep = setInterval(() => {
    const oldest = performance.now() - limitSeconds * 1000;
    for (const reply of places) {
      if (!reply || reply.request.startedAt > oldest) continue;
      if (reply.sent) remove(reply);
      else reply.send(new Failure('unavailable', answers.unavailable.meaning, 1));
    }
  }, SWEEP_MS).unref();

  function remove(reply: FastifyReply): void {
    const { place } = reply.request;
    if (places[place] !== reply) return;
    places[place] = undefined;
    free.push(place);
  }

  return {
    add(reply) {
      const place = free.pop() ?? places.length;
      places[place] = reply;
      reply.request.place = place;
    },
    remove,
    stop: () => clearInterval(sweep),
  };
}
