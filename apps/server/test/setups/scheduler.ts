import { randomUUID } from 'node:crypto';
import type { App } from '../../src/platform/deps.ts';
import { signInAs } from '../sign-in.ts';

const api = '/services/scheduling/api/v1';

type Answer = { status: number; code: number; message: string; data: never };

/** Somebody of the demo business who calls the scheduler's API. */
export async function schedulerOf(app: App, email: string, scenario?: string) {
  const { headers } = await signInAs(app, email);
  return schedulerWith(app, { ...headers, ...(scenario !== undefined && { 'x-scenario': scenario }) });
}

/** A program that holds a key. */
export function schedulerByKey(app: App, key: string) {
  return schedulerWith(app, { authorization: `Bearer ${key}` });
}

/** Whoever sends these headers. A path is one of the scheduler's, unless it names another service. */
export function schedulerWith(app: App, headers: Record<string, string>) {
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    key?: string,
  ) {
    const answer = await app.inject({
      method,
      url: path.startsWith('/services/') ? path : `${api}${path}`,
      headers: { ...headers, ...(method === 'GET' ? {} : { 'idempotency-key': key ?? randomUUID() }) },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, ...answer.json<Omit<Answer, 'status'>>() };
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body?: object, key?: string) => call('POST', path, body, key),
    put: (path: string, body: object, key?: string) => call('PUT', path, body, key),
    patch: (path: string, body: object, key?: string) => call('PATCH', path, body, key),
    delete: (path: string) => call('DELETE', path),
  };
}
