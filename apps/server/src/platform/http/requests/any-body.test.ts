import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { bodiesFor, type BodySchema } from '../../../../test/whole/bodies.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { newEnquiry, OFFICE, officeOf } from '../../../../test/setups/enquiries.ts';
import { repetitions } from '../../../../test/long.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../deps.ts';

const BODIES = repetitions({ usual: 6, long: 10_000 });
/** Only our own people make these calls, and most bodies reach the database. */
const BODIES_OF_OFFICE = repetitions({ usual: 12, long: 1_000 });
/** Fewer than may wait for a password to be hashed: being too busy is an answer too, but not the one we look for. */
const AT_ONCE = 16;
/** Below the lowest limit of a network on loopback (a hundred times ten). */
const FROM_ONE_NETWORK = 900;

let db: TestDatabase;
let app: App;
let sessions: Record<'owner' | 'staff', Record<string, string>>;
let enquiry: string;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { env: { HOST: '127.0.0.1' } });
  const office = await officeOf(app);
  sessions = { owner: (await signInAs(app, 'owner@example.com')).headers, staff: office.headers };
  enquiry = (await newEnquiry(app, office)).id;
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

interface Operation {
  requestBody?: { content: { 'application/json': { schema: BodySchema } } };
  security?: unknown;
}

/** Every call of the API that takes a body, as its own description names them. */
async function callsWithBody() {
  const { paths } = (await app.inject({ url: '/services/openapi.json' })).json();
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, security }]) =>
      requestBody
        ? [
            {
              method: method.toUpperCase() as 'POST' | 'PUT' | 'PATCH',
              url: path.replaceAll(/\{\w+\}/g, enquiry),
              schema: requestBody.content['application/json'].schema,
              headers: {
                'content-type': 'application/json',
                // As somebody who may call it: otherwise the answer would be no, whatever the body is.
                ...(security === undefined ? {} : sessions[path.startsWith(OFFICE) ? 'staff' : 'owner']),
              },
            },
          ]
        : [],
    ),
  );
}

const envelope = /^\{"code":\d+,"message":".+","data":.+\}$/s;

type Call = Awaited<ReturnType<typeof callsWithBody>>[number];

/** Answers that must never occur, with the bodies that caused them. */
async function wrongAnswers({ schema, ...call }: Call): Promise<string[]> {
  const payloads = bodiesFor(schema, call.url.startsWith(OFFICE) ? BODIES_OF_OFFICE : BODIES);
  const wrong: string[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < payloads.length; at = next++) {
      const payload = payloads[at]!;
      const remoteAddress = `203.0.113.${Math.floor(at / FROM_ONE_NETWORK)}`;
      const { statusCode, body } = await app.inject({ ...call, payload, remoteAddress });
      if (statusCode >= 500 || !envelope.test(body))
        wrong.push(`${statusCode} ${body} for ${payload.toString()}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return wrong;
}

test(
  `${BODIES} generated bodies for each call, ${BODIES_OF_OFFICE} in the office: no 5xx, always an envelope`,
  { timeout: repetitions({ usual: 600_000, long: 7_200_000 }) },
  async () => {
    const calls = await callsWithBody();
    expect(calls.map(({ url }) => url.replace('/services/authentication/api/', ''))).toEqual(
      expect.arrayContaining(['login', 'register', 'activate', 'password/forgot', 'password/change']),
    );
    for (const { url, method, headers } of calls.filter(({ url }) => url.startsWith(OFFICE)))
      expect([url, (await app.inject({ url, method, headers, payload: {} })).statusCode]).toEqual([url, 400]);
    for (const call of calls) expect({ [call.url]: await wrongAnswers(call) }).toEqual({ [call.url]: [] });
  },
);
