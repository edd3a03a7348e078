import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '@muster/domain/values/answer';
import { answers } from '@muster/domain/values/answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Type } from 'typebox';

/** The schema of an answer whose data has this shape. */
export function envelope<T extends TSchema>(data: T) {
  return Type.Object({ code: Type.Integer(), message: Type.String(), data });
}

export function done<T>(data: T, message: string = answers.ok.meaning): Answer<T> {
  return { code: answers.ok.code, message, data };
}

/** The same for data that is JSON already: what is large is neither read nor written field by field here. */
export function doneText(data: string, message: string = answers.ok.meaning): string {
  return `{"code":${answers.ok.code},"message":${JSON.stringify(message)},"data":${data}}`;
}

/** A refusal with data that the page needs to go on. Without data, throw a Failure instead. */
export function refused<T>(message: string, data: T): Answer<T> {
  return { code: answers.refused.code, message, data };
}

const compress = promisify(gzip);
/** Below it, what is saved is not worth the while. */
const LEAST_CHARACTERS = 20_000;
/** The quickest: a day of 500 technicians is 10 MB, takes 35 ms of another thread, and is a twentieth of that afterwards. */
const LEVEL = 1;

/** For an answer that is large and holds no secret: on the line of an office its size is most of what somebody waits for. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < LEAST_CHARACTERS) return payload;
  void reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return payload;
  void reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return compress(payload, { level: LEVEL });
}
