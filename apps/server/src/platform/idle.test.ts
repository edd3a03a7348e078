import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '../../test/until.ts';
import { letGoOfIdle } from './idle.ts';

const LOOK_MS = 5000;
const IDLE_MS = 65_000;
const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

afterEach(() => {
  vi.useRealTimers();
});

test('a connection that says nothing is let go, before and after a request; one that goes on asking is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const server = createServer((_, response) => response.end('here'));
  const watch = letGoOfIdle(server);
  const arrived: unknown[] = [];
  server.on('connection', (socket) => arrived.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [silent, asked, busy] = [connect(port), connect(port), connect(port)];
  await until(() => arrived.length === 3);
  const ask = async (socket: typeof busy) => {
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
  watch.stop();
  busy.destroy();
  server.close();
});
