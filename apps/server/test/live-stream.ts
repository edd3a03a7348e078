import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../src/platform/deps.ts';

/** Listens to an account's changes, or to those of the office, as a browser does, on an app that listens. */
export async function openStream(app: App, cookie: string, service: 'scheduling' | 'office' = 'scheduling') {
  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(
    get({ port, host: '127.0.0.1', path: `/services/${service}/api/v1/live`, headers: { cookie } }),
    'response',
  )) as [IncomingMessage];
  const events: unknown[] = [];
  response.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) {
      if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)));
    }
  });
  return { response, events, ended: once(response, 'close') };
}
