import { isLoopback, type Settings } from '../../settings.ts';

/** The public address of this server, which links in mails start with. */
export function publicAddress({ BASE_URL, HOST, PORT }: Settings): string {
  return BASE_URL ?? `http://${isLoopback(HOST) ? 'localhost' : HOST}:${PORT}`;
}
