import type { TestDatabase } from './database.ts';

/** Every row of every table, the queue's too, as one text. Takes row-level security away for as long as it reads. */
export async function dumpDatabase({ asOwner }: TestDatabase): Promise<string> {
  const { rows: tables } = await asOwner<{ name: string; is_forced: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as is_forced
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  const dumps: string[] = [];
  for (const { name, is_forced } of tables) {
    if (is_forced) await asOwner(`alter table ${name} no force row level security`);
    const { rows } = await asOwner<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
    if (is_forced) await asOwner(`alter table ${name} force row level security`);
    dumps.push(`${name}: ${rows.length}`, ...rows.map(({ row }) => row));
  }
  return dumps.join('\n');
}

/** The forms in which a secret may be written down by mistake: as it is, in hexadecimal, and inside a base64 text. */
export function spellings(secret: string): string[] {
  const bytes = [Buffer.from(secret)];
  // Our secrets are random bytes in base64, so the decoded bytes are looked for, too.
  if (/^[\w-]{43}$/.test(secret)) bytes.push(Buffer.from(secret, 'base64url'));
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
  const texts = [secret, encodeURIComponent(secret), quoted(secret), quoted(quoted(secret))];
  return texts.concat(
    bytes.map((raw) => raw.toString('hex')),
    bytes.flatMap((raw) => [0, 1, 2].flatMap((offset) => base64At(raw, offset))),
  );
}

/** The characters that depend on nothing but these bytes when so many others come before them. */
function base64At(raw: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), raw]).toString('base64');
  const whole = text.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + raw.length) * 4) / 3));
  return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
}
