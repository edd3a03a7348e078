import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../../src/platform/deps.ts';

/** Listens to an account's changes, or to those of the office, as a browser does, on an app that listens. */
export async function openStream(
  app: App,
  credentials: string | Record<string, string>,
  {
    service = 'scheduling',
    path: named,
    after,
  }: { service?: 'scheduling' | 'office'; path?: string; after?: number } = {},
) {
  const { port } = app.server.address() as AddressInfo;
  const headers = typeof credentials === 'string' ? { cookie: credentials } : credentials;
  const path = `${named ?? `/services/${service}/api/v1/live`}${after === undefined ? '' : `?after=${after}`}`;
  const [response] = (await once(get({ port, host: '127.0.0.1', path, headers }), 'response')) as [
    IncomingMessage,
  ];
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const messages = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .map((message) => ({
        event: /^event: (.*)$/m.exec(message)?.[1],
        data: JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? 'null'),
      }));
  return {
    response,
    messages,
    /** What changed, without its number. */
    changes: () =>
      messages()
        .filter(({ event }) => event === 'change')
        .map(({ data: { topic, id } }) => (id === undefined ? { topic } : { topic, id })),
    /** Once it hears everything from here on. */
    started: async () => {
      while (!messages().some(({ event }) => event === 'start')) await once(response, 'data');
    },
    ended: once(response, 'close'),
  };
}
