import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoLine, openSocket, type Target, wordsFor } from '../socket.ts';
import { createFraming, readMessage, type SipMessage } from './message.ts';

export type Transport = 'udp' | 'tcp' | 'tls';

/** What carries messages to an exchange and from it, and from nobody else. */
export interface Wire {
  readonly local: { readonly address: string; readonly port: number };
  send(octets: Buffer): void;
  close(): void;
}

interface Ears {
  readonly heard: (message: SipMessage) => void;
  /** It carries nothing any more, and why, in words. */
  readonly lost: (why: string) => void;
}

const AWAY = { isAway: true };

export function openWire(transport: Transport, target: Target, ears: Ears, answerMs: number): Promise<Wire> {
  return transport === 'udp' ? openDatagrams(target, ears) : openStream(target, ears, answerMs);
}

/** A connected socket: the system itself drops whatever comes from another address or port than the exchange's. */
async function openDatagrams({ address, port }: Target, { heard, lost }: Ears): Promise<Wire> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    socket.close();
  };
  const connected = once(socket, 'connect');
  socket.connect(port, address);
  try {
    await connected;
  } catch (error) {
    close();
    throw new NoLine(wordsFor(error), AWAY);
  }
  socket.on('message', (octets) => {
    const message = isClosed ? undefined : readMessage(octets);
    if (message) heard(message);
  });
  socket.on('error', (error) => {
    if (!isClosed) lost(wordsFor(error));
  });
  return {
    local: socket.address(),
    // Whether a datagram arrives is not for the socket to say; what is known of it comes as an error of its own.
    send: (octets) => {
      if (!isClosed) socket.send(octets, () => {});
    },
    close,
  };
}

/** What is not taken off us for so long is not wanted. */
const MOST_WAITING = 1 << 20;

async function openStream(target: Target, { heard, lost }: Ears, answerMs: number): Promise<Wire> {
  const socket = await openSocket(target, answerMs);
  let isClosed = false;
  const end = (why: string) => {
    if (isClosed) return;
    isClosed = true;
    socket.destroy();
    lost(why);
  };
  const take = createFraming({
    heard(octets) {
      const message = isClosed ? undefined : readMessage(octets);
      if (message) heard(message);
    },
    lost: () => end('What it sent makes no sense.'),
  });
  socket.setNoDelay().on('data', take);
  socket.on('error', (error) => end(wordsFor(error)));
  socket.on('close', () => end('The service closed the connection.'));
  return {
    local: { address: socket.localAddress!, port: socket.localPort! },
    send(octets) {
      if (isClosed) return;
      socket.write(octets);
      if (socket.writableLength > MOST_WAITING) end('It didn’t answer in time.');
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      socket.end();
      void sleep(GOODBYE_MS, undefined, { ref: false }).then(() => socket.destroy());
    },
  };
}

const GOODBYE_MS = 1_000;
