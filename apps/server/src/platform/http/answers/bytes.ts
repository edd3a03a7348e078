import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Something that was stored, as it is sent. */
interface Sent {
  readonly name: string;
  readonly type: string;
  /** What changes with its contents. */
  readonly tag: string;
  readonly length: number;
}

/**
 * Sends it, or the range of it that is asked for. Nothing that somebody sent us ever runs as a page of ours: it is saved, or shown by an
 * element that cannot run it.
 */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, tag, length }: Sent,
  read: (range: { from: number; to: number }) => AsyncIterable<Uint8Array>,
): FastifyReply {
  reply
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const range = rangeOf(request.headers, length, tag);
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${length}`).send();
  const { from, to } = range ?? { from: 0, to: length - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${length}`);
  reply.type(type).header('content-length', to - from + 1);
  return reply.send(Readable.from(read({ from, to })));
}

/**
 * The part of something that a request asks for, first and last byte included (RFC 9110, section 14). Undefined: all of it, also where
 * several parts are asked for or the one asked for is of an older state; 'outside': there is no such part.
 */
function rangeOf(
  { range, 'if-range': state }: IncomingHttpHeaders,
  length: number,
  tag: string,
): { from: number; to: number } | 'outside' | undefined {
  if (range === undefined || (state !== undefined && state !== tag)) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const from = Math.max(0, length - Number(last));
    return from >= length ? 'outside' : { from, to: length - 1 };
  }
  const [from, to] = [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)];
  if (last !== '' && Number(last) < from) return undefined;
  return from >= length ? 'outside' : { from, to };
}
