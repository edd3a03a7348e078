import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../test/faults/muster-process.ts';
import { long } from '../../../test/long.ts';
import { localCertificate, localKey } from '../../../test/services/local-certificate.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { until } from '../../../test/until.ts';
import type { CallHeard } from './calls.ts';
import { openSipLine } from './line.ts';
import type { Transport } from './wire.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Programs of others, where they are installed (Debian: kamailio, kamailio-tls-modules, sip-tester, baresip-core). */
const programs = {
  kamailio: '/usr/sbin/kamailio',
  sipp: '/usr/bin/sipp',
  baresip: '/usr/bin/baresip',
};
const modulesOfKamailio = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/kamailio/modules/`;

function unless(...names: (keyof typeof programs)[]): [isMissing: boolean, note: string] {
  const missing = names.filter((name) => !existsSync(programs[name]));
  return [missing.length > 0, `${missing.join(' and ')} must be installed for this`];
}

function folder(): string {
  const { path, remove } = temporaryFolder();
  cleanUp.push(remove);
  return path;
}

const timed = { ...long, timeout: 180_000 };

interface Program {
  readonly said: () => string;
  readonly ended: Promise<unknown>;
  readonly stop: () => Promise<void>;
}

function run(command: string, args: string[], cwd: string): Program {
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'exit');
  // With all processes that it has started, and without the goodbyes that some say for half a minute.
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    await ended;
  };
  cleanUp.push(stop);
  return { said: () => said, ended, stop };
}

interface Kamailio {
  readonly port: string;
  readonly securePort: string;
  /** Kills it, and starts it anew: it knows nobody then. */
  restart(): Promise<void>;
}

/** A registrar and proxy that lets every call ring at all phones of "reception", and calls nonces old after two seconds. */
async function kamailio({ algorithm = 'MD5' } = {}): Promise<Kamailio> {
  const [path, port, securePort] = [folder(), await freePort(), await freePort()];
  const pem = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const names = 'tls sl tm pv rr usrloc registrar textops siputils auth xlog'.split(' ');
  writeFileSync(
    join(path, 'kamailio.cfg'),
    `#!KAMAILIO
debug=1
log_stderror=yes
children=1
tcp_children=1
alias="localhost"
enable_tls=yes
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
listen=tls:127.0.0.1:${securePort}
mpath="${modulesOfKamailio}"
${names.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("tls", "private_key", "${pem('key.pem', localKey)}")
modparam("tls", "certificate", "${pem('cert.pem', localCertificate)}")
modparam("tls", "tls_method", "TLSv1.2+")
modparam("usrloc", "db_mode", 0)
modparam("registrar", "min_expires", 2)
modparam("auth", "nonce_expire", 2)
modparam("auth", "algorithm", "${algorithm}")
request_route {
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("localhost", "secret", "0")) { www_challenge("localhost", "1"); exit; }
    save("location");
    exit;
  }
  if (has_totag()) {
    if (is_method("ACK") && t_check_trans()) { t_relay(); exit; }
    if (loose_route()) { t_relay(); exit; }
    if (!is_method("ACK")) sl_send_reply("404", "Not here");
    exit;
  }
  t_check_trans();
  if (is_method("INVITE")) {
    record_route();
    $ru = "sip:reception@localhost";
    if (!lookup("location")) { sl_send_reply("404", "Nobody is registered"); exit; }
    t_relay();
    exit;
  }
  sl_send_reply("200", "OK");
}
`,
  );
  const start = async () => {
    const args = ['-DD', '-E', '-f', 'kamailio.cfg', '-Y', path, '-m', '32', '-M', '4'];
    const program = run(programs.kamailio, args, path);
    let hasEnded = false;
    void program.ended.then(() => (hasEnded = true));
    await until(async () => {
      if (hasEnded) throw new Error(program.said());
      return answersOptions(path, port);
    });
    return program;
  };
  let running = await start();
  return {
    port,
    securePort,
    async restart() {
      await running.stop();
      running = await start();
    },
  };
}

async function answersOptions(path: string, port: string): Promise<boolean> {
  return (await call(path, port, 'OPTIONS')).endsWith('0');
}

const scenarios = {
  OPTIONS: '<recv response="200"/>',
  'hang up': `<recv response="100" optional="true"/><recv response="180"/><pause milliseconds="300"/>
<send><![CDATA[

CANCEL sip:0290000001@localhost SIP/2.0
[last_Via]
From: "Sam" <sip:+61412345678@caller.test>;tag=[call_number]
To: <sip:0290000001@localhost>
Call-ID: [call_id]
CSeq: 1 CANCEL
Max-Forwards: 70
Content-Length: 0

]]></send><recv response="200"/><recv response="487"/>`,
  talk: `<recv response="100" optional="true"/><recv response="180" optional="true"/><recv response="180" optional="true"/>
