import { AwsClient } from 'aws4fetch';
import { unavailable } from '../http/errors.ts';
import type { FileStorage } from './storage.ts';

/** A store that takes longer is as good as away. */
const ANSWER_MS = 30_000;
const RETRIES = 2;
const RETRY_SECONDS = 5;

/** Pieces as objects `account/key` in a bucket, of any store that speaks S3: `https://KEY:SECRET@host/bucket?region=…`. */
export function s3Storage(address: string): FileStorage {
  const { origin, pathname, username, password, searchParams } = new URL(address);
  const bucket = `${origin}${pathname.replace(/\/+$/, '')}`;
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: RETRIES,
  });

  /** What the store says may be long and may name the key, so a number has to do. */
  async function ask(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await client.fetch(`${bucket}${path}`, { ...init, signal }).catch(() => undefined);
    if (answer?.ok || answer?.status === 404) return answer;
    await answer?.body?.cancel();
    throw away(answer ? `answered ${answer.status}` : 'did not answer');
  }

  return {
    async put(account, key, piece) {
      const answer = await ask(`/${account}/${key}`, { method: 'PUT', body: Buffer.from(piece) });
      await answer.body?.cancel();
      if (!answer.ok) throw away('has no such bucket');
    },
    async get(account, key) {
      const answer = await ask(`/${account}/${key}`, { method: 'GET' });
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
    async remove(account, key) {
      const answer = await ask(`/${account}/${key}`, { method: 'DELETE' });
      await answer.body?.cancel();
    },
    async *list() {
      let after = '';
      for (;;) {
        const answer = await ask(`?list-type=2&start-after=${encodeURIComponent(after)}`, { method: 'GET' });
        const found = objectsIn(await answer.text());
        for (const { path, storedAt } of found) {
          const [account = '', key = ''] = path.split('/');
          yield { account, key, storedAt };
        }
        if (found.length === 0) return;
        after = found.at(-1)!.path;
      }
    },
  };
}

function away(what: string) {
  return unavailable(RETRY_SECONDS, `The store of the files ${what}. Try again shortly.`);
}

/** Our own names are plain, so the list need not be read as XML with all that it can be. */
function objectsIn(list: string): { path: string; storedAt: Date }[] {
  return [...list.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    path: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
    storedAt: new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? 0),
  }));
}
