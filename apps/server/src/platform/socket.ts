import { connect as connectPlain, isIP, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Why a service can't be spoken to, in words for the owner. */
export class NoLine extends Error {
  /** For how long it asks to be left alone. */
  readonly askedSeconds: number;
  /** Whether another address of the same service may do better. */
  readonly isAway: boolean;

  constructor(message: string, { askedSeconds = 0, isAway = false } = {}) {
    super(message);
    this.askedSeconds = askedSeconds;
    this.isAway = isAway;
  }
}

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** The one that was checked, whatever the name stands for a moment later. */
  readonly address: string;
}

/** A connection that stays, to the very address that was checked and, where it is secure, to whom we mean. */
export async function openSocket(
  { address, host, port, isSecure }: Target,
  answerMs: number,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const at = { host: address, port, family: isIPv6(address) ? 6 : 4 };
  const socket: Socket = isSecure
    ? connectTls({ ...at, ...(isIP(host) === 0 && { servername: host }) }, () => resolve(socket))
    : connectPlain(at, () => resolve(socket));
  const silent = new NoLine('It didn’t answer in time.', { isAway: true });
  const timer = setTimeout(() => socket.destroy(silent), answerMs).unref();
  socket.on('error', (error) => reject(new NoLine(wordsFor(error), { isAway: true })));
  socket.on('close', () => reject(new NoLine('The service closed the connection.', { isAway: true })));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

export function wordsFor(error: unknown): string {
  if (error instanceof NoLine) return error.message;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code !== 'string') return 'What it sent makes no sense.';
  return /CERT|TLS|SSL|SELF_SIGNED/.test(code)
    ? `We couldn’t make sure who it is (${code}).`
    : `We couldn’t reach it (${code}).`;
}
