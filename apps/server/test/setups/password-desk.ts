import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openDemo } from '../../seed/demo.ts';
import type { App } from '../../src/platform/deps.ts';
import { linkToken } from '../../src/platform/sign-in/secret.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { lettersTo } from './letters.ts';

const base = '/services/authentication/api';
export const HOUR_MS = 3_600_000;
export const OWNER = 'owner@example.com';

export const chosen = (password: string) => ({ password, password_confirmation: password });

/** For the tests of one file: each has a day of its own, an app that listens, and the demo people as they were. */
export function passwordDesk() {
  const desk = { at: Date.UTC(2030, 0, 1), db: {} as TestDatabase, app: {} as App };
  beforeAll(async () => {
    desk.db = await testDatabase();
    await openDemo(desk.db.database);
    desk.app = await testApp(desk.db, { env: { HOST: '127.0.0.1' }, now: () => desk.at });
    await desk.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await desk.app.close();
    await desk.db.drop();
  });
  beforeEach(async () => {
    desk.at += 24 * HOUR_MS;
    await desk.db.asOwner('delete from outbox');
  });
  afterEach(async () => {
    const { asOwner } = desk.db;
    await asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
    const { rows } = await asOwner(`select password_hash from users where email = 'technician@example.com'`);
    for (const table of ['users', 'staff'])
      await asOwner(`update ${table} set password_hash = $1`, [rows[0].password_hash]);
  });

  function post(path: string, payload: object, headers: Record<string, string> = {}) {
    return desk.app.inject({ method: 'POST', url: `${base}/${path}`, payload, headers });
  }

  return Object.assign(desk, {
    post,
    change(headers: Record<string, string>, current_password: string, password: string) {
      return post('password/change', { current_password, ...chosen(password) }, headers);
    },
    /** The token of the link that is mailed. */
    async askForLink(email: string): Promise<string> {
      desk.at += HOUR_MS / 2;
      expect((await post('password/forgot', { email })).statusCode).toBe(200);
      const letter = (await lettersTo(desk.db, email)).findLast(({ template }) => template === 'reset');
      return linkToken(desk.db.database.secret, 'reset', letter.link.id);
    },
    /** What a link is good for. */
    async check(token: string) {
      return (await post('password/reset/check', { token })).json().data;
    },
    async isSignedIn({ cookie }: { cookie: string }) {
      return (await desk.app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode === 200;
    },
    async canSignIn(email: string, password: string) {
      return (await post('login', { email, password })).statusCode === 200;
    },
  });
}
