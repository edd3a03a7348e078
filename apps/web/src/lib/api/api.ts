import type { Conflict } from '@muster/domain/basics/changes/schema';
import { codes, SUCCESS } from '@muster/domain/values/code';
import type { Calls } from './api.gen.ts';
import { createClient, parsed, type Result } from './client.ts';
import { unreachable } from './reconnection.ts';

/** Whatever went wrong with a call, in words for a person; the transport itself shows nothing. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer of our server arrived at all. */
  readonly status: number;
  readonly code: number;
  readonly requestId: string | undefined;
  /** Seconds to wait before another try, when the server said so. */
  readonly retryAfter: number | undefined;
  /** What a refusal says beyond its words. */
  readonly data: unknown;

  constructor(message: string, response?: Response, code?: number, data?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = response?.status ?? 0;
    this.code = code ?? this.status;
    this.requestId = response?.headers.get('x-request-id') ?? undefined;
    const seconds = Number(response?.headers.get('retry-after'));
    this.retryAfter = seconds > 0 ? seconds : undefined;
    this.data = data;
  }
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === codes.unauthenticated;
}

/** Somebody else changed the record first. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === codes.conflict;
}

/** A conflict because the record has another version by now, and not because of a rule. */
export function isStale(error: unknown): boolean {
  return isConflict(error) && ((error as ApiError).data as Conflict | undefined)?.current !== undefined;
}

/** The field of a form that a refusal is about. */
export function refusedField(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('field' in data)) return undefined;
  return String(data.field);
}

/** There is no such record, or the address cannot be that of one. */
export function isGone(error: unknown): boolean {
  const statuses: number[] = [codes.notFound, codes.malformed];
  return error instanceof ApiError && statuses.includes(error.status);
}

export const api = createClient<Calls>(sendRequest);

type Addition = (request: Request) => void;
const additions: Addition[] = [];

/** Lets the application add something to each request before it is sent. */
export function addToRequests(addition: Addition): void {
  additions.push(addition);
}

type Watcher = (response: Response) => void;
const watchers: Watcher[] = [];

/** Lets the application look at each answer that is our server's own. */
export function watchAnswers(watcher: Watcher): void {
  watchers.push(watcher);
}

/** Sends what is no JSON, as a piece of a file. Throws an ApiError when no answer arrives at all. */
export async function sendRequest(request: Request): Promise<Response> {
  const token = cookie('XSRF-TOKEN');
  if (token && request.method !== 'GET') request.headers.set('X-XSRF-TOKEN', token);
  for (const add of additions) add(request);
  try {
    return await fetch(request);
  } catch {
    throw new ApiError(unreachable);
  }
}

/** The `data` of a successful answer; throws an ApiError for everything else. */
export async function answer<T>(result: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await read(result);
  if (data?.code === SUCCESS) {
    for (const watch of watchers) watch(response);
    return data.data;
  }
  throw failure(data ?? error, response);
}

/**
 * What the server said, also when it refused, for a form that has its own words for that; throws an ApiError unless the
 * status was 2xx.
 */
export async function verdict<T>(result: Promise<Result<T>>): Promise<Verdict<T>> {
  const { data, error, response } = await read(result);
  if (!response.ok) throw failure(error, response);
  return { code: data?.code, message: data?.message, data: data?.data };
}

export interface Verdict<T> {
  code: number | undefined;
  message: unknown;
  data: T | undefined;
}

/** A message in words; undefined where there is none. */
export function asText(message: unknown): string | undefined {
  if (message === undefined || message === null || message === '') return undefined;
  return typeof message === 'string' ? message : JSON.stringify(message);
}

async function read<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // What cannot be read is somebody else's answer, or half of ours.
    throw new ApiError(unreachable);
  }
}

/**
 * Every answer of our server says its code. One that does not is the word of somebody on the way, such as the page with which a hotel
 * asks for a room number: our server was not reached, and has refused nothing, whatever the status.
 */
function failure(body: unknown, response: Response): ApiError {
  const { message, code, data } = readable(body);
  if (code === undefined) return new ApiError(unreachable);
  return new ApiError(
    message ?? 'Something went wrong on our side. Try again in a moment.',
    response,
    code,
    data,
  );
}

/** What a refusal says whose answer has not been read yet. */
export async function failureOf(response: Response): Promise<ApiError> {
  return failure(parsed(await response.text().catch(() => '')), response);
}

/** Throws an ApiError while the server does not answer, or says itself that it cannot. */
export async function checkReachable(): Promise<void> {
  await answer(api.GET('/healthz'));
}

function readable(body: unknown): { message?: string; code?: number; data?: unknown } {
  if (typeof body !== 'object' || body === null) return {};
  const { message, code, data } = body as Record<string, unknown>;
  return {
    data,
    ...(typeof message === 'string' && message !== '' ? { message } : {}),
    ...(typeof code === 'number' ? { code } : {}),
  };
}

/** A service worker has no document, and brings the token itself. */
function cookie(name: string): string | undefined {
  if (!('document' in globalThis)) return undefined;
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}
