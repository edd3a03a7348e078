import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../settings.ts';
import { isTrusted } from './client-network.ts';

const SANE_ID = /^[\w.:-]{8,64}$/;

/**
 * A random part for the process and a counter for the request: unique, and far cheaper than a random number each time.
 * A proxy that we trust may name the request instead, so that its log and ours can be read side by side.
 */
export function requestIds(trust: Settings['TRUST_PROXY']): (request: IncomingMessage) => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return (request) => {
    const given = trust === false ? undefined : request.headers['x-request-id'];
    if (typeof given === 'string' && SANE_ID.test(given) && isTrusted(request.socket.remoteAddress, trust)) {
      return given;
    }
    count += 1;
    return `${start}-${count}`;
  };
}
