import { connect, type Socket } from 'node:net';

/**
 * A small HTTP/1.1 client over raw sockets, so that the load costs less than the servers it measures:
 * every connection sends one request, waits for the whole answer and sends the next.
 */
export interface Load {
  port: number;
  path: string;
  body: string;
  connections: number;
  seconds: number;
}

export interface Result {
  perSecond: number;
  failures: number;
  /** Share of one core that the client itself used: near 1 it would measure itself. */
  busy: number;
}

export async function load({ port, path, body, connections, seconds }: Load): Promise<Result> {
  const request = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const counts = { done: 0, failures: 0 };
  let running = true;
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const started = performance.now();
  const cpu = process.cpuUsage();
  for (const socket of sockets) {
    drive(socket, request, (ok) => {
      counts.done += 1;
      if (!ok) counts.failures += 1;
      return running;
    });
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  running = false;
  const elapsed = performance.now() - started;
  const used = process.cpuUsage(cpu);
  for (const socket of sockets) socket.destroy();
  return {
    perSecond: (counts.done / elapsed) * 1000,
    failures: counts.failures,
    busy: (used.user + used.system) / 1000 / elapsed,
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Answers are small, so one arrives in one read nearly always; a split one is put together first. */
function drive(socket: Socket, request: Buffer, onAnswer: (ok: boolean) => boolean): void {
  let pending = '';
  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1');
    const headEnd = pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const at = pending.toLowerCase().indexOf('content-length: ');
    const length = Number(pending.slice(at + 16, pending.indexOf('\r', at)));
    if (pending.length < headEnd + 4 + length) return;
    const ok = pending.startsWith('HTTP/1.1 200') && pending.startsWith('{"code":800', headEnd + 4);
    pending = '';
    if (onAnswer(ok)) socket.write(request);
  });
  socket.write(request);
}
