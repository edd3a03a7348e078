import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../test/faults/muster-process.ts';
import { long } from '../../../test/long.ts';
import { localCertificate, localKey } from '../../../test/services/local-certificate.ts';
import { smsc } from '../../../test/services/smsc.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { until } from '../../../test/until.ts';
import type { Heard } from './line.ts';
import { openSmpp } from './smpp.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const login = { systemId: 'bluegum', password: 'secret', systemType: '' };
const message = {
  sender: '+61400000000',
  number: '+61412345678',
  body: 'See you at 9 €',
  encoding: 'GSM-7',
  part: null,
  goodForSeconds: 3_600,
} as const;

function lineTo(port: number, { isSecure = false, hear = async (_heard: Heard) => {} } = {}) {
  return openSmpp({ host: 'localhost', address: '127.0.0.1', port, isSecure }, login, hear);
}

function trusting(certificates: readonly string[]): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, ...certificates]);
  cleanUp.push(() => setDefaultCACertificates(before));
}

test('over TLS a service that we cannot make sure of gets neither password nor text', async () => {
  const service = await smsc({ tls: { key: localKey, cert: localCertificate } });
  cleanUp.push(() => service.close());
  await expect(lineTo(service.port, { isSecure: true })).rejects.toThrow('We couldn’t make sure who it is');
  expect(service.binds).toEqual([]);
  trusting([localCertificate]);
  const line = await lineTo(service.port, { isSecure: true });
  expect(await line.submit(message)).toEqual({ became: 'accepted', reference: '1' });
  await line.close();
  expect(await line.ended).toBeNull();
});

test('a sender is a number, a short one or letters, as networks want to know it', async () => {
  const service = await smsc();
  cleanUp.push(() => service.close());
  const line = await lineTo(service.port);
  for (const sender of ['+61400000000', '19771', 'BlueGum', '']) await line.submit({ ...message, sender });
  await line.close();
  expect(service.submitted.map(({ source_addr_ton, source_addr }) => [source_addr_ton, source_addr])).toEqual(
    [
      [1, '61400000000'],
      [3, '19771'],
      [5, 'BlueGum'],
      [0, ''],
    ],
  );
});

test('one that says nothing, and one that talks something else, are told in words', async () => {
  const service = await smsc();
  const { port } = service;
  await service.close();
  await expect(lineTo(port)).rejects.toThrow('We couldn’t reach it (ECONNREFUSED).');
  const silent = await smsc({ answer: () => 'silence' });
  cleanUp.push(() => silent.close());
  const target = { host: 'localhost', address: '127.0.0.1', port: silent.port, isSecure: false };
  const patience = { answerMs: 200, enquireMs: 10_000 };
  const line = await openSmpp(target, login, async () => {}, patience);
  expect(await line.submit(message)).toEqual({ became: 'unknown', error: 'It didn’t answer in time.' });
  silent.sessions[0]!.socket.write(
    'HTTP/1.1 400 Bad Request\r\n\r\nThis is no SMPP at all, however long it gets.',
  );
  expect(await line.ended).toMatch(/makes no sense|closed/);
  expect(await line.submit(message)).toMatchObject({ became: 'not sent' });
});

/** Programs of others, where they are installed. */
const programs = {
  'smsc.pl': '/usr/share/doc/libnet-smpp-perl/examples/smsc.pl',
  bearerbox: '/usr/sbin/bearerbox',
  stunnel: '/usr/bin/stunnel',
};

function unless(...names: (keyof typeof programs)[]): [isMissing: boolean, note: string] {
  const missing = names.filter((name) => !existsSync(programs[name]));
  return [missing.length > 0, `${missing.join(' and ')} must be installed for this`];
}

function run(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  cleanUp.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

function listens(port: string): Promise<true> {
  return until(async () => {
    const socket = connect(Number(port), '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true as const),
      once(socket, 'close').then(() => undefined),
    ]).catch(() => undefined);
    socket.destroy();
    return isThere;
  });
}

/** The SMS service of the Perl library, at a port of the test's own. */
async function perlService(): Promise<string> {
  const port = await freePort();
  const { path, remove } = temporaryFolder();
  cleanUp.push(remove);
  const script = join(path, 'smsc.pl');
  writeFileSync(script, readFileSync(programs['smsc.pl'], 'utf8').replace('9900', port));
  run('perl', [script, '3']);
  await listens(port);
  return port;
}

test('the SMS service of a Perl library takes texts, long ones and emoji', long, async ({ skip }) => {
  skip(...unless('smsc.pl'));
  const line = await lineTo(Number(await perlService()));
  const accepted = { became: 'accepted', reference: '123456789' };
  expect(await line.submit(message)).toEqual(accepted);
  expect(await line.submit({ ...message, body: 'Grüße 😀', encoding: 'UCS-2' })).toEqual(accepted);
  expect(await line.submit({ ...message, body: 'x'.repeat(400) })).toEqual(accepted);
  const part = { whole: '7', total: 2, number: 1 };
  expect(await line.submit({ ...message, body: 'x'.repeat(153), part })).toEqual(accepted);
  await line.close();
});

test('the same service behind stunnel is spoken to over TLS', long, async ({ skip }) => {
  skip(...unless('smsc.pl', 'stunnel'));
  const [inner, outer] = [await perlService(), await freePort()];
  const { path, remove } = temporaryFolder();
  cleanUp.push(remove);
  writeFileSync(join(path, 'pem'), `${localKey}${localCertificate}`, { mode: 0o600 });
  const config = `foreground = yes\npid =\n[smpp]\naccept = 127.0.0.1:${outer}\nconnect = 127.0.0.1:${inner}\ncert = ${join(path, 'pem')}\n`;
  writeFileSync(join(path, 'conf'), config);
  run(programs.stunnel, [join(path, 'conf')]);
  await listens(outer);
  await expect(lineTo(Number(outer), { isSecure: true })).rejects.toThrow('make sure who it is');
  trusting([localCertificate]);
  const line = await lineTo(Number(outer), { isSecure: true });
  expect(await line.submit(message)).toEqual({ became: 'accepted', reference: '123456789' });
  await line.close();
});

test(
  'Kannel signs in to the service of these tests and takes what it says, so that it is one',
  long,
  async ({ skip }) => {
    skip(...unless('bearerbox'));
    const service = await smsc();
    cleanUp.push(() => service.close());
    const { path, remove } = temporaryFolder();
    cleanUp.push(remove);
    const config = `group = core
admin-port = ${await freePort()}
smsbox-port = ${await freePort()}
admin-password = x
log-file = "${join(path, 'log')}"

group = smsc
smsc = smpp
host = 127.0.0.1
port = ${service.port}
transceiver-mode = true
smsc-username = "kannel"
smsc-password = "secret"
system-type = ""

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${await freePort()}

`;
    writeFileSync(join(path, 'conf'), config);
    run(programs.bearerbox, ['-v', '4', join(path, 'conf')]);
    await until(() => service.sessions.length > 0);
    const answer = { source_addr: '61412345678', source_addr_ton: 1, destination_addr: '61400000000' };
    expect(await service.deliver({ ...answer, data_coding: 0, short_message: Buffer.from('Yes') })).toBe(0);
    expect(
      spawnSync('grep', ['-c', 'PANIC', join(path, 'log')])
        .stdout.toString()
        .trim(),
    ).toBe('0');
  },
);
