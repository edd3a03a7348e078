import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { criticalCalls, inProgress } from '../../limit-table.ts';
import { withUrgency } from '../../urgency.ts';
import { Failure, unavailable } from '../answers/errors.ts';
import { networkOf } from './client-network.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes the request out of every count: when it is answered, or when it becomes a stream. */
    leaveCount: () => void;
    /** Counts it for a session or key that it names, before that is looked up; or refuses it. */
    countForToken: (token: string) => void;
    /** Counts it for the account that it turned out to be of; or refuses it. */
    countForAccount: (account: string) => void;
  }
}

const RETRY_SECONDS = 1;

/**
 * Limits how many requests a connection, a network and an account have in progress, so that none of them can use up the database or
 * this process for others. The counts are this process's own: another has another's capacity.
 */
export function limitConcurrency(app: App): void {
  const connections = createCount<Socket>();
  const networks = createCount<string>();
  const kinds = {
    ordinary: { ...inProgress.ordinary, tokens: createCount<string>(), accounts: createCount<string>() },
    critical: { ...inProgress.critical, tokens: createCount<string>(), accounts: createCount<string>() },
  };

  app.decorateRequest('leaveCount');
  app.decorateRequest('countForToken');
  app.decorateRequest('countForAccount');
  const goUrgently = (request: FastifyRequest, _: FastifyReply, go: () => void) =>
    withUrgency(kindOf(request) === 'critical', go);
  app.addHook('onRequest', goUrgently);
  // Again once the body has been read: what is read goes on where the connection began.
  app.addHook('preValidation', goUrgently);
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const leaving: (() => void)[] = [];
    function enter<Key>(count: Count<Key>, key: Key): number {
      leaving.push(() => count.remove(key));
      return count.add(key);
    }
    request.leaveCount = () => {
      for (const leave of leaving.splice(0)) leave();
    };
    request.countForToken = (token) => {
      const { tokens, ofOne } = kinds[kindOf(request)];
      // No more than an account may have: whoever is beyond that is refused before their session costs a query.
      if (enter(tokens, token) > ofOne) throw tooManyAtOnce();
    };
    request.countForAccount = (account) => {
      const { accounts, ofOne, all } = kinds[kindOf(request)];
      const own = enter(accounts, account);
      if (own > ofOne) throw tooManyAtOnce();
      // Idle places go to whoever asks. Where there are none, those who have fewer than an even share still get in.
      if (accounts.total() > all && own > all / accounts.keys()) throw unavailable(RETRY_SECONDS);
    };
    reply.raw.once('close', request.leaveCount);
    const [ofConnection, ofNetwork] = [enter(connections, socket), enter(networks, networkOf(request.ip))];
    // Node still hands over requests that arrived in the same packet; they are refused here, too.
    if (ofConnection > inProgress.ofConnection) socket.destroy();
    if (ofConnection > inProgress.ofConnection || ofNetwork > inProgress.ofNetwork) throw tooManyAtOnce();
  });
}

function kindOf({ routeOptions: { url = '' } }: FastifyRequest): 'critical' | 'ordinary' {
  return criticalCalls.some((call) => url.startsWith(call)) ? 'critical' : 'ordinary';
}

function tooManyAtOnce(): Failure {
  return new Failure('tooMany', 'Too many requests at once. Try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

type Count<Key> = ReturnType<typeof createCount<Key>>;

function createCount<Key>() {
  const counts = new Map<Key, number>();
  let all = 0;
  return {
    add(key: Key): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      all += 1;
      return count;
    },
    remove(key: Key): void {
      const left = (counts.get(key) ?? 1) - 1;
      all -= 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    total: () => all,
    keys: () => counts.size,
  };
}
