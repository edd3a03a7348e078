import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Who has said the last byte that gets through. */
export type Side = 'client' | 'server';

export interface Cutting {
  readonly port: number;
  /** The next connection is cut after so many bytes of that side; those after it are not. */
  cutNext(after: number, side: Side): void;
  /** How often it has cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** A cable between a client and the server at a port, which is cut where a test wants it. */
export async function cutting(port: number): Promise<Cutting> {
  let next: { after: number; side: Side } | undefined;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const own = next;
    next = undefined;
    const far = connect(port, '127.0.0.1');
    for (const socket of [client, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        far.destroy();
      });
    }
    pass(client, far, own?.side === 'client' ? own.after : Infinity);
    pass(far, client, own?.side === 'server' ? own.after : Infinity);
  });

  function pass(from: Socket, to: Socket, most: number): void {
    let left = most;
    from.on('data', (bytes: Buffer) => {
      const through = bytes.subarray(0, left);
      left -= through.length;
      if (left > 0) {
        to.write(through);
        return;
      }
      cuts += 1;
      to.write(through, () => {
        from.destroy();
        // What has got through is read before the end.
        to.end();
      });
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutNext(after, side) {
      next = { after, side };
    },
    cuts: () => cuts,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
