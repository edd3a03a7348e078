import type { FastifyRequest } from 'fastify';
import type { App } from './deps.ts';
import { Failure } from './errors.ts';

/** 64 kB: far above any form of ours, far below what would hurt. */
export const BODY_LIMIT = 65_536;
/** Deeper than any body we know; a handler that walks or writes one may recurse without fear. */
const DEEPEST = 32;
const NUL = '\0';

/**
 * JSON and nothing else, without what a database or a program chokes on: NUL, halves of surrogate pairs, endless nesting,
 * keys that reach for an object's prototype.
 */
export function acceptCleanJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new Failure('unsupportedType', 'Send the JSON uncompressed.'));
      return;
    }
    void parse(request, text, (error, value: unknown) => {
      if (error) done(error);
      else if (mayBeOdd(text) && isOdd(value))
        done(new Failure('malformed', 'The body holds characters or nesting that no field can take.'));
      else done(null, value);
    });
  });
}

/** An address whose decoded parameters would hold NUL. */
export function hasOddAddress(request: FastifyRequest): boolean {
  return request.raw.url?.includes('%00') ?? false;
}

/** A raw NUL is no JSON, so odd characters arrive escaped; and nesting takes brackets. Most bodies have neither. */
function mayBeOdd(text: string): boolean {
  return text.includes('\\u') || text.length > 2 * DEEPEST;
}

/** Without recursion, because a hostile body may be deeper than the stack. */
function isOdd(body: unknown): boolean {
  const open: [value: unknown, depth: number][] = [[body, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') {
      if (isOddText(value)) return true;
    } else if (typeof value === 'object' && value !== null) {
      if (depth === DEEPEST) return true;
      for (const [key, inner] of Object.entries(value)) {
        if (isOddText(key)) return true;
        if (typeof inner === 'string' || typeof inner === 'object') open.push([inner, depth + 1]);
      }
    }
  }
  return false;
}

function isOddText(text: string): boolean {
  return text.includes(NUL) || !text.isWellFormed();
}
