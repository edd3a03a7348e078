import { afterEach, expect, test } from 'vitest';
import { twilio, type TwilioService } from '../../../test/services/twilio.ts';
import { until } from '../../../test/until.ts';
import type { Heard, Line } from './line.ts';
import { openTwilio } from './twilio.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const message = {
  sender: '+61400000000',
  number: '+61412345678',
  body: 'See you at 9 😀',
  encoding: 'UCS-2',
  part: null,
  goodForSeconds: 3_600,
} as const;

async function lineTo(service: TwilioService, token = 'secret'): Promise<{ line: Line; heard: Heard[] }> {
  cleanUp.push(() => service.close());
  const heard: Heard[] = [];
  const hear = async (one: Heard) => void heard.push(one);
  const around = { networks: ['127.0.0.1'], now: Date.now, pollMs: 20 };
  const line = await openTwilio({ url: service.url, account: 'AC1', token }, hear, around);
  cleanUp.push(() => line.close());
  return { line, heard };
}

test('a text is taken, and what becomes of it is heard without a public address', async () => {
  const service = await twilio();
  const { line, heard } = await lineTo(service);
  const became = await line.submit(message);
  expect(became).toEqual({ became: 'accepted', reference: service.messages[0]!.sid });
  expect(service.messages[0]).toMatchObject({
    to: '+61412345678',
    from: '+61400000000',
    body: 'See you at 9 😀',
  });
  service.messages[0]!.status = 'delivered';
  service.answerFrom('+61412345678', 'STOP');
  await until(() => heard.some(({ told }) => told.kind === 'answer'));
  expect(heard).toContainEqual({
    name: service.messages[0]!.sid,
    told: { kind: 'answer', number: '+61412345678', body: 'STOP', part: null },
  });
  expect(heard.find(({ name }) => name?.endsWith(' delivered'))?.told).toMatchObject({
    receipt: { id: service.messages[1]!.sid, state: 'confirmed' },
  });
});

test('one that was taken without an answer is unknown, and the list says what it is', async () => {
  const service = await twilio({ answer: () => 'cut' });
  const { line, heard } = await lineTo(service);
  expect(await line.submit(message)).toMatchObject({ became: 'unknown' });
  await until(() => heard.length > 0);
  expect(heard[0]!.told).toMatchObject({
    number: '+61412345678',
    receipt: { text: 'See you at 9 😀', state: null },
  });
  expect(service.asked()).toBe(1);
});

test('a throttle says for how long, a refusal why, and a fault of its own leaves it open', async () => {
  const said = [{ status: 429, retryAfter: '90' }, { status: 400, code: 21211 }, { status: 503 }];
  const { line } = await lineTo(await twilio({ answer: (count) => said[count - 1]! }));
  expect(await line.submit(message)).toMatchObject({ became: 'throttled', askedSeconds: 90 });
  expect(await line.submit(message)).toEqual({
    became: 'refused',
    error: 'The service doesn’t take this number.',
  });
  expect(await line.submit(message)).toMatchObject({ became: 'unknown' });
  expect(await line.submit({ ...message, sender: '' })).toMatchObject({ became: 'refused' });
});

test('a wrong token is told in words, and a private network is not asked', async () => {
  const service = await twilio();
  await expect(lineTo(service, 'wrong')).rejects.toThrow('It doesn’t know this account SID and auth token.');
  const login = { url: service.url, account: 'AC1', token: 'secret' };
  const refused = openTwilio(login, async () => {}, { networks: [], now: Date.now });
  await expect(refused).rejects.toThrow('private network');
});
