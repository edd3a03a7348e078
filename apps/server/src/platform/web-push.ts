import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import { HOUR_SECONDS } from '@muster/domain/values/minutes';

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
const POINT_BYTES = 65;
const TAG_BYTES = 16;
const RECORD_BYTES = 4_096;
/** Ends the only record of a content. */
const LAST_RECORD = 2;
/** Push services take a day at most. */
const TOKEN_SECONDS = 12 * HOUR_SECONDS;

/** What a browser makes for whoever may alert it: its public key and a secret, both as it writes them. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Those that browsers use: whatever else somebody names is no push service. */
const knownServices = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^([\w.-]+\.)?push\.apple\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
];

export function isPushService(endpoint: string, alsoHosts: readonly string[]): boolean {
  const host = URL.parse(endpoint)?.hostname ?? '';
  return knownServices.some((known) => known.test(host)) || alsoHosts.includes(host);
}

/** Whether something can be encrypted for it: its key is a point of the curve, and its secret as long as it must be. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  try {
    newPair().computeSecret(bytes(p256dh));
    return bytes(auth).length === 16;
  } catch {
    // That it is no such point is all that node says of it.
    return false;
  }
}

/** The private half of a key of ours; the other follows from it. */
export function newPushKey(): string {
  const key = newPair().getPrivateKey();
  // It comes without zeros in front, and with them it is a key for everybody.
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url');
}

export function publicPushKey(privateKey: string): string {
  return pairOf(privateKey).getPublicKey('base64url');
}

/** What only one browser can read (RFC 8291). The pair and the salt are new each time. */
export function encryptPush(
  text: string,
  to: PushKeys,
  { pair = newPair(), salt = randomBytes(16) } = {},
): Buffer {
  const [theirs, ours] = [bytes(to.p256dh), pair.getPublicKey()];
  const shared = pair.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = Buffer.from(hkdfSync('sha256', shared, bytes(to.auth), info, 32));
  const derived = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12), {
    authTagLength: TAG_BYTES,
  });
  const content = Buffer.concat([Buffer.from(text), Buffer.from([LAST_RECORD])]);
  const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(POINT_BYTES, 4);
  return Buffer.concat([salt, header, ours, sealed]);
}

/** Says to a push service who sends, and to whom it can turn (RFC 8292). */
export function pushAuthorization(
  endpoint: string,
  { privateKey, contact, now }: { privateKey: string; contact: string; now: number },
): string {
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now / 1000) + TOKEN_SECONDS;
  const said = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: new URL(endpoint).origin, exp, sub: contact })}`;
  const point = pairOf(privateKey).getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${said}.${signature.toString('base64url')}, k=${point.toString('base64url')}`;
}

function newPair() {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

function pairOf(privateKey: string) {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(bytes(privateKey));
  return pair;
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
