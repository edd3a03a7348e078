import type { IncomingHttpHeaders } from 'node:http';

/**
 * The part of something that a request asks for, first and last byte included (RFC 9110, section 14). Undefined: all of it, also where
 * several parts are asked for or the one asked for is of an older state; 'outside': there is no such part.
 */
export function rangeOf(
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
