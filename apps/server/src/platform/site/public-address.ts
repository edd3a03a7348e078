import { isLoopback, type Settings } from '../../settings.ts';

/** Where people reach this server: what a link in a mail starts with. */
export function publicAddress({ BASE_URL, HOST, PORT }: Settings): string {
  return BASE_URL ?? `http://${isLoopback(HOST) ? 'localhost' : HOST}:${PORT}`;
}
