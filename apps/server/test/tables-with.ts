import type { TestDatabase } from './database.ts';

/** The tables in which a word of an account stands, in whatever column. */
export async function tablesWith(
  { asOwner }: TestDatabase,
  account: string,
  word: string,
): Promise<string[]> {
  await asOwner(`select set_config('muster.account', $1, false), set_config('muster.scenario', $1, false)`, [
    account,
  ]);
  const { rows } = await asOwner<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows } = await asOwner(`select from "${name}" t where t::text ilike $1 limit 1`, [`%${word}%`]);
    if (rows.length > 0) found.push(name);
  }
  await asOwner(`select set_config('muster.account', '', false), set_config('muster.scenario', '', false)`);
  return found;
}
