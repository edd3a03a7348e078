import { DEMO_PASSWORD } from '../../apps/server/seed/demo.ts';
import { freePort, ready, spawnMuster } from '../../apps/server/test/faults/muster-process.ts';
import { asClusterSuperuser } from '../../apps/server/test/faults/processes.ts';
import { keptCookies } from '../../apps/server/test/sign-in.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';

/** The product with its demo business, in a process of its own, called by its owner; and its database, for what no call does. */
export async function startDemo() {
  const folder = temporaryFolder();
  const muster = await ready(
    spawnMuster({ PORT: await freePort(), DATA_DIR: folder.path, LOG_LEVEL: 'error' }),
  );
  const login = await fetch(`${muster.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: DEMO_PASSWORD }),
  });
  const { headers } = keptCookies(login.headers.getSetCookie());

  async function call<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    key?: string,
  ): Promise<T> {
    const answer = await fetch(`${muster.url}/services/scheduling/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return JSON.parse(text).data as T;
  }

  return {
    url: muster.url,
    headers,
    call,
    asSuperuser: asClusterSuperuser.bind(undefined, folder.path) as <T>(
      work: Parameters<typeof asClusterSuperuser<T>>[1],
    ) => Promise<T>,
    async stop() {
      muster.child.kill('SIGTERM');
      await muster.ended;
      folder.remove();
    },
  };
}
