import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '../../test/until.ts';
import { letGoOfIdle } from './idle.ts';

const LOOK_MS = 5000;
const IDLE_MS = 65_000;
const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers with this, and so many connections to it that have arrived. */
async function connected(answer: Buffer, count: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const server = createServer((_, response) => response.end(answer));
  const watch = letGoOfIdle(server);
  let arrived = 0;
  server.on('connection', () => (arrived += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: count }, () => connect(port));
  await until(() => arrived === count);
  return {
    sockets,
    stop: () => {
      watch.stop();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a connection that says nothing is let go, before and after a request; one that goes on asking is not', async () => {
  const { sockets, stop } = await connected(Buffer.from('here'), 3);
  const [silent, asked, busy] = sockets as [Socket, Socket, Socket];
  const ask = async (socket: Socket) => {
    socket.write(ASK);
    await once(socket, 'data');
  };
  await ask(asked);
  const gone = Promise.all([silent, asked].map((socket) => once(socket.resume(), 'close')));
  for (let passed = 0; passed <= IDLE_MS; passed += LOOK_MS) {
    expect([silent, asked].some((socket) => socket.closed)).toBe(false);
    await ask(busy);
    vi.advanceTimersByTime(LOOK_MS);
  }
  await gone;
  await ask(busy);
  stop();
});

test('whoever reads a large answer slowly gets all of it', async () => {
  const large = Buffer.alloc(32 * 1024 * 1024);
  const { sockets, stop } = await connected(large, 1);
  const slow = sockets[0]!;
  let read = 0;
  slow.write(ASK);
  await once(slow, 'readable');
  vi.advanceTimersByTime(3 * IDLE_MS);
  slow.on('data', (piece: Buffer) => (read += piece.length));
  await until(() => read > large.length || slow.closed);
  expect(read).toBeGreaterThan(large.length);
  stop();
});
