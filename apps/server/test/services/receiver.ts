import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = number | [status: number, headers: Record<string, string>] | undefined;

export interface Receiver {
  url: string;
  port: number;
  received: { headers: IncomingHttpHeaders; body: string }[];
  close(): Promise<void>;
}

/** Somebody else's program that is told of changes: answers as the test says, or not at all. */
export async function receiver(answer: (body: string) => Reply): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const reply = answer(body);
      if (reply === undefined) return;
      const [status, headers] = Array.isArray(reply) ? reply : [reply, {}];
      response.writeHead(status, headers).end('x'.repeat(100_000));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
