import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { App } from './deps.ts';
import { Failure } from './errors.ts';

/** 64 kB: far above any form of ours, far below what would hurt. */
const BODY_LIMIT = 65_536;
/** Deeper than any body we know; a handler that walks or writes one may recurse without fear. */
const DEEPEST = 32;
const NUL = '\0';
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];
const JSON_TYPE = 'application/json';
const JSON_WITH_MORE = /^application\/json\s*(;|$)/i;

type Done = (error: Failure | undefined, body?: unknown) => void;

/**
 * Bodies are read by `readBody`, in the gate: Fastify's way to them is made for any type and limit, and makes an async
 * resource for each. So it is told that no method has one; not before every route is there, because it would not take
 * the schema of a body then.
 */
export function leaveBodiesToGate(app: App): void {
  app.removeAllContentTypeParsers();
  app.addHook('onReady', (done) => {
    for (const method of METHODS_WITH_BODY)
      app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
    done();
  });
}

/**
 * JSON and nothing else, without what a database or a program chokes on: NUL, halves of surrogate pairs, endless nesting,
 * keys that reach for an object's prototype.
 */
export function readBody(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const { headers } = request.raw;
  const announced = Number(headers['content-length'] ?? 0);
  const isChunked = headers['transfer-encoding'] !== undefined;
  const type = headers['content-type'];
  if (type === undefined && announced === 0 && !isChunked) return done();
  const finish: Done = (failure, body) => {
    // What is still on its way of a body that is refused is not waited for.
    if (failure) reply.header('connection', 'close');
    else request.body = body;
    done(failure);
  };
  if (type !== JSON_TYPE && !JSON_WITH_MORE.test(type ?? '')) {
    finish(new Failure('unsupportedType'));
  } else if (headers['content-encoding'] !== undefined) {
    finish(new Failure('unsupportedType', 'Send the JSON uncompressed.'));
  } else if (announced > BODY_LIMIT) {
    finish(new Failure('tooLarge'));
  } else {
    process.nextTick(readAtOnce, request.raw, announced, finish);
  }
}

/** An address whose decoded parameters would hold NUL. */
export function hasOddAddress(request: FastifyRequest): boolean {
  return request.raw.url?.includes('%00') ?? false;
}

/** A small body comes with its headers and is there a moment later, so it is taken in one piece: to listen for it costs more. */
function readAtOnce(stream: IncomingMessage, announced: number, done: Done): void {
  const piece = stream.read() as Buffer | null;
  if (piece?.length === announced) settle(piece, done);
  else if (stream.destroyed) done(cutOff());
  else readInPieces(stream, announced, piece, done);
}

/** A body whose length was announced is whole with its last byte: no need to wait a turn for the stream to say so. */
function readInPieces(stream: IncomingMessage, announced: number, first: Buffer | null, done: Done): void {
  const pieces: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const refuse = (failure: Failure) => {
    if (!isOver) done(failure);
    isOver = true;
  };
  const finish = () => {
    if (isOver) return;
    isOver = true;
    settle(Buffer.concat(pieces), done);
  };
  const take = (piece: Buffer) => {
    length += piece.length;
    if (length > BODY_LIMIT) return refuse(new Failure('tooLarge'));
    pieces.push(piece);
    if (length === announced) finish();
  };
  if (first) take(first);
  stream.on('data', take);
  stream.on('error', () => refuse(cutOff()));
  stream.on('end', finish);
}

function cutOff(): Failure {
  return new Failure('malformed', 'The body did not arrive completely.');
}

function settle(bytes: Buffer, done: Done): void {
  const body = parse(bytes.toString('utf8'));
  if (body instanceof Failure) done(body);
  else done(undefined, body);
}

function parse(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new Failure('malformed', 'The body is not JSON.');
  }
  if (!mayBeOdd(text) || !isOdd(body)) return body;
  return new Failure('malformed', 'The body holds characters, keys or nesting that no field can take.');
}

/** A raw NUL is no JSON, so odd characters arrive escaped; and nesting takes brackets. Small bodies seldom have either. */
function mayBeOdd(text: string): boolean {
  return (
    text.length > 2 * DEEPEST ||
    text.includes('\\u') ||
    text.includes('__proto__') ||
    text.includes('constructor')
  );
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
