import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** A built-in cluster as its superuser signs in. */
export function superuserUrl({ ownerUrl }: { ownerUrl: string }, dataDir: string): URL {
  const url = new URL(ownerUrl);
  url.username = 'postgres';
  url.password = readFileSync(join(dataDir, 'cluster/muster-password'), 'utf8');
  return url;
}

/** Signs in to a built-in cluster as its superuser, for what no part of the product may do. */
export async function asSuperuser<T>(
  cluster: { ownerUrl: string },
  dataDir: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: superuserUrl(cluster, dataDir).href });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
