import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../seed/demo.ts';
import type { App } from '../../src/platform/deps.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { newEnquiry, OFFICE, officeOf } from '../setups/enquiries.ts';
import { signInAs } from '../sign-in.ts';

let db: TestDatabase;
const payload = {
  version: 1,
  state: 'spam',
  text: 'x',
  name: 'x',
  owner_id: null,
  due_at: '2030-01-05T09:30:00Z',
};

/** Calls that are not about enquiries. Every call that is missing here must be for staff alone. */
const others = [
  /^\/(healthz|readyz)$/,
  // Whoever has the secret address of a feed needs no other name.
  /^\/calendar\//,
  /^\/services\/authentication\/api\//,
  /^\/services\/inbox\/api\/(mails|texts)/,
  /^\/services\/scheduling\/api\/v1\//,
  /^\/services\/subscription\/api\/v1\/(enquiries\/store|industries|plans|events)$/,
  // Of the accounts: who may what there is told with the calls of the scheduler.
  /^\/services\/subscription\/api\/v1\/billing/,
  // Of the accounts: who may what there is told in the tests of each of these services.
  /^\/services\/(accounting|calls|filesystem|messages|payments|video)\//,
];

let app: App;
let operations: { path: string; method: 'GET' | 'POST'; operation: Operation }[];
let calls: { method: 'GET' | 'POST'; url: string; payload?: object }[];
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db);
  const { id } = await newEnquiry(app, await officeOf(app), { name: 'Secret Gully Gardens' });
  const { paths } = (await app.inject({ url: '/services/openapi.json' })).json();
  // From the document itself, so that a new call cannot be forgotten.
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => ({
      path,
      method: name.toUpperCase() as 'GET' | 'POST',
      operation,
    })),
  );
  calls = operations
    .filter(({ path }) => !others.some((other) => other.test(path)))
    .map(({ path, method, operation }) => {
      const call = { method, url: path.replace('{id}', id) };
      const { properties } = operation.requestBody?.content['application/json'].schema ?? {};
      return properties
        ? Object.assign(call, {
            payload: Object.fromEntries(Object.entries(payload).filter(([name]) => name in properties)),
          })
        : call;
    });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

interface Operation {
  requestBody?: { content: { 'application/json': { schema: { properties: object } } } };
  responses: Record<string, unknown>;
}

const everybody = { anybody: undefined, owner: 'owner', dispatcher: 'dispatcher', technician: 'technician' };

test.each(Object.entries(everybody))(
  '%s is refused every call of the office, and sees nothing',
  async (_, role) => {
    const headers = role ? (await signInAs(app, `${role}@example.com`)).headers : {};
    expect(calls.length).toBeGreaterThan(10);
    for (const call of calls) {
      const answer = await app.inject({ ...call, headers });
      expect([call, answer.statusCode]).toEqual([call, role ? 403 : 401]);
      expect(answer.body).not.toContain('Secret');
    }
    const { rows } = await db.asOwner('select version from enquiries');
    expect(rows).toEqual([{ version: 1 }]);
  },
);

test('no call but those answers with an enquiry; the receipt of one is its reference alone', () => {
  const named = operations.filter(({ path, operation }) => {
    const isOffice = path.startsWith(`${OFFICE}/`);
    return (
      !isOffice &&
      (path.includes('enquir') ||
        /licenses_required|"required":\["reference"\]/.test(JSON.stringify(operation.responses)))
    );
  });
  expect(named.map(({ path }) => path)).toEqual(['/services/subscription/api/v1/enquiries/store']);
  // A refusal names the field that it is about; no answer has the field itself.
  expect(JSON.stringify(named[0]!.operation.responses)).not.toContain('"licenses_required":');
});

/** This test comes last, because it changes the enquiry. */
test('the same calls let staff in', async () => {
  const { headers } = await officeOf(app);
  const seen = new Map<string, number>();
  for (const call of calls.filter(({ url }) => !url.endsWith('/live')))
    seen.set(`${call.method} ${call.url}`, (await app.inject({ ...call, headers })).statusCode);
  // Some calls may be refused because of the state of the enquiry, but none because of who asks.
  for (const [call, status] of seen) expect([call, [200, 409, 422].includes(status)]).toEqual([call, true]);
  expect([...seen.values()].filter((status) => status === 200).length).toBeGreaterThan(6);
});
