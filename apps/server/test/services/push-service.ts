import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertedPhone } from '@muster/domain/messages/phone-alerts/schema';

type Reply = number | [status: number, headers: Record<string, string>];

interface Pushed {
  readonly phone: string;
  readonly headers: IncomingHttpHeaders;
  readonly alert: { title: string; body: string; quiet: boolean };
}

export interface PushService {
  url: string;
  received: Pushed[];
  /** What the browser of a phone makes for a server with this key. */
  subscribe(key: string): AlertedPhone;
  close(): Promise<void>;
}

/**
 * A push service and the browsers behind it: takes what is signed with the key that the browser was given, and opens it as the browser
 * does (RFC 8291, the receiving side). Answers as the test says; what it refuses reaches no phone.
 */
export async function pushService(answer: () => Reply = () => 201): Promise<PushService> {
  const browsers = new Map<string, { open: (body: Buffer) => string; key: string }>();
  const received: Pushed[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const phone = String(request.url).slice(1);
      const browser = browsers.get(phone);
      const [status, headers] = [answer()].map((reply) =>
        Array.isArray(reply) ? reply : ([reply, {}] as const),
      )[0]!;
      const isSigned = browser !== undefined && isSignedBy(request.headers, browser.key, origin());
      if (isSigned && status < 300)
        received.push({
          phone,
          headers: request.headers,
          alert: JSON.parse(browser.open(Buffer.concat(chunks))),
        });
      response.writeHead(isSigned ? status : 403, headers).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin(),
    received,
    subscribe(key) {
      const [pair, auth, id] = [createECDH('prime256v1'), randomBytes(16), randomBytes(8).toString('hex')];
      pair.generateKeys();
      browsers.set(id, { key, open: (body) => openPush(body, pair, auth) });
      return {
        endpoint: `${origin()}/${id}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
        key,
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** VAPID (RFC 8292): for this service, for a day at most, by the one key that may alert this browser. */
function isSignedBy({ authorization = '' }: IncomingHttpHeaders, key: string, audience: string): boolean {
  const [, said = '', signature = '', named] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } });
  const isTrue = verify(
    'sha256',
    Buffer.from(said),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isTrue || named !== key) return false;
  const claims = JSON.parse(Buffer.from(said.split('.')[1]!, 'base64url').toString());
  return claims.aud === audience && Number.isInteger(claims.exp) && /^(mailto:|https:)/.test(claims.sub);
}

function openPush(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const derived = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const record = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  if (record.at(-1) !== 2) throw new Error('The last record does not end as it should.');
  return record.subarray(0, -1).toString();
}
