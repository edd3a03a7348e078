import { DEMO_PASSWORD } from '../seed/demo.ts';
import type { App } from '../src/platform/deps.ts';

/** Signs one of the demo people in, and returns what a browser would keep. */
export async function signInAs(app: App, email: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/services/authentication/api/login',
    payload: { email, password: DEMO_PASSWORD },
  });
  if (answer.statusCode !== 200) throw new Error(`${email} cannot sign in: ${answer.body}`);
  const setCookie = [answer.headers['set-cookie'] ?? []].flat();
  const [session = '', xsrf = ''] = setCookie.map((line) => line.split(';', 1)[0]!);
  const valueOf = (pair: string) => pair.slice(pair.indexOf('=') + 1);
  return { setCookie, cookie: `${session}; ${xsrf}`, token: valueOf(session), xsrf: valueOf(xsrf) };
}
