import { Client } from 'pg';

/**
 * Counts the rows of all tables anew, as the database itself does within a minute: until then it plans queries as if what was just
 * written in bulk were not there.
 */
export async function refreshStatistics(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