<recv response="200" rrs="true"/>
<send><![CDATA[

ACK [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
[routes]
From: "Sam" <sip:+61412345678@caller.test>;tag=[call_number]
[last_To:]
Call-ID: [call_id]
CSeq: 1 ACK
Max-Forwards: 70
Content-Length: 0

]]></send>`,
  'find nobody': '<recv response="100" optional="true"/><recv response="404"/>',
};

/** One call of sipp's by a scenario; how it ended, as its exit code. */
async function call(path: string, port: string, name: keyof typeof scenarios): Promise<string> {
  const method = name === 'OPTIONS' ? 'OPTIONS' : 'INVITE';
  const sdp = `v=0
o=u 1 1 IN IP4 127.0.0.1
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio 6000 RTP/AVP 0
a=rtpmap:0 PCMU/8000
`;
  const isCall = method === 'INVITE';
  const file = `${name.replace(' ', '-')}.xml`;
  writeFileSync(
    join(path, file),
    `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="x"><send retrans="500"><![CDATA[

${method} sip:0290000001@localhost SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: "Sam" <sip:+61412345678@caller.test>;tag=[call_number]
To: <sip:0290000001@localhost>
Call-ID: [call_id]
CSeq: 1 ${method}
Contact: <sip:sam@[local_ip]:[local_port]>
Max-Forwards: 70
${isCall ? 'Content-Type: application/sdp\n' : ''}Content-Length: [len]

${isCall ? sdp : ''}]]></send>${scenarios[name]}</scenario>
`,
  );
  const args = [`127.0.0.1:${port}`, '-sf', file, '-m', '1', '-i', '127.0.0.1', '-p', await freePort()];
  const timeout = name === 'OPTIONS' ? '2' : '20';
  const sipp = run(programs.sipp, [...args, '-nostdin', '-timeout', timeout, '-timeout_error'], path);
  const [code, signal] = (await sipp.ended) as [number | null, string | null];
  return `${name}: ${code ?? signal}`;
}

/** A phone beside ours, which answers at once. */
async function baresip(port: string): Promise<void> {
  const path = folder();
  mkdirSync(join(path, 'd'));
  writeFileSync(
    join(path, 'd', 'config'),
    `sip_listen 127.0.0.1:${await freePort()}
audio_player aubridge,nil
audio_source aubridge,nil
audio_alert aubridge,nil
module_path /usr/lib/baresip/modules
module g711.so
module aubridge.so
module_tmp account.so
module_app menu.so
`,
  );
  writeFileSync(
    join(path, 'd', 'accounts'),
    `<sip:reception@127.0.0.1:${port}>;auth_user=reception;auth_pass=secret;answermode=auto;regint=60\n`,
  );
  writeFileSync(join(path, 'd', 'contacts'), '');
  const program = run(programs.baresip, ['-f', join(path, 'd')], path);
  await until(() => /200 OK/.test(program.said()));
}

async function lineTo({ port, securePort }: Kamailio, transport: Transport = 'udp', password = 'secret') {
  const heard: CallHeard[] = [];
  const registered: Date[] = [];
  const isSecure = transport === 'tls';
  const at = isSecure ? securePort : port;
  const line = await openSipLine(
    { host: 'localhost', address: '127.0.0.1', port: Number(at), isSecure },
    { domain: 'localhost', user: 'reception', login: 'reception', password, name: 'm1', proxy: null },
    { registered: (until) => void registered.push(until), call: (one) => void heard.push(one) },
    {
      transport,
      now: Date.now,
      patience: { t1Ms: 500, t2Ms: 4_000, ringMs: 60_000, answerMs: 5_000, aliveMs: 500, registeredS: 4 },
    },
  );
  cleanUp.push(() => line.close());
  const became = async (...events: string[]) => {
    await until(() => heard.length >= events.length);
    expect(heard.map(({ event }) => event)).toEqual(events);
  };
  return { line, heard, registered, became };
}

function trusting(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, localCertificate]);
  cleanUp.push(() => setDefaultCACertificates(before));
}

test.for([
  ['udp', 'MD5'],
  ['tcp', 'SHA-256'],
  ['tls', 'MD5'],
] as const)(
  'over %s Kamailio registers us by %s, again and again, and a caller who hangs up is one who was missed',
  timed,
  async ([transport, algorithm], { skip }) => {
    skip(...unless('kamailio', 'sipp'));
    trusting();
    const to = await kamailio({ algorithm });
    await expect(lineTo(to, transport, 'wrong')).rejects.toThrow('The user name or the password is wrong.');
    const { line, heard, registered, became } = await lineTo(to, transport);
    await until(() => registered.length >= 4);
    expect(await call(folder(), to.port, 'hang up')).toBe('hang up: 0');
    await became('ringing', 'missed');
    expect(heard[0]!.call).toMatchObject({ from: '+61412345678', called: ['0290000001', 'm1'] });
    await line.close();
    expect(await call(folder(), to.port, 'find nobody')).toBe('find nobody: 0');
  },
);

test(
  'a call that rings at us and at baresip is answered there, and Kamailio tells us so',
  timed,
  async ({ skip }) => {
    skip(...unless('kamailio', 'sipp', 'baresip'));
    const to = await kamailio();
    await baresip(to.port);
    const { became } = await lineTo(to);
    expect(await call(folder(), to.port, 'talk')).toBe('talk: 0');
    await became('ringing', 'answered elsewhere');
  },
);

test.for(['udp', 'tcp'] as const)(
  'over %s we are found again after Kamailio was killed and started anew',
  timed,
  async (transport, { skip }) => {
    skip(...unless('kamailio', 'sipp'));
    const to = await kamailio();
    const first = await lineTo(to, transport);
    await to.restart();
    const count = first.registered.length;
    // Either its absence was noticed, or it is told of us when the registration is renewed.
    const hasEnded = await Promise.race([
      first.line.ended.then(() => true),
      until(() => first.registered.length > count + 1).then(() => false),
    ]);
    const { became } = hasEnded ? await lineTo(to, transport) : first;
    expect(await call(folder(), to.port, 'hang up')).toBe('hang up: 0');
    await became('ringing', 'missed');
  },
);
