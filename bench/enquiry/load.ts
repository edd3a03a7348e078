import { connect, type Socket } from 'node:net';

/** Like the load of bench/http, with a request of its own each time and a look at how long each took. */
export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** The bytes of the next request. */
  next: () => Buffer;
}

export interface Result {
  perSecond: number;
  failures: number;
  /** Of each answer. */
  milliseconds: number[];
}

export async function load({ port, connections, seconds, next }: Load): Promise<Result> {
  const milliseconds: number[] = [];
  let failures = 0;
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    sockets.map((socket) =>
      drive(socket, next, (ok, ms) => {
        milliseconds.push(ms);
        if (!ok) failures += 1;
        return performance.now() < end;
      }),
    ),
  );
  const elapsed = performance.now() - started;
  return { perSecond: (milliseconds.length / elapsed) * 1000, failures, milliseconds };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** One request after the other, for as long as `onAnswer` says so. */
function drive(
  socket: Socket,
  next: () => Buffer,
  onAnswer: (ok: boolean, milliseconds: number) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending = '';
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const at = pending.toLowerCase().indexOf('content-length: ');
      const length = Number(pending.slice(at + 16, pending.indexOf('\r', at)));
      if (pending.length < headEnd + 4 + length) return;
      const ok = pending.startsWith('HTTP/1.1 200') && pending.startsWith('{"code":800', headEnd + 4);
      pending = '';
      if (onAnswer(ok, performance.now() - sent)) send();
      else {
        socket.destroy();
        resolve();
      }
    });
    send();
  });
}
