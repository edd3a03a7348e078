import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FileRecord } from '@muster/domain/field/files/schema';
import { buildTasks } from '../../src/app.ts';
import type { Deps } from '../../src/platform/deps.ts';
import type { FileStorage } from '../../src/platform/files/storage.ts';
import { readSettings } from '../../src/settings.ts';
import { testFiles } from './files.ts';
import { signInAs } from '../sign-in.ts';
import { silentLog } from '../silent-log.ts';
import { openWork } from './work.ts';

const api = '/services/filesystem/api/v1';

/** The demo business on a real port, with a store of files, and whoever looks at what arrives. */
export async function openFiling({
  storage = testFiles(),
  env = {},
}: { storage?: FileStorage; env?: Record<string, string> } = {}) {
  const work = await openWork({ deps: { files: storage }, env });
  const { here, clock, app } = work;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const tasks = buildTasks({
    settings: readSettings({}),
    database: here.database,
    files: storage,
    log: silentLog,
    now: () => clock.now,
  } as unknown as Deps);

  /** Does what was handed to the background. */
  async function look(): Promise<void> {
    const { rows } = await here.asOwner<{ id: string; topic: string; payload: object }>(
      `delete from outbox where topic like 'files %' returning id, topic, payload`,
    );
    for (const { id, topic, payload } of rows) await tasks[topic]!(payload, id);
  }

  async function senderOf(email: string) {
    const { headers } = await signInAs(app, email);
    const call = (
      method: string,
      path: string,
      more: Record<string, string> = {},
      body?: NonNullable<RequestInit['body']>,
    ) =>
      fetch(path.startsWith('http') ? path : `${origin}${path.startsWith('/') ? '' : `${api}/`}${path}`, {
        method,
        headers: { ...headers, 'tus-resumable': '1.0.0', ...more },
        ...(body !== undefined && { body }),
      });
    const begin = (length: number, told: Record<string, string>) =>
      call('POST', 'uploads', { 'upload-length': String(length), 'upload-metadata': metadata(told) });
    const patch = (id: string, offset: number, body: NonNullable<RequestInit['body']>) =>
      call(
        'PATCH',
        `uploads/${id}`,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      );
    return {
      headers,
      call,
      begin,
      patch,
      /** Sends a whole file, and has it looked at. */
      async send(content: Uint8Array, told: Record<string, string>): Promise<FileRecord> {
        const id = told['id'] ?? randomUUID();
        const begun = await begin(content.length, { ...told, id });
        if (begun.status !== 201) throw new Error(`not begun: ${begun.status} ${await begun.text()}`);
        const sent = await patch(id, 0, Buffer.from(content));
        if (sent.status !== 204) throw new Error(`not sent: ${sent.status} ${await sent.text()}`);
        await look();
        return this.show(id);
      },
      async show(id: string): Promise<FileRecord> {
        return ((await (await call('GET', `files/${id}`)).json()) as { data: { row: FileRecord } }).data.row;
      },
    };
  }

  return { work, storage, origin, endpoint: `${origin}${api}/uploads`, look, senderOf };
}

export type Filing = Awaited<ReturnType<typeof openFiling>>;

export function metadata(told: Record<string, string>): string {
  return Object.entries(told)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}
