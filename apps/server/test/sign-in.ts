import { DEMO_PASSWORD } from '../seed/demo.ts';
import type { App } from '../src/platform/deps.ts';

/** Signs one of the demo people in, and returns what a browser would keep. */
export async function signInAs(
  app: App,
  email: string,
  { password = DEMO_PASSWORD, headers = {} }: { password?: string; headers?: Record<string, string> } = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/services/authentication/api/login',
    payload: { email, password },
    headers,
  });
  if (answer.statusCode !== 200) throw new Error(`${email} cannot sign in: ${answer.body}`);
  return keptCookies([answer.headers['set-cookie'] ?? []].flat());
}

export function keptCookies(setCookie: string[]) {
  const pairs = setCookie.map((line) => line.split(';', 1)[0]!);
  const [token = '', xsrf = '', device = ''] = pairs.map((pair) => pair.slice(pair.indexOf('=') + 1));
  const cookie = pairs.join('; ');
  /** What a request of this browser carries. */
  const headers = { cookie, 'x-xsrf-token': xsrf };
  return { setCookie, cookie, token, xsrf, device, headers };
}
