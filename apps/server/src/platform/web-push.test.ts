import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { arePushKeys, encryptPush, isPushService, newPushKey, publicPushKey } from './web-push.ts';

/** The example of RFC 8291, appendix A. */
const to = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('what is encrypted is what the standard says', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const sent = encryptPush('When I grow up, I want to be a watermelon', to, { pair, salt });
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(encryptPush('a', to).equals(encryptPush('a', to))).toBe(false);
});

test('a key of ours has 32 bytes, and another half each', () => {
  const keys = Array.from({ length: 600 }, newPushKey);
  for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(new Set(keys.map(publicPushKey)).size).toBe(keys.length);
});

test('what is no point of the curve, or no secret, is refused', () => {
  expect(arePushKeys(to)).toBe(true);
  expect(arePushKeys({ ...to, p256dh: to.p256dh.replace('x', 'y') })).toBe(false);
  expect(arePushKeys({ ...to, auth: 'AAAA' })).toBe(false);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['https://api.push.apple.com/a', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=a', true],
  ['https://push.example/a', true],
  ['https://fcm.googleapis.com.evil.example/a', false],
  ['https://evil.example/fcm.googleapis.com', false],
  ['https://notify.windows.com.evil.example/', false],
  ['https://evilpush.apple.com/', false],
  ['https://127.0.0.1/', false],
  ['no address', false],
])('%s is known as a push service: %s', (endpoint, isKnown) => {
  expect(isPushService(endpoint, ['push.example'])).toBe(isKnown);
});
