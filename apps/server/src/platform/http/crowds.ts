import type { Socket } from 'node:net';
import type { App } from '../deps.ts';
import { networkOf } from './client-network.ts';
import { Failure } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes the request out of the count: when it is answered, or when it becomes a stream. */
    leaveCrowd: () => void;
  }
}

/** Browsers and proxies send one request after the other over a connection; only an attacker sends many at once. */
const MOST_OF_A_CONNECTION = 16;
/** More than the people of one office cause together, and few enough for the database to answer soon. */
const MOST_OF_A_NETWORK = 200;
const RETRY_SECONDS = 1;

/** Limits how many requests one connection and one network have under way, so that they cannot block the database for others. */
export function limitCrowds(app: App): void {
  const connections = createCount<Socket>();
  const networks = createCount<string>();

  app.decorateRequest('leaveCrowd');
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const network = networkOf(request.ip);
    const [ofConnection, ofNetwork] = [connections.add(socket), networks.add(network)];
    let isIn = true;
    request.leaveCrowd = () => {
      if (!isIn) return;
      isIn = false;
      connections.remove(socket);
      networks.remove(network);
    };
    reply.raw.once('close', request.leaveCrowd);
    // Node still hands over requests that arrived in the same packet; they are refused here, too.
    if (ofConnection > MOST_OF_A_CONNECTION) socket.destroy();
    if (ofConnection > MOST_OF_A_CONNECTION || ofNetwork > MOST_OF_A_NETWORK)
      throw new Failure('tooMany', 'Too many requests at the same moment. Please try again in a moment.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
  });
}

function createCount<Key>() {
  const counts = new Map<Key, number>();
  return {
    add(key: Key): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    remove(key: Key): void {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
