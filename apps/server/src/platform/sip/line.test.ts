import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { array, assert, asyncProperty, constantFrom, integer, tuple } from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { exchange, type Exchange, type Got, type Invitation } from '../../../test/services/exchange.ts';
import { repetitions } from '../../../test/long.ts';
import { localCertificate } from '../../../test/services/local-certificate.ts';
import { until } from '../../../test/until.ts';
import type { CallHeard } from './calls.ts';
import { openSipLine, type SipLogin, type SipPatience } from './line.ts';
import type { Transport } from './wire.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const quick: SipPatience = {
  t1Ms: 20,
  t2Ms: 80,
  ringMs: 60_000,
  answerMs: 5_000,
  aliveMs: 20_000,
  registeredS: 120,
};

async function exchangeOf(options: Parameters<typeof exchange>[0] = {}): Promise<Exchange> {
  const made = await exchange(options);
  cleanUp.push(() => made.close());
  return made;
}

interface Opening {
  readonly transport?: Transport;
  readonly patience?: Partial<SipPatience>;
  readonly login?: Partial<SipLogin>;
}

async function lineTo(to: Exchange, { transport = 'udp', patience = {}, login = {} }: Opening = {}) {
  const heard: CallHeard[] = [];
  const registered: Date[] = [];
  const line = await openSipLine(
    { host: 'localhost', address: '127.0.0.1', port: to.port, isSecure: transport === 'tls' },
    {
      domain: `localhost:${to.port}`,
      user: 'reception',
      login: 'reception',
      password: 'secret',
      name: 'm1',
      proxy: null,
      ...login,
    },
    { registered: (at) => void registered.push(at), call: (one) => void heard.push(one) },
    { transport, now: Date.now, patience: { ...quick, ...patience } },
  );
  cleanUp.push(() => line.close());
  return { line, heard, registered, events: () => heard.map(({ event }) => event) };
}

function trusting(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  cleanUp.push(() => setDefaultCACertificates(before));
}

/** What a phone must never say of an INVITE: it would take the call, or end it, for everybody else. */
function takesNothing(to: Exchange): void {
  const answers = to.heard.filter(({ headers }) => headers.get('cseq')?.endsWith('INVITE'));
  const words = answers.map(({ first }) => first).filter((first) => /^SIP\/2\.0 (?:2|486|6)/.test(first));
  expect(words).toEqual([]);
}

/** How many questions there were, however often each had to be asked. */
function asked({ registers }: Exchange): number {
  return new Set(registers.map(({ headers }) => headers.get('cseq'))).size;
}

const tagOf = (got: Got | undefined) => /;tag=(\w+)/.exec(got?.headers.get('to') ?? '')?.[1];

test.each([
  [['MD5'], 'auth'],
  [['MD5'], null],
  [['constructor', 'MD5-sess-of-nobody', 'SHA-256', 'MD5'], 'auth-int,auth'],
  [['SHA-512-256'], 'auth'],
])('it registers by %j with qop %s, and leaves when it is closed', async (algorithms, qop) => {
  const to = await exchangeOf({ algorithms, qop });
  const { line, registered } = await lineTo(to);
  expect(asked(to)).toBe(2);
  expect([...to.bindings.values()]).toEqual([120]);
  expect(Math.round((registered[0]!.getTime() - Date.now()) / 10_000)).toBe(12);
  await line.close();
  expect(await line.ended).toBeNull();
  expect(to.bindings.size).toBe(0);
});

test('a wrong password is said in words after one try', async () => {
  const to = await exchangeOf({ password: 'right' });
  await expect(lineTo(to)).rejects.toThrow('The user name or the password is wrong.');
  expect(asked(to)).toBe(2);
});

test('what an exchange refuses is said in words, and how long it asks to be left alone', async () => {
  const busy = await exchangeOf({
    mood: () => ({ status: 503, headers: 'Retry-After: 120;duration=60\r\n' }),
  });
  await expect(lineTo(busy)).rejects.toMatchObject({
    askedSeconds: 120,
    message: 'It refuses to register us (503).',
  });
  const strange = await exchangeOf({ algorithms: ['WHIRLPOOL'] });
  await expect(lineTo(strange)).rejects.toThrow('a kind of proof that we can’t give');
  const forgetful = await exchangeOf({ mood: () => 'stale' });
  await expect(lineTo(forgetful)).rejects.toThrow('It keeps asking for the password again.');
  const silent = await exchangeOf({ mood: () => 'lose' });
  await expect(lineTo(silent, { patience: { t1Ms: 2 } })).rejects.toThrow('It didn’t answer in time.');
  const { port } = silent;
  await silent.close();
  await expect(lineTo({ ...silent, port })).rejects.toThrow('We couldn’t reach it (ECONNREFUSED).');
});

