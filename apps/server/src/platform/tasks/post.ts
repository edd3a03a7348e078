import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { Target } from './public-address.ts';

/** A program that takes longer has taken the news into its own hands at the wrong moment. */
const ANSWER_MS = 10_000;
/** What is read of an answer: its status is all that counts. */
const MOST_HEADER_BYTES = 16_384;

/**
 * Sends a body to the very address that was checked, and says with which status it was answered. Follows no redirect, reads nothing of
 * the answer, and keeps no connection.
 */
export async function post(
  { url, address }: Target,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
): Promise<number> {
  const family = isIPv6(address) ? 6 : 4;
  const pinned: LookupFunction = (_name, options, found) =>
    options.all ? found(null, [{ address, family }]) : found(null, address, family);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = send(
    url,
    {
      method: 'POST',
      agent: false,
      lookup: pinned,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    },
    (response) => {
      resolve(response.statusCode ?? 0);
      // The rest of it is nobody's business, however long it is.
      response.on('error', () => undefined);
      response.destroy();
    },
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}
