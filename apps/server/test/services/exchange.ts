import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { localCertificate, localKey } from './local-certificate.ts';

/** A message as an exchange has got it, read in the plainest way. */
export interface Got {
  readonly first: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly answer: (words: string) => void;
}

/** How it meets a registration: as it should, not at all, with a refusal, or by calling its nonce too old. */
type Mood = 'well' | 'lose' | 'stale' | { readonly status: number; readonly headers?: string };

interface Options {
  readonly transport?: 'udp' | 'tcp' | 'tls';
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly algorithms?: readonly string[];
  readonly qop?: string | null;
  /** For each REGISTER, by how many there were. */
  readonly mood?: (count: number) => Mood;
  /** What it grants, whatever is asked. */
  readonly grants?: number;
  readonly least?: number;
  /** Where it claims to see the phone. */
  readonly sees?: string;
  /** How often it says everything. */
  readonly times?: number;
}

export interface Invitation {
  /** What the phone has answered, each as often as it came. */
  readonly statuses: number[];
  readonly answers: Got[];
  cancel(reason?: string): void;
  again(): void;
}

export interface Exchange {
  readonly port: number;
  readonly registers: Got[];
  /** Everything else that a phone has said. */
  readonly heard: Got[];
  readonly bindings: Map<string, number>;
  invite(more?: Partial<Invite>): Invitation;
  /** Says it to the phone that has registered last, word for word. */
  say(words: string | Buffer): void;
  /** As one that has started again: it knows nobody, and its nonces are new. */
  forget(): void;
  /** Cuts every connection. */
  cut(): void;
  close(): Promise<void>;
}

export interface Invite {
  readonly callId: string;
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  readonly uri: string;
  readonly headers: string;
  readonly acknowledges: boolean;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const hashes: Record<string, (text: string) => string> = {
  MD5: md5,
  'SHA-256': (text) => createHash('sha256').update(text).digest('hex'),
  'SHA-512-256': (text) => createHash('sha512-256').update(text).digest('hex'),
};

/** A registrar and proxy of our own on loopback, which misbehaves on order. */
export async function exchange({
  transport = 'udp',
  port = 0,
  user = 'reception',
  password = 'secret',
  algorithms = ['MD5'],
  qop = 'auth',
  mood = () => 'well',
  grants,
  least = 0,
  sees,
  times = 1,
}: Options = {}): Promise<Exchange> {
  const registers: Got[] = [];
  const heard: Got[] = [];
  const bindings = new Map<string, number>();
  const invitations = new Map<string, Invitation & { acknowledge: (got: Got) => void }>();
  let nonces = new Set<string>();
  let phone: ((words: string | Buffer) => void) | undefined;
  let number = 0;

  function take(octets: Buffer, answer: (words: string | Buffer) => void, from: AddressInfo): void {
    const text = octets.toString();
    if (text.trim() === '') return;
    const [first = '', ...lines] = text.split('\r\n');
    const headers = new Map(
      lines.flatMap((line) => {
        const [, name, value] = /^([\w-]+): ?(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name.toLowerCase(), value!]];
      }),
    );
    const got = { first, headers, answer: (words: string) => answer(words) };
    if (first.startsWith('REGISTER')) {
      registers.push(got);
      register(got, from, answer);
      return;
    }
    heard.push(got);
    const branch = /branch=([^;]+)/.exec(headers.get('via') ?? '')?.[1] ?? '';
    const invitation = invitations.get(branch);
    if (!invitation || headers.get('cseq')?.endsWith('INVITE') !== true) return;
    const status = Number(first.split(' ')[1]);
    invitation.statuses.push(status);
    invitation.answers.push(got);
    if (status >= 200) invitation.acknowledge(got);
  }

  function register({ headers }: Got, from: AddressInfo, answer: (words: string | Buffer) => void): void {
    const how = mood(registers.length);
    if (how === 'lose') return;
    const via = `${headers.get('via')!.replace(';rport', `;rport=${from.port}`)};received=${sees ?? from.address}`;
    const reply = (status: string, more = '') => {
      const words = `SIP/2.0 ${status}\r\nVia: ${via}\r\nFrom: ${headers.get('from')}\r\nTo: ${headers.get('to')};tag=x\r\nCall-ID: ${headers.get('call-id')}\r\nCSeq: ${headers.get('cseq')}\r\n${more}Content-Length: 0\r\n\r\n`;
      for (let time = 0; time < times; time += 1) answer(words);
    };
    if (typeof how === 'object') return reply(`${how.status} No`, how.headers);
    const proof = headers.get('authorization');
    const isRight = proof !== undefined && proves(proof);
    if (how === 'stale' || !isRight) {
      const nonce = randomBytes(8).toString('hex');
      nonces.add(nonce);
      const stale = how === 'stale' || (proof !== undefined && !nonces.has(told(proof, 'nonce')));
      const said = algorithms.map(
        (algorithm) =>
          `WWW-Authenticate: Digest realm="here, or there", nonce="${nonce}", opaque="o\\"q"${qop === null ? '' : `, qop="${qop}"`}, algorithm=${algorithm}${stale ? ', stale=true' : ''}\r\n`,
      );
      return reply('401 Unauthorized', said.join(''));
    }
    const contact = /<([^>]+)>/.exec(headers.get('contact') ?? '')?.[1] ?? '';
    const own = /;expires=(\d+)/.exec((headers.get('contact') ?? '').replace(/<[^>]+>/, ''))?.[1];
    const asked = Number(own ?? headers.get('expires'));
    if (asked > 0 && asked < least) return reply('423 Interval Too Brief', `Min-Expires: ${least}\r\n`);
    if (asked === 0) bindings.delete(contact);
    else {
      bindings.set(contact, grants ?? asked);
      phone = answer;
    }
    const known = [...bindings].map(([uri, seconds]) => `Contact: <${uri}>;expires=${seconds}\r\n`);
    reply('200 OK', known.join(''));
  }

