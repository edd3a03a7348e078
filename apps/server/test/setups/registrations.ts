import type { App } from '../../src/platform/deps.ts';
import { linkToken } from '../../src/platform/sign-in/secret.ts';
import type { TestDatabase } from '../database.ts';

const base = '/services/authentication/api';

export const form = {
  first_name: 'Nora',
  last_name: 'Newcomer',
  phone: '0412 345 678',
  email: 'nora@example.com',
  password: 'correct horse 9',
  password_confirmation: 'correct horse 9',
  plan_code: 'crew',
};

/** Limits count per network, and each call of a test comes from one of its own. */
let networks = 0;
const ownNetwork = () => `10.${(networks += 1) >> 8}.${networks & 255}.1`;

/** What a browser sends and keeps: its cookies, each for as long as it was told to. */
export interface BrowserJar {
  cookies: Map<string, string>;
  ends: Map<string, number>;
  now: () => number;
}

export const newBrowser = (now: () => number = Date.now): BrowserJar => ({
  cookies: new Map(),
  ends: new Map(),
  now,
});

function forgetEnded({ cookies, ends, now }: BrowserJar): void {
  for (const [name, end] of ends) if (end <= now()) cookies.delete(name);
}

function keep({ cookies, ends, now }: BrowserJar, line: string): void {
  const pair = line.split(';', 1)[0]!;
  const name = pair.slice(0, pair.indexOf('='));
  cookies.set(name, pair.slice(pair.indexOf('=') + 1));
  ends.set(name, now() + Number(/Max-Age=(\d+)/.exec(line)![1]) * 1000);
}

export async function call(
  app: App,
  path: string,
  payload: object,
  { browser = newBrowser(), headers = {} }: { browser?: BrowserJar; headers?: Record<string, string> } = {},
) {
  forgetEnded(browser);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const xsrf = browser.cookies.get('XSRF-TOKEN');
  const answer = await app.inject({
    method: 'POST',
    url: `${base}/${path}`,
    payload,
    remoteAddress: ownNetwork(),
    headers: { ...(cookie ? { cookie } : {}), ...(xsrf ? { 'x-xsrf-token': xsrf } : {}), ...headers },
  });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(browser, line);
  return answer;
}

export const session = (app: App, { cookies }: BrowserJar) =>
  app.inject({
    url: `${base}/session`,
    headers: { cookie: `muster_session=${cookies.get('muster_session') ?? ''}` },
  });

/** The links that were made for an address, oldest first, as their mails carry them. */
export async function linksOf({ asOwner, database }: TestDatabase, email: string): Promise<string[]> {
  const { rows } = await asOwner<{ id: string }>(
    `select id from links where purpose = 'activation' and email = $1 order by created_at, id`,
    [email],
  );
  return rows.map(({ id }) => linkToken(database.secret, 'activation', id));
}

/** The templates of the mails on their way to an address. */
export async function mailsTo({ asOwner }: TestDatabase, email: string): Promise<string[]> {
  const { rows } = await asOwner<{ template: string }>(
    `select payload->>'template' as template from outbox where payload->>'to' = $1 order by position`,
    [email],
  );
  return rows.map(({ template }) => template);
}