test('lost questions are asked again, answers that come twice count once, and an old nonce is no wrong password', async () => {
  const moods = ['lose', 'lose', 'well', 'stale', 'lose', 'well'] as const;
  const to = await exchangeOf({ mood: (count) => moods[count - 1] ?? 'well', times: 3 });
  await lineTo(to);
  expect([...to.bindings.values()]).toEqual([120]);
  expect(asked(to)).toBe(3);
});

test('one that wants longer registrations is asked for them, and one that grants shorter ones is asked again in time', async () => {
  const to = await exchangeOf({ least: 600 });
  await lineTo(to);
  expect([...to.bindings.values()]).toEqual([600]);
  const short = await exchangeOf({ grants: 1 });
  const { registered } = await lineTo(short);
  await until(() => registered.length >= 3);
});

test('an exchange that has started again and knows nobody is registered with anew', async () => {
  const to = await exchangeOf({ grants: 1 });
  const { heard } = await lineTo(to);
  to.forget();
  await until(() => to.bindings.size === 1);
  to.invite();
  await until(() => heard.length === 1);
});

test('behind a router it says where the exchange sees it', async () => {
  const to = await exchangeOf({ sees: '127.0.0.9' });
  await lineTo(to);
  expect([...to.bindings.keys()]).toEqual([expect.stringMatching(/^sip:m1@127\.0\.0\.9:\d+$/)]);
});

test('what a killed process of ours has left there is removed, and what is not ours stays', async () => {
  const to = await exchangeOf();
  to.bindings.set('sip:m1@192.0.2.7:5060', 3_000);
  to.bindings.set('sip:m12@192.0.2.7:5060', 3_000);
  await lineTo(to);
  await until(() => to.bindings.size === 2);
  expect([...to.bindings.keys()].filter((uri) => uri.includes('192.0.2.7'))).toEqual([
    'sip:m12@192.0.2.7:5060',
  ]);
});

test('over TLS an exchange that we cannot make sure of gets nothing', async () => {
  const to = await exchangeOf({ transport: 'tls' });
  await expect(lineTo(to, { transport: 'tls' })).rejects.toThrow('We couldn’t make sure who it is');
  expect(to.registers).toEqual([]);
});

test.each(['udp', 'tcp', 'tls'] as const)(
  'over %s a call rings, and the caller hangs up',
  async (transport) => {
    const to = await exchangeOf({ transport });
    trusting(localCertificate);
    const { heard } = await lineTo(to, { transport });
    const invitation = to.invite({ headers: 'Record-Route: <sip:127.0.0.1;lr>\r\n' });
    await until(() => invitation.statuses.includes(180));
    expect(invitation.answers.at(-1)!.headers.get('record-route')).toBe('<sip:127.0.0.1;lr>');
    invitation.cancel();
    await until(() => invitation.statuses.includes(487));
    expect(invitation.statuses).toEqual([100, 180, 487]);
    expect(to.heard.map(({ first, headers }) => [first.split(' ')[1], headers.get('cseq')])).toContainEqual([
      '200',
      '7 CANCEL',
    ]);
    const call = { id: 'call-1@exchange', from: '+61412345678', called: ['+61290000001', 'm1'] };
    expect(heard).toMatchObject([
      { event: 'ringing', call },
      { event: 'missed', call },
    ]);
    expect(new Set(invitation.answers.slice(1).map(tagOf)).size).toBe(1);
    takesNothing(to);
  },
);

test.each([
  ['SIP;cause=200;text="Call completed elsewhere"', 'answered elsewhere'],
  ['Q.850;cause=16, SIP ; cause=200', 'answered elsewhere'],
  ['Q.850;cause=26;text="Non-selected, user clearing"', 'answered elsewhere'],
  ['SIP;cause=600;text="cause=200"', 'missed'],
  ['SIP;text="a, SIP;cause=200"', 'missed'],
  [undefined, 'missed'],
])('called off with %s it was %s', async (reason, became) => {
  const to = await exchangeOf();
  const { events } = await lineTo(to);
  const invitation = to.invite();
  await until(() => invitation.statuses.includes(180));
  invitation.cancel(reason);
  await until(() => events().length === 2);
  expect(events()).toEqual(['ringing', became]);
});

