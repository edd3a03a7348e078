import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallServiceMade } from '@muster/domain/calls/call-services/schema';
import type { Call } from '@muster/domain/calls/calls/schema';
import type { Connection } from '@muster/domain/messages/connections/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, connectExchange, exchangeOf } from '../../../../test/setups/calls.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { twilioSignature } from '../../../platform/twilio.ts';

const TOKEN = 'auth-token-of-twilio';
const SID = `AC${'0'.repeat(32)}`;

/** As much of Twilio as begins a call. */
const begun: { path: string; form: URLSearchParams }[] = [];
const twilio = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    begun.push({ path: request.url!, form: new URLSearchParams(text) });
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sid: `CA${begun.length}` }));
  });
});

let work: Work;
beforeAll(async () => {
  await new Promise<void>((resolve) => twilio.listen(0, '127.0.0.1', resolve));
  const { port } = twilio.address() as AddressInfo;
  const env = { TWILIO_URL: `http://127.0.0.1:${port}`, WEBHOOK_NETWORKS: '127.0.0.1' };
  work = await openWork({ env: { ...env, BASE_URL: 'https://muster.example' } });
});
afterAll(async () => {
  await work.close();
  twilio.close();
});

const listed = async () => ((await work.owner.get(`${calls}/calls`)).data as { rows: Call[] }).rows;
const connections = async () => ((await work.owner.get('/connections')).data as { rows: Connection[] }).rows;

async function connectTwilio(): Promise<CallServiceMade> {
  const body = { kind: 'twilio calls', name: 'Twilio', login: SID, password: TOKEN, number: '02 9876 5432' };
  expect((await work.owner.post(`${calls}/services`, { ...body, office_phone: '5432' })).status).toBe(422);
  // It would ring itself, and again, at the expense of the business.
  expect((await work.owner.post(`${calls}/services`, { ...body, office_phone: '+61298765432' })).status).toBe(
    422,
  );
  const answer = await work.owner.post(`${calls}/services`, { ...body, office_phone: '0400 000 001' });
  expect(answer).toMatchObject({ status: 200, data: { row: { number: '+61298765432', secret: null } } });
  return (answer.data as { row: CallServiceMade }).row;
}

/** What Twilio tells at an address, signed for what it knows of it. */
async function tell(address: string, fields: Record<string, string>, signed = address, token = TOKEN) {
  const { pathname, search } = new URL(address);
  const answer = await work.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': twilioSignature(signed, fields, token),
      host: 'elsewhere.example',
    },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, body: answer.body };
}

test('Twilio is told which phone to ring, and what it tells in turn is a call; another address or token is nobody', async () => {
  const { event_address: address } = await connectTwilio();
  const inbound = {
    CallSid: 'CAin',
    Direction: 'inbound',
    CallStatus: 'ringing',
    From: '+61412345678',
    To: '+61298765432',
  };
  expect((await tell(address!, inbound, address!, 'another token')).status).toBe(400);
  expect(
    (await tell(address!, inbound, address!.replace('https://muster.example', 'https://elsewhere.example')))
      .status,
  ).toBe(400);
  expect(await listed()).toEqual([]);
  const empty = await work.app.inject({ method: 'POST', url: new URL(address!).pathname });
  expect(empty.statusCode).toBe(400);
  const asked = await tell(address!, inbound);
  expect(asked.status).toBe(200);
  expect(asked.body).toContain('>+61400000001</Number>');
  const phone = {
    CallSid: 'CAphone',
    ParentCallSid: 'CAin',
    Direction: 'outbound-dial',
    From: '+61412345678',
    To: '+61400000001',
  };
  await tell(address!, { ...phone, CallStatus: 'in-progress' });
  expect((await listed())[0]).toMatchObject({
    state: 'answered',
    number: '+61412345678',
    answered_by: '+61400000001',
  });
  await tell(address!, { ...inbound, CallStatus: 'completed' });
  expect((await listed())[0]).toMatchObject({ state: 'ended' });
});

test('a number is rung from here: the office first, ordinary numbers alone, once however often it is asked for', async () => {
  const ring = (number: string, key?: string) => work.owner.post(`${calls}/rings`, { number }, key);
  for (const dear of ['+44 20 7946 0018', '1900 123 456', '000'])
    expect((await ring(dear)).status).toBeGreaterThanOrEqual(400);
  expect(begun).toEqual([]);
  const key = 'f0000000-0000-4000-8000-000000000001';
  expect(await ring('0412 999 888', key)).toMatchObject({
    status: 200,
    data: { row: { office_phone: '+61400000001' } },
  });
  expect((await ring('0412 999 888', key)).status).toBe(200);
  expect(begun).toHaveLength(1);
  const { form } = begun[0]!;
  expect([form.get('To'), form.get('From')]).toEqual(['+61400000001', '+61298765432']);
  expect(form.get('Twiml')).toContain('>+61412999888</Number>');
  expect((await listed())[0]).toMatchObject({ direction: 'out', state: 'ringing', number: '+61412999888' });
  const customer = { CallSid: 'CAout', ParentCallSid: 'CA1', To: '+61412999888', From: '+61298765432' };
  await tell(form.get('StatusCallback')!, { ...customer, CallStatus: 'in-progress' });
  expect((await listed())[0]).toMatchObject({ direction: 'out', state: 'answered' });
});

test('connections are listed, paused and disconnected with the others; what they told stays, and no secret is in a dump', async () => {
  const made = await connectExchange(work);
  const exchange = exchangeOf(work.app, work.clock, made);
  expect(await exchange.tell('ringing', 'one', { from: '0412 000 000' })).toBe(200);
  const row = (await connections()).find(({ id }) => id === made.id);
  expect(row).toMatchObject({
    kind: 'calls',
    address: 'Front desk',
    status: 'on',
    worked_at: expect.any(String),
  });
  const dump = await dumpDatabase(work.here);
  const token = new URL(made.event_address!).pathname.split('/').at(-1)!;
  for (const secret of [made.secret!, token, TOKEN])
    for (const spelling of spellings(secret)) expect(dump.includes(spelling)).toBe(false);
  expect((await work.owner.post(`/connections/${made.id}/pause`)).status).toBe(200);
  expect(await exchange.tell('answered', 'one')).toBe(404);
  expect((await work.owner.post(`/connections/${made.id}/resume`)).status).toBe(200);
  expect(await exchange.tell('answered', 'one')).toBe(200);
  const before = (await listed()).length;
  expect((await work.owner.delete(`/connections/${made.id}`)).status).toBe(200);
  expect(await exchange.tell('ended', 'one')).toBe(404);
  expect(await listed()).toHaveLength(before);
});
