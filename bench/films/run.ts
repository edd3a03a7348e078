import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEMO_PASSWORD, DEMO_PASSWORD_HASH } from '../../apps/server/seed/demo.ts';
import { keptCookies } from '../../apps/server/test/sign-in.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { startDemo } from '../scheduler/demo-server.ts';

/**
 * Whether others notice that films are converted: how long one business waits for its list of customers while nothing happens, and
 * while the films of four others, which came at the same moment, are made into ones that play everywhere, as many at once as a process
 * makes. Quiet is measured before and after, because the machine may have something else to do as well.
 */
const FILMS = 4;
const FILM_SECONDS = 15;
const QUIET_MS = 10_000;
const BETWEEN_MS = 10;
const LOOK_EVERY_MS = 500;

const demo = await startDemo();
const folder = temporaryFolder();
try {
  await demo.asSuperuser(open);
  const film = await filmed();
  const quiet = await signIn('quiet@example.com');
  const senders = await Promise.all(
    Array.from({ length: FILMS }, (_, at) => signIn(`film-${at}@example.com`)),
  );
  const before = await waitsDuring(quiet, sleep(QUIET_MS));
  const begun = performance.now();
  const beside = await waitsDuring(quiet, Promise.all(senders.map((sender) => convert(sender, film))));
  const seconds = (performance.now() - begun) / 1_000;
  const after = await waitsDuring(quiet, sleep(QUIET_MS));
  const idle = [...before, ...after];
  console.log(
    `${FILMS} films of ${FILM_SECONDS} s in 1,920 × 1,080, sent and converted in ${seconds.toFixed(0)} s`,
  );
  console.log(`idle   ${words(idle)}`);
  console.log(`beside ${words(beside)}`);
  console.log(`p99 beside ${(p(beside, 0.99) / p(idle, 0.99)).toFixed(1)} times that of idle`);
  console.log(`${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}`);
} finally {
  await demo.stop();
  folder.remove();
}

type Headers = Record<string, string>;

async function signIn(email: string): Promise<Headers> {
  const login = await fetch(`${demo.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return keptCookies(login.headers.getSetCookie()).headers;
}

/** Sends a film, and is done when it can be played. */
async function convert(headers: Headers, film: Buffer<ArrayBuffer>): Promise<void> {
  const id = randomUUID();
  const customer = await answered<{ row: { id: string } }>('/services/scheduling/api/v1/customers', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: 'Films' }),
  });
  const told = { id, subject: 'customer', subject_id: customer.row.id, name: 'film.mp4' };
  const metadata = Object.entries(told).map(([name, value]) => `${name} ${btoa(value)}`);
  const uploads = `${demo.url}/services/filesystem/api/v1/uploads`;
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  await fetch(uploads, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(film.length), 'upload-metadata': metadata.join() },
  });
  const type = 'application/offset+octet-stream';
  const sent = await fetch(`${uploads}/${id}`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': type },
    body: film,
  });
  if (sent.status !== 204) throw new Error(`A film was not taken: ${sent.status} ${await sent.text()}`);
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const answer = await fetch(`${demo.url}/services/video/api/v1/films/${id}`, { headers });
    // Until it has been looked at there is no film.
    if (answer.status === 404) continue;
    const { data } = (await answer.json()) as { data: { row: { state: string; refusal: string } } };
    if (data.row.state === 'ready') return;
    if (data.row.state !== 'waiting')
      throw new Error(`No film was made: ${data.row.state} ${data.row.refusal}`);
  }
}

async function answered<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(`${demo.url}${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

/** How long each light request took until the work was done. */
async function waitsDuring(headers: Headers, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const over = { is: false };
  const end = work.finally(() => (over.is = true));
  do {
    const begun = performance.now();
    await answered('/services/scheduling/api/v1/customers', { headers });
    waits.push(performance.now() - begun);
    await sleep(BETWEEN_MS);
  } while (!over.is);
  await end;
  return waits;
}

/** As a phone films, with something that moves and something to hear. */
async function filmed(): Promise<Buffer<ArrayBuffer>> {
  const path = join(folder.path, 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=30:duration=${FILM_SECONDS}`];
  const sound = ['-f', 'lavfi', '-i', `sine=duration=${FILM_SECONDS}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, ...sound, ...codecs, path]);
  return readFile(path);
}

function p(waits: readonly number[], share: number): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * share)]!;
}

function words(waits: readonly number[]): string {
  return `median ${p(waits, 0.5).toFixed(1)} ms, p99 ${p(waits, 0.99).toFixed(1)}, longest ${Math.max(...waits).toFixed(1)}, ${waits.length} requests`;
}

async function open(client: { query: (text: string) => Promise<unknown> }): Promise<void> {
  const names = ['quiet', ...Array.from({ length: FILMS }, (_, at) => `film-${at}`)];
  for (const name of names)
    await client.query(
      `with opened as (insert into accounts (name, plan_code, licences) values ('${name}', 'crew', 5) returning id)
       insert into users (account_id, email, first_name, last_name, role, password_hash)
       select id, '${name}@example.com', 'Kim', 'Quiet', 'owner', '${DEMO_PASSWORD_HASH}' from opened`,
    );
}