test('the same call by several ways is one, and over with the last of them, or when somebody has taken it', async () => {
  const to = await exchangeOf();
  const { events } = await lineTo(to);
  const ways = ['z9hG4bK-a', 'z9hG4bK-b'].map((branch) => to.invite({ callId: 'one', branch }));
  await until(() => ways.every(({ statuses }) => statuses.includes(180)));
  ways[0]!.cancel();
  await until(() => ways[0]!.statuses.includes(487));
  expect(events()).toEqual(['ringing']);
  ways[1]!.cancel('SIP;cause=200');
  await until(() => events().length === 2);
  expect(events()).toEqual(['ringing', 'answered elsewhere']);
  const again = to.invite({ callId: 'one', branch: 'z9hG4bK-c' });
  await until(() => events().length === 3);
  again.cancel();
  await until(() => events().length === 4);
  expect(events().slice(2)).toEqual(['ringing', 'missed']);
});

test('whatever comes three times is answered three times with the same words, and heard once', async () => {
  const to = await exchangeOf({ times: 3 });
  const { events } = await lineTo(to);
  const invitation = to.invite();
  await until(() => invitation.statuses.filter((status) => status === 180).length === 3);
  invitation.cancel();
  await until(() => to.heard.filter(({ first }) => first.startsWith('SIP/2.0 200')).length === 3);
  invitation.again();
  await until(() => invitation.statuses.filter((status) => status === 487).length >= 4);
  expect(events()).toEqual(['ringing', 'missed']);
  expect(new Set(invitation.answers.filter(({ first }) => first.includes('487')).map(tagOf)).size).toBe(1);
  takesNothing(to);
});

test('the last word is repeated until it is acknowledged', async () => {
  const to = await exchangeOf();
  await lineTo(to);
  const deaf = to.invite({ acknowledges: false });
  await until(() => deaf.statuses.includes(180));
  deaf.cancel();
  await until(() => deaf.statuses.filter((status) => status === 487).length === 4);
});

test('after a while of ringing nobody is here, and what becomes of the call is not known', async () => {
  const to = await exchangeOf();
  const { events } = await lineTo(to, { patience: { ringMs: 30 } });
  const invitation = to.invite();
  await until(() => invitation.statuses.includes(480));
  expect(events()).toEqual(['ringing', 'unknown']);
  expect(invitation.statuses).toEqual([100, 180, 480]);
  takesNothing(to);
});

test('everything else is refused as a phone refuses it, and what is no part of a call of ours makes no sound', async () => {
  const to = await exchangeOf();
  const { heard } = await lineTo(to);
  const ask = (method: string, more = '', tag = '') =>
    to.say(
      `${method} sip:m1@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:${to.port};branch=z9hG4bK${method}\r\nFrom: <sip:x@y>;tag=1\r\nTo: <sip:m1@y>${tag}\r\nCall-ID: ${method}\r\nCSeq: 1 ${method}\r\n${more}Content-Length: 0\r\n\r\n`,
    );
  const answered = async (method: string, first: string) => {
    await until(() => to.heard.some(({ headers }) => headers.get('cseq') === `1 ${method}`));
    expect(to.heard.find(({ headers }) => headers.get('cseq') === `1 ${method}`)!.first).toBe(first);
  };
  ask('OPTIONS');
  await answered('OPTIONS', 'SIP/2.0 200 OK');
  ask('MESSAGE');
  await answered('MESSAGE', 'SIP/2.0 405 Method Not Allowed');
  ask('BYE', '', ';tag=2');
  await answered('BYE', 'SIP/2.0 481 Call/Transaction Does Not Exist');
  ask('CANCEL');
  await answered('CANCEL', 'SIP/2.0 481 Call/Transaction Does Not Exist');
  ask('INVITE', '', ';tag=2');
  await answered('INVITE', 'SIP/2.0 481 Call/Transaction Does Not Exist');
  const wishes = to.invite({ headers: 'Require: 100rel, teleport\r\n' });
  await until(() => wishes.statuses.length === 1);
  expect([wishes.statuses[0], wishes.answers[0]!.headers.get('unsupported')]).toEqual([420, 'teleport']);
  expect(heard).toEqual([]);
  const quiet = to.invite({ headers: 'Require: 100rel\r\n' });
  await until(() => heard.length === 1);
  quiet.cancel();
  await until(() => quiet.statuses.includes(487));
  expect(quiet.statuses).not.toContain(180);
  takesNothing(to);
});

