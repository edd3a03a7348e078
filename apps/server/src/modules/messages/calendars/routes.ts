import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import type { Bucket } from '../../../platform/limits.ts';
import { takeHits, perNetwork, inTurn } from '../../../platform/limits.ts';
import { fingerprint } from '../../../platform/sign-in/secret.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { findFeedSecret } from '../calendar-feeds/service.ts';
import type { WrittenCalendar } from './service.ts';
import { writeCalendar } from './service.ts';

const wrongAddresses = { name: 'wrong calendar addresses from', max: 50, perSeconds: 15 * 60 };
/** Programs look every few minutes at most, on each of a handful of devices. */
const reads = { name: 'calendar reads of', max: 60, perSeconds: 10 * 60 };

const calendarAnswer = { content: { 'text/calendar': { schema: Type.Unsafe<string>({ type: 'string' }) } } };

export const calendarRoutes: Module = (app, { database: { db }, settings, now }) => {
  const address = publicAddress(settings);

  function count(line: string, bucket: Bucket) {
    return inTurn(line, () => transaction(db, (db) => takeHits(db, [bucket], new Date(now()))));
  }

  async function find(request: FastifyRequest, file: string): Promise<WrittenCalendar> {
    const token = /^(.+)\.ics$/.exec(file)?.[1] ?? '';
    const secret = await findFeedSecret(db, token, new Date(now()));
    if (secret) await count(secret.id, { limit: reads, key: secret.id });
    const found = secret && (await writeCalendar(db, secret, { now: now(), address }));
    if (found) return found;
    const network = networkOf(request.ip);
    await count(network, { limit: perNetwork(wrongAddresses, settings), key: network });
    throw new Failure('notFound');
  }

  app.get(
    '/calendar/:file',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Calendar feeds'],
        summary: 'Read a calendar (RFC 5545) at the secret address of its feed',
        params: Type.Object({ file: Type.String() }),
        response: {
          200: calendarAnswer,
          304: Type.Literal('', { description: 'The calendar hasn’t changed since it was last read.' }),
        },
      },
    },
    async (request, reply) => {
      const { text, since } = await find(request, request.params.file);
      const etag = `"${fingerprint(text)}"`;
      reply.headers({
        // To be asked for each time, and sent only if it is another one.
        'cache-control': 'private, no-cache',
        etag,
        'last-modified': since.toUTCString(),
      });
      if (isKnown(request, etag, since)) {
        reply.code(304);
        return '';
      }
      reply.type('text/calendar; charset=utf-8');
      reply.header('content-disposition', 'inline; filename="calendar.ics"');
      return text;
    },
  );
};

/** Whether the program has this very calendar. A date counts only where no tag is named (RFC 9110, 13.1.3). */
function isKnown({ headers }: FastifyRequest, etag: string, since: Date): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  const known = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(since.getTime() / 1000) * 1000 <= known;
}
