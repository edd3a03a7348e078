import { array, assert, constantFrom, integer, property, string, tuple, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../../test/long.ts';
import { addressIn, createFraming, MOST_OCTETS, readMessage, type SipRequest, userIn } from './message.ts';
import { calledIn, callerOf } from './parties.ts';

const lines = [
  'INVITE sip:m1@192.0.2.1:5060 SIP/2.0',
  'Via: SIP/2.0/UDP pbx.example.com:5060;branch=z9hG4bK77;rport',
  'Max-Forwards: 70',
  'From: "O\\"Brien, Sam" <sip:0412345678@pbx.example.com>;tag=1928301774',
  'To: <sip:reception@pbx.example.com>',
  'Call-ID: a84b4c76e66710@pbx.example.com',
  'CSeq: 314159 INVITE',
  'Content-Length: 0',
];

function written(...changed: string[]): Buffer {
  const names = new Set(changed.map((line) => line.split(':')[0]));
  const kept = lines.filter((line, at) => at === 0 || !names.has(line.split(':')[0]));
  return Buffer.from([...kept, ...changed, '', ''].join('\r\n'));
}

function invite(...changed: string[]): SipRequest {
  const message = readMessage(written(...changed));
  expect(message?.method).toBe('INVITE');
  return message as SipRequest;
}

test('a message is read whole, with short names, folded lines and several values in one', () => {
  const short = [
    'INVITE sip:m1@192.0.2.1 SIP/2.0',
    'v: SIP / 2.0 / UDP pbx.example.com ; branch=z9hG4bK77;rport, SIP/2.0/TCP other;branch=z9hG4bK1',
    'f : "Sam',
    ' <x>" <sip:0412345678@pbx>',
    '\t;tag=1',
    't: <sip:reception@pbx;x=";tag=no">',
    'i: a84',
    'CSEQ: 1 INVITE',
    'l: 4',
    '',
    'body and more',
  ];
  expect(readMessage(Buffer.from(short.join('\r\n')))).toMatchObject({
    method: 'INVITE',
    via: { sentBy: 'pbx.example.com', branch: 'z9hG4bK77' },
    callId: 'a84',
    fromTag: '1',
    toTag: '',
    sequence: { number: 1, method: 'INVITE' },
  });
});

test.each([
  ['no end', Buffer.from(lines.join('\r\n'))],
  [
    'two From',
    Buffer.concat([Buffer.from(`${lines[0]}\r\nf: <sip:a@b>\r\n`), written().subarray(lines[0]!.length + 2)]),
  ],
  ['another method in CSeq', written('CSeq: 1 BYE')],
  ['a length of more than there is', written('Content-Length: 1')],
  ['a length that is none', written('Content-Length: -1')],
  ['a bare line break', written('Subject: a\nVia: b')],
  ['a NUL', written('Subject: a\0b')],
  [
    'no Via',
    Buffer.from(
      lines
        .filter((line) => !line.startsWith('Via'))
        .concat('', '')
        .join('\r\n'),
    ),
  ],
  ['a Via of something else', written('Via: HTTP/1.1 x')],
  ['a name that is none', written('Sub ject: x')],
  ['a header without a name', written(': x')],
  ['too many headers', written(...Array.from({ length: 300 }, (_, at) => `X-${at}: 1`))],
  ['more than a datagram', written(`X: ${'x'.repeat(MOST_OCTETS)}`)],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
])('%s is no message', (_, octets) => {
  expect(readMessage(octets)).toBeUndefined();
});

test.each([
  ['sip:+61412345678@pbx', '+61412345678'],
  ['sip:%2B61412345678;phone-context=x@pbx', '+61412345678'],
  ['SIPS:reception:word@pbx', 'reception'],
  ['tel:+61-412-345-678;ext=1', '+61-412-345-678'],
  ['sip:pbx.example.com', ''],
  ['http://a@b', ''],
  ['sip:%zz@pbx', '%zz'],
])('of %s the user is %j', (uri, user) => {
  expect(userIn(uri)).toBe(user);
});

test('an address may have a name with signs of its own', () => {
  expect(addressIn('"a \\"<;, b" <sip:x@y;lr> ;tag="q;r"')).toEqual({
    name: 'a "<;, b',
    uri: 'sip:x@y;lr',
    parameters: new Map([['tag', 'q;r']]),
  });
});

test.each([
  [[], '0412345678'],
  [
    [
      'From: <sip:0412345678@pbx>;tag=1',
      'P-Asserted-Identity: "S, B" <sip:+61298765432@pbx>, <tel:+61298765432>',
    ],
    '+61298765432',
  ],
  [['P-Asserted-Identity: <sip:pbx.example.com>, <tel:+61-2-9876-5432>'], '+61298765432'],
  [['Remote-Party-ID: <sip:+61298765432@pbx>;party=calling;privacy=off'], '+61298765432'],
  [['Remote-Party-ID: <sip:201@pbx>;party=called'], '0412345678'],
  [['Remote-Party-ID: <sip:+61298765432@pbx>;privacy=full'], null],
  [['P-Asserted-Identity: <sip:+61298765432@pbx>', 'Privacy: none;ID'], null],
  [['Privacy: none'], '0412345678'],
  [
    [
      'From: "Anonymous" <sip:anonymous@anonymous.invalid>;tag=1',
      'P-Asserted-Identity: <sip:+61298765432@pbx>',
    ],
    null,
  ],
  [['From: <sip:Restricted@pbx>;tag=1'], null],
  [['From: <sip:201@pbx>;tag=1'], '201'],
  // No database keeps a NUL.
  [['From: <sip:%00%0D0412%00@pbx>;tag=1'], '0412'],
  [['From: <sip:%00@pbx>;tag=1'], null],
  [[`From: <sip:${'1'.repeat(100)}@pbx>;tag=1`], null],
])('from %j it is %s who calls', (changed, caller) => {
  expect(callerOf(invite(...changed))).toBe(caller);
});

test('the number that was called is where the exchange says it, however often the call was passed on', () => {
  const changed = [
    'To: <sip:(02)90000003@pbx>',
    'Diversion: <sip:0290000002@pbx>;reason=unconditional, <sip:0290000001@pbx>;reason=no-answer',
    'P-Called-Party-ID: <sip:+61290000009@pbx>',
  ];
  expect(calledIn(invite(...changed))).toEqual([
    '+61290000009',
    '0290000001',
    '0290000002',
    '0290000003',
    'm1',
  ]);
});

test('a stream is cut where its messages end, wherever it comes in pieces', () => {
  const sent = [
    written(),
    Buffer.from('\r\n\r\n'),
    written('Content-Length: 5'),
    Buffer.from('12345'),
    written(),
  ];
  const stream = Buffer.concat(sent);
  assert(
    property(array(integer({ min: 1, max: 400 })), (pieces) => {
      const heard: Buffer[] = [];
      const take = createFraming({ heard: (octets) => heard.push(octets), lost: () => expect.fail('lost') });
      let from = 0;
      for (const piece of [...pieces, stream.length]) {
        take(stream.subarray(from, from + piece));
        from += piece;
      }
      expect(heard.map(({ length }) => length)).toEqual([
        written().length,
        written('Content-Length: 5').length + 5,
        written().length,
      ]);
    }),
  );
});

test.each([
  ['without a length', Buffer.from('OPTIONS sip:x SIP/2.0\r\nVia: x\r\n\r\n')],
  ['with two lengths', Buffer.from('OPTIONS sip:x SIP/2.0\r\nl: 1\r\nContent-Length: 2\r\n\r\n')],
  ['that is too long', Buffer.from(`OPTIONS sip:x SIP/2.0\r\nl: ${MOST_OCTETS}\r\n\r\n`)],
  ['whose head never ends', Buffer.alloc(MOST_OCTETS + 1, 'x')],
])('a stream with a message %s is given up, once', (_, octets) => {
  let losses = 0;
  const take = createFraming({ heard: () => expect.fail('heard'), lost: () => (losses += 1) });
  take(octets);
  take(octets);
  expect(losses).toBe(1);
});

const signs = constantFrom(
  '\r\n',
  '\r',
  '\n',
  ' ',
  '\t',
  ';',
  ',',
  '<',
  '>',
  '"',
  '\\',
  ':',
  '=',
  '@',
  '%',
  '\0',
  '\r\n\r\n',
  'sip:',
  'é',
);
const mutation = tuple(
  integer({ min: 0, max: 600 }),
  integer({ min: 0, max: 12 }),
  array(signs, { maxLength: 6 }),
);
const numRuns = repetitions({ usual: 100, long: 10_000 });

function mutated(octets: Buffer, mutations: readonly (readonly [number, number, string[]])[]): Buffer {
  let text = octets.toString('latin1');
  for (const [at, length, put] of mutations)
    text = text.slice(0, at) + put.join('') + text.slice(at + length);
  return Buffer.from(text, 'latin1');
}

function seen(octets: Buffer): void {
  const message = readMessage(octets);
  if (message?.method === undefined) return;
  callerOf(message);
  calledIn(message);
}

test('whatever comes is read or not, and nothing is thrown', () => {
  assert(
    property(uint8Array({ maxLength: 2_000 }), (octets) => seen(Buffer.from(octets))),
    { numRuns },
  );
  assert(
    property(string({ unit: 'binary', maxLength: 500 }), (value) => seen(written(`Diversion: ${value}`))),
    { numRuns },
  );
  assert(
    property(array(mutation, { maxLength: 8 }), (mutations) => seen(mutated(written(), mutations))),
    { numRuns },
  );
});

test('what is made to take long is read in time, because squared it would be minutes', () => {
  for (const sign of ['<', '"', ',', ';', '\\', ' ', '\t', '=', ':', '%', 'a@', '\r\n ', '"<', 'x;'])
    for (const name of ['Via', 'From', 'To', 'Diversion', 'Privacy', 'P-Asserted-Identity', 'CSeq'])
      seen(written(`${name}: ${name === 'From' ? '<sip:1@x>;' : ''}${sign.repeat(60_000 / sign.length)}`));
});
