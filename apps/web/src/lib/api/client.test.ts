import { expect, test } from 'vitest';
import { createClient, type Result } from './client.ts';

const ADDRESS = 'http://here/visits/{id}';

interface Calls {
  GET: {
    [ADDRESS]: { path: { id: string }; query: { tag?: string[]; day?: string | undefined }; data: null };
  };
  POST: {
    [ADDRESS]: {
      path: { id: number };
      header: { 'idempotency-key'?: string; 'if-match'?: string | undefined };
      body: { a: number };
      data: null;
    };
  };
}

type Client = ReturnType<typeof createClient<Calls>>;

/** What a call sends, and what it makes of an answer. */
async function ask(answer: Response, call: (client: Client) => Promise<Result<null>>) {
  const sent: Request[] = [];
  const client = createClient<Calls>(async (request) => {
    sent.push(request);
    return answer;
  });
  const { response: _, ...read } = await call(client);
  return { request: sent[0]!, read };
}

test('an address has its path and its query written out, without what is not given', async () => {
  const params = { path: { id: 'a/b' }, query: { tag: ['one', 'two & three'], day: undefined } };
  const { request } = await ask(Response.json({}), (client) => client.GET(ADDRESS, { params }));
  expect(request.url).toBe('http://here/visits/a%2Fb?tag=one&tag=two+%26+three');
  expect(request.method).toBe('GET');
  expect(request.headers.get('content-type')).toBeNull();
  expect(request.keepalive).toBe(false);
});

test('a body is JSON, and headers go with it', async () => {
  const params = { path: { id: 1 }, header: { 'idempotency-key': 'k', 'if-match': undefined } };
  const { request } = await ask(Response.json({}), (client) =>
    client.POST(ADDRESS, { params, body: { a: 1 }, headers: { 'X-Own': 'x' }, keepalive: true }),
  );
  expect(request.keepalive).toBe(true);
  expect(await request.json()).toEqual({ a: 1 });
  expect(Object.fromEntries(request.headers)).toEqual({
    'content-type': 'application/json',
    'idempotency-key': 'k',
    'x-own': 'x',
  });
});

test('an answer is data, nothing, or an error that need not be JSON', async () => {
  const params = { path: { id: '1' } };
  const of = async (answer: Response) =>
    (await ask(answer, (client) => client.GET(ADDRESS, { params }))).read;
  expect(await of(Response.json({ code: 800 }))).toEqual({ data: { code: 800 } });
  expect(await of(new Response(null, { status: 204 }))).toEqual({ data: undefined });
  expect(await of(Response.json({ code: 404 }, { status: 404 }))).toEqual({ error: { code: 404 } });
  expect(await of(new Response('Bad gateway', { status: 502 }))).toEqual({ error: 'Bad gateway' });
  await expect(of(new Response('<html>'))).rejects.toThrow(SyntaxError);
});
