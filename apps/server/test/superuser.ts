import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** Signs in to a built-in cluster as its superuser, for what no part of the product may do. */
export async function asSuperuser<T>(
  cluster: { ownerUrl: string },
  dataDir: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = new URL(cluster.ownerUrl);
  url.username = 'postgres';
  url.password = readFileSync(join(dataDir, 'cluster/muster-password'), 'utf8');
  const client = new Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
