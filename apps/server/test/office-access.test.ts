import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../seed/demo.ts';
import type { App } from '../src/platform/deps.ts';
import { testApp } from './app.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { newEnquiry, OFFICE, officeOf } from './enquiries.ts';
import { signInAs } from './sign-in.ts';

let db: TestDatabase;
const payload = { version: 1, state: 'spam', text: 'x', owner_id: null };

let app: App;
let calls: { method: 'GET' | 'POST'; url: string; payload?: object }[];
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db);
  const { id } = await newEnquiry(app, await officeOf(app), { name: 'Secret Gully Gardens' });
  const { paths } = (await app.inject({ url: '/services/openapi.json' })).json();
  // From the document itself, so that a new call cannot be forgotten.
  calls = Object.entries<Record<string, Operation>>(paths)
    .filter(([path]) => path.startsWith(`${OFFICE}/`))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([name, { requestBody }]) => {
        const call = { method: name.toUpperCase() as 'GET' | 'POST', url: path.replace('{id}', id) };
        return requestBody ? Object.assign(call, { payload }) : call;
      }),
    );
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

interface Operation {
  requestBody?: object;
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

test('there is no other way to an enquiry: no call of another service names one', async () => {
  const { paths } = (await app.inject({ url: '/services/openapi.json' })).json();
  const elsewhere = Object.keys(paths).filter(
    (path) => /enquir/.test(path) && !path.startsWith(`${OFFICE}/`),
  );
  expect(elsewhere).toEqual(['/services/subscription/api/v1/enquiries/store']);
});
