import { afterEach, expect, test, vi } from 'vitest';
import { answer, ApiError, failureOf } from './api.ts';
import { createClient } from './client.ts';
import { unreachable } from './reconnection.ts';

interface Calls {
  GET: { 'http://here/visits': { data: null } };
}

async function ask(response: Response): Promise<unknown> {
  const client = createClient<Calls>(async () => response);
  return answer(client.GET('http://here/visits')).catch((error: unknown) => error);
}

afterEach(() => vi.unstubAllGlobals());

const html = { headers: { 'content-type': 'text/html' } };
/** What hotels, proxies and boxes at the edge of a network say in the place of a server. */
const strangers: readonly [string, () => Response][] = [
  ['a page to sign in', () => new Response('<h1>Welcome to the hotel</h1>', html)],
  ['nothing at all', () => new Response(null, { status: 204 })],
  ['its own JSON', () => Response.json({ captive: true })],
  ['401 with a page', () => new Response('<h1>Room number?</h1>', { ...html, status: 401 })],
  ['404 with a page', () => new Response('<h1>Not here</h1>', { ...html, status: 404 })],
  ['511', () => new Response('<h1>Network Authentication Required</h1>', { ...html, status: 511 })],
];

test.each(strangers)('who answers %s is not our server: nobody was reached', async (_, say) => {
  const error = await ask(say());
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0 });
  expect(await failureOf(say())).toMatchObject({ status: 0, message: unreachable });
});

test('a refusal of our own has its status, its words and what it is about', async () => {
  const data = { field: 'name' };
  const said = Response.json({ code: 4221, message: 'Used before.', data }, { status: 422 });
  expect(await ask(said)).toMatchObject({ status: 422, code: 4221, message: 'Used before.', data });
  expect(await ask(Response.json({ code: 801, message: 'Not now.' }))).toMatchObject({
    status: 200,
    code: 801,
  });
});
