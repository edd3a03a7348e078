import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const SANE_ID = /^[\w.:-]{8,64}$/;

/** A random part for the process and a counter for the request: unique, and far cheaper than a random number each time. */
export function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${start}-${(count += 1)}`;
}

/** A proxy that we trust may name the request instead, so that its log and ours can be read side by side. */
export function takeProxyId(request: FastifyRequest): void {
  const given = request.headers['x-request-id'];
  // The list has more than the address of the connection only if a trusted proxy added one.
  const isForwarded = (request.ips?.length ?? 0) > 1;
  if (isForwarded && typeof given === 'string' && SANE_ID.test(given)) request.id = given;
}