test('nobody but the exchange is heard', async () => {
  const to = await exchangeOf();
  const { heard } = await lineTo(to);
  const port = Number(/:(\d+)$/.exec([...to.bindings.keys()][0]!)![1]);
  const stranger = createSocket('udp4');
  cleanUp.push(() => stranger.close());
  const forged = `INVITE sip:m1@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:${to.port};branch=z9hG4bKforged\r\nFrom: <sip:x@y>;tag=1\r\nTo: <sip:m1@y>\r\nCall-ID: forged\r\nCSeq: 1 INVITE\r\nContent-Length: 0\r\n\r\n`;
  let answers = 0;
  stranger.on('message', () => (answers += 1));
  for (let time = 0; time < 20; time += 1)
    await new Promise((sent) => stranger.send(forged, port, '127.0.0.1', sent));
  const true1 = to.invite();
  await until(() => true1.statuses.includes(180));
  expect(heard.map(({ call }) => call.id)).toEqual(['call-1@exchange']);
  expect(answers).toBe(0);
});

test('a connection that breaks ends the line, and says why', async () => {
  const to = await exchangeOf({ transport: 'tcp' });
  const { line } = await lineTo(to, { transport: 'tcp' });
  to.cut();
  expect(await line.ended).toBe('The service closed the connection.');
  const gone = await exchangeOf();
  const { line: other } = await lineTo(gone, { patience: { aliveMs: 20 } });
  await gone.close();
  expect(await other.ended).toBe('We couldn’t reach it (ECONNREFUSED).');
});

test.each(['udp', 'tcp'] as const)(
  'over %s nothing that an exchange could say makes us take a call, or deaf',
  async (transport) => {
    const to = await exchangeOf({ transport });
    const patience = { ringMs: 50, t1Ms: 2, t2Ms: 8 };
    const { line, heard } = await lineTo(to, { transport, patience });
    const said = (method: string, number: number) =>
      `${method} sip:m1@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKm${number};rport\r\nFrom: "S" <sip:0412345678@y>;tag=1\r\nTo: <sip:m1@y>\r\nCall-ID: m${number}\r\nCSeq: 1 ${method}\r\nReason: SIP;cause=200\r\nRequire: \r\nContent-Length: 0\r\n\r\n`;
    const answer = `SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK;received=127.0.0.1;rport=7\r\nFrom: <sip:x@y>;tag=1\r\nTo: <sip:m1@y>;tag=2\r\nCall-ID: m\r\nCSeq: 1 REGISTER\r\nContact: <sip:m1@127.0.0.1>;expires=0\r\nContent-Length: 0\r\n\r\n`;
    const method = constantFrom(
      'INVITE',
      'CANCEL',
      'ACK',
      'BYE',
      'OPTIONS',
      'UPDATE',
      'PRACK',
      'REGISTER',
      '',
    );
    const put = constantFrom(
      '\r\n',
      '\0',
      ';',
      ',',
      '<',
      '>',
      '"',
      ' ',
      ':',
      '200',
      '\r\n\r\n',
      'INVITE',
      'é',
      '-1',
      '=',
    );
    const change = tuple(integer({ min: 0, max: 330 }), integer({ min: 0, max: 9 }), put);
    const packet = tuple(method, integer({ min: 1, max: 9 }), array(change, { maxLength: 4 }));
    await assert(
      asyncProperty(array(packet, { minLength: 1, maxLength: 20 }), async (packets) => {
        for (const [method, number, changes] of packets) {
          let words = method === '' ? answer : said(method, number);
          for (const [at, length, put] of changes)
            words = words.slice(0, at) + put + words.slice(at + length);
          // A stream has to be cut in order to be read: what cannot be cut ends it.
          to.say(transport === 'udp' ? words : framed(words));
        }
        await sleep(1);
      }),
      { numRuns: repetitions({ usual: 20, long: 1_000 }) },
    );
    const tried: Invitation[] = [];
    await until(() => {
      tried.push(to.invite());
      return tried.some(({ statuses }) => statuses.includes(180));
    });
    expect(heard.at(-1)!.call.id).toMatch(/^call-/);
    takesNothing(to);
    await line.close();
    expect(await line.ended).toBeNull();
  },
);

function framed(words: string): string {
  const [head = ''] = words.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const kept = lines.filter((line) => line !== '' && !/^(?:content-length|l)[ \t]*:/i.test(line));
  return [first || 'X', ...kept, 'Content-Length: 0', '', ''].join('\r\n');
}
