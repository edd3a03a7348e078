import { createHmac, randomUUID } from 'node:crypto';
import type { CallServiceMade } from '@muster/domain/calls/call-services/schema';
import { expect } from 'vitest';
import type { App } from '../../src/platform/deps.ts';
import type { Work } from './work.ts';

export const calls = '/services/calls/api/v1';

/** An exchange that signs with the secret of its connection what it sends to the address of it. */
export function exchangeOf(
  app: App,
  clock: { now: number },
  made: Pick<CallServiceMade, 'event_address' | 'secret'>,
) {
  const path = new URL(made.event_address!).pathname;
  const signed = (body: string, { secret = made.secret!, at = clock.now } = {}) => {
    const t = Math.floor(at / 1000);
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
  };
  async function send(body: string, signature: string | undefined, to = path): Promise<number> {
    const headers = {
      'content-type': 'application/json',
      ...(signature && { 'muster-signature': signature }),
    };
    return (await app.inject({ method: 'POST', url: to, headers, payload: body })).statusCode;
  }
  return {
    path,
    signed,
    send,
    /** What it tells of a call, signed as it should be. */
    async tell(event: string, call: string, more: object = {}): Promise<number> {
      const at = new Date(clock.now).toISOString();
      const body = JSON.stringify({ id: `${call} ${event}`, call, event, at, ...more });
      return send(body, signed(body));
    },
  };
}

export type Exchange = ReturnType<typeof exchangeOf>;

export async function connectExchange(work: Work, name = 'Front desk'): Promise<CallServiceMade> {
  const answer = await work.owner.post(`${calls}/services`, { kind: 'calls', name }, randomUUID());
  expect(answer).toMatchObject({ status: 200 });
  return (answer.data as { row: CallServiceMade }).row;
}
