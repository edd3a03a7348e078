import type { App } from '../../src/platform/deps.ts';
import type { TestDatabase } from '../database.ts';
import { call, form, linksOf, newBrowser as newJar } from './registrations.ts';

interface Place {
  now: () => number;
  app: () => App;
  db: () => TestDatabase;
}

/** The calls of somebody who registers and activates, at a place whose clock ticks with each registration. */
export function activationCalls(place: Place, tick: () => void) {
  const newBrowser = () => newJar(place.now);

  async function register(email: string, browser = newBrowser(), change: Partial<typeof form> = {}) {
    await call(place.app(), 'register', { ...form, email, ...change }, { browser });
    tick();
    return { browser, token: (await linksOf(place.db(), email)).at(-1)! };
  }
  const check = async (token: string, browser = newBrowser()) =>
    (await call(place.app(), 'activation/check', { token }, { browser })).json().data;
  const activate = (token: string, browser = newBrowser(), password?: string) =>
    call(place.app(), 'activate', password === undefined ? { token } : { token, password }, { browser });
  /** As the owner of the tables, who is bound by row-level security too: one account at a time. */
  async function usersOf(email: string) {
    const { rows: found } = await place
      .db()
      .asOwner<{ account_id: string }>('select account_id from sign_ins where email = $1', [email]);
    if (!found[0]) return [];
    await place.db().asOwner(`select set_config('muster.account', $1, false)`, [found[0].account_id]);
    const { rows } = await place.db().asOwner(
      `select u.first_name, u.last_name, u.role, a.name, a.plan_code, a.licences, a.phone
         from users u join accounts a on a.id = u.account_id`,
    );
    return rows;
  }

  return { newBrowser, register, check, activate, usersOf };
}
