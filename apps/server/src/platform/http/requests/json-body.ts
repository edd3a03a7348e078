import type { App } from '../../deps.ts';
import { Failure } from '../answers/errors.ts';

/** 64 kB: far more than any form sends, and too little to do harm. */
const BODY_LIMIT = 65_536;
/** Deeper than any body of our API, and shallow enough that recursion over it is safe. */
const DEEPEST = 32;
const NUL = '\0';

/**
 * Accepts JSON bodies only, and refuses what databases and programs cannot handle: NUL, lone surrogates, deep nesting, and
 * keys that change an object's prototype.
 */
export function takeJsonAlone(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, text, done) => {
      try {
        done(null, parseJson(String(text)));
      } catch (error) {
        done(error as Failure);
      }
    },
  );
}

/** The same of a body whose bytes count as they came. */
export function parseJson(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Failure('malformed', 'The body isn’t JSON.');
  }
  if (isOdd(body))
    throw new Failure('malformed', 'The body has characters, keys or nesting that no field accepts.');
  return body;
}

/** Without recursion, because a hostile body may be deeper than the stack. */
function isOdd(body: unknown): boolean {
  const open: [value: unknown, depth: number][] = [[body, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') {
      if (isOddText(value)) return true;
    } else if (typeof value === 'object' && value !== null) {
      if (depth === DEEPEST || reachesForPrototype(value)) return true;
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

function reachesForPrototype(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true;
  if (!Object.hasOwn(value, 'constructor')) return false;
  const { constructor } = value as { constructor: unknown };
  return typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype');
}
