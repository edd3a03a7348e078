import { answers, type Answer } from '@muster/domain/values/answer';
import { Type, type TSchema } from 'typebox';
import type { Failure } from './errors.ts';

/** The schema of an answer whose data has this shape. */
export function envelope<T extends TSchema>(data: T) {
  return Type.Object({ code: Type.Integer(), message: Type.String(), data });
}

export function done<T>(data: T, message: string = answers.ok.meaning): Answer<T> {
  return { code: answers.ok.code, message, data };
}

/** A refusal with data that the page needs to go on. Without data, throw a Failure instead. */
export function refused<T>(message: string, data: T): Answer<T> {
  return { code: answers.refused.code, message, data };
}

/** Written by hand rather than by a route's schema, because a refusal looks the same on every route. */
export function failureText(failure: Failure): string {
  return JSON.stringify({ code: answers[failure.answer].code, message: failure.message, data: failure.data });
}
