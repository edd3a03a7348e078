import { connect, type Socket } from 'node:net';

/** What came back. */
export interface Reply {
  status: number;
  /** Everything after the head. */
  body: string;
  headers: string;
  ms: number;
}

export interface Connection {
  send(request: { method: 'GET' | 'POST'; path: string; body?: object; headers?: string[] }): Promise<Reply>;
  close(): void;
}

/**
 * One HTTP/1.1 connection over a raw socket, one request at a time, so that the client costs little beside what it measures.
 * It comes from the given address of this machine: each of 127.0.0.0/8 is a network of its own to the server.
 */
export async function openConnection(port: number, from: string): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true }, () =>
      resolve(opening),
    );
    opening.once('error', reject);
  });
  let pending = '';
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void; since: number } | undefined;
  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1');
    const headEnd = pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = pending.slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (pending.length < headEnd + 4 + length) return;
    const reply = {
      status: Number(head.slice(9, 12)),
      headers: head,
      body: pending.slice(headEnd + 4),
      ms: performance.now() - (waiting?.since ?? 0),
    };
    pending = '';
    waiting?.resolve(reply);
  });
  const hungUp = new Error('The server hung up.');
  socket.on('close', () => waiting?.reject(hungUp));
  socket.on('error', (error) => waiting?.reject(error));
  return {
    send({ method, path, body, headers = [] }) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        ...(body === undefined
          ? []
          : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
        ...headers,
      ];
      return new Promise((resolve, reject) => {
        if (!socket.writable) reject(hungUp);
        waiting = { resolve, reject, since: performance.now() };
        socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
      });
    },
    close: () => socket.destroy(),
  };
}