  function told(proof: string, name: string): string {
    return new RegExp(`${name}="?((?:[^",\\\\]|\\\\.)*)`).exec(proof)?.[1] ?? '';
  }

  function proves(proof: string): boolean {
    const [nonce, uri, nc, ours] = ['nonce', 'uri', 'nc', 'cnonce'].map((name) => told(proof, name));
    if (!nonces.has(nonce!)) return false;
    const hash = hashes[told(proof, 'algorithm') || 'MD5']!;
    const known = hash(`${user}:here, or there:${password}`);
    const asked = hash(`REGISTER:${uri}`);
    const right =
      qop === null ? `${known}:${nonce}:${asked}` : `${known}:${nonce}:${nc}:${ours}:auth:${asked}`;
    const isOurs = / username="([^"]*)"/.exec(proof)?.[1] === user && proof.includes('opaque="o\\"q"');
    return isOurs && told(proof, 'response') === hash(right);
  }

  const door = await (transport === 'udp' ? datagrams(port, take) : streams(port, transport, take));
  const say = (words: string | Buffer) => {
    for (let time = 0; time < times; time += 1) phone!(words);
  };
  return {
    port: door.port,
    registers,
    heard,
    bindings,
    say,
    invite(more = {}) {
      number += 1;
      const invite: Invite = {
        callId: `call-${number}@exchange`,
        branch: `z9hG4bK-${number}`,
        from: '"Sam" <sip:+61412345678@exchange>',
        to: '<sip:+61290000001@exchange>',
        uri: [...bindings.keys()].at(-1) ?? 'sip:nobody@exchange',
        headers: '',
        acknowledges: true,
        ...more,
      };
      const request = (method: string, to: string, headers = '') =>
        `${method} ${invite.uri} SIP/2.0\r\nVia: SIP/2.0/${transport.toUpperCase()} 127.0.0.1:${door.port};branch=${invite.branch};rport\r\nMax-Forwards: 60\r\nFrom: ${invite.from};tag=f${invite.callId}\r\nTo: ${to}\r\nCall-ID: ${invite.callId}\r\nCSeq: 7 ${method}\r\n${headers}Content-Length: 0\r\n\r\n`;
      const invitation = {
        statuses: [] as number[],
        answers: [] as Got[],
        acknowledge: (got: Got) => {
          if (invite.acknowledges) say(request('ACK', got.headers.get('to')!));
        },
        cancel: (reason?: string) =>
          say(request('CANCEL', invite.to, reason === undefined ? '' : `Reason: ${reason}\r\n`)),
        again: () => say(request('INVITE', invite.to, invite.headers)),
      };
      invitations.set(invite.branch, invitation);
      invitation.again();
      return invitation;
    },
    forget() {
      bindings.clear();
      nonces = new Set();
    },
    cut: () => door.cut(),
    close: () => door.close(),
  };
}

interface Door {
  readonly port: number;
  cut(): void;
  close(): Promise<void>;
}

type Take = (octets: Buffer, answer: (words: string | Buffer) => void, from: AddressInfo) => void;

async function datagrams(port: number, take: Take): Promise<Door> {
  const socket = createSocket('udp4');
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  let isClosed = false;
  socket.on('message', (octets, from) =>
    take(
      octets,
      (words) => {
        if (!isClosed) socket.send(words, from.port, from.address);
      },
      from,
    ),
  );
  return {
    port: socket.address().port,
    cut() {},
    async close() {
      if (isClosed) return;
      isClosed = true;
      await new Promise<void>((done) => socket.close(() => done()));
    },
  };
}

/** Messages of a phone without a body, which is all that ours sends. */
async function streams(port: number, transport: 'tcp' | 'tls', take: Take): Promise<Door> {
  const open = new Set<Socket>();
  const connected = (socket: Socket) => {
    open.add(socket);
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      const messages = (rest + String(chunk)).split('\r\n\r\n');
      rest = messages.pop()!;
      const from = { address: '127.0.0.1', port: socket.remotePort!, family: 'IPv4' };
      for (const message of messages)
        take(Buffer.from(message.trimStart()), (words) => void socket.write(words), from);
    });
  };
  const server =
    transport === 'tls'
      ? createTlsServer({ key: localKey, cert: localCertificate }, connected)
      : createServer(connected);
  server.on('tlsClientError', () => {});
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
