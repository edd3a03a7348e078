import { type Found, searchKinds } from '@muster/domain/search/schema';
import { type RawBuilder, sql } from 'kysely';
import { wordRange } from '../../platform/changes/search-words.ts';
import type { Tx } from '../../platform/db/executor.ts';

/** Rows of one kind that are looked at, of those with the rarest of the words: more are found by typing on. */
const CANDIDATES = 1000;
/** Shown of each kind. */
const BEST = 8;

type Kind = (typeof searchKinds)[number];

/** What has a word for the beginning of each: whole words before beginnings, and what is in use before what was archived. */
export async function findAnything(db: Tx, words: readonly string[]): Promise<Found[]> {
  const rarest = await rarestWords(db, words);
  const kinds = searchKinds.filter((kind) => rarest.has(kind));
  if (kinds.length === 0) return [];
  const candidates = kinds.map((kind) => candidatesOf(kind, rarest.get(kind)!, words));
  const { rows } = await sql<{ row: Found }>`
    with found as (${sql.join(candidates, sql` union all `)}),
    named as (
      select f.kind, f.place, f.row_id as id, f.whole, n.*
        from (select *, row_number() over (partition by kind order by whole desc, word, row_id) as rank from found) f
       cross join lateral (${names}) n
       where f.rank <= ${BEST})
    select to_jsonb(r) - 'place' - 'whole' as row
      from (select * from named order by is_archived, whole desc, place, title, id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Of each kind the word that fewest rows have; a kind that has none for one of them is left out. */
async function rarestWords(db: Tx, words: readonly string[]): Promise<Map<Kind, string>> {
  const counts = searchKinds.flatMap((kind) =>
    words.map(
      (word) => sql`
        select ${kind}::text as kind, ${word}::text as word,
               (select count(*) from (select 1 from search_words
                 where table_name = ${kind} and ${wordRange(word)} limit ${CANDIDATES}) first)::int as count`,
    ),
  );
  const { rows } = await sql<{ kind: Kind; word: string; count: number }>`
    select kind, min(word) filter (where rank = 1) as word, min(count) as count
      from (select *, row_number() over (partition by kind order by count, word) as rank
              from (${sql.join(counts, sql` union all `)}) counted) ranked
     group by kind having min(count) > 0`.execute(db);
  return new Map(rows.map(({ kind, word }) => [kind, word]));
}

function candidatesOf(kind: Kind, rarest: string, words: readonly string[]): RawBuilder<unknown> {
  const others = words.filter((word) => word !== rarest);
  const has = (condition: RawBuilder<boolean>) => sql`
    exists (select from search_words where table_name = ${kind} and row_id = c.row_id and ${condition})`;
  const conditions = others.map((word) => has(wordRange(word)));
  const whole = [
    sql`(c.word = ${rarest})::int`,
    ...others.map((word) => sql`(${has(sql`word = ${word}`)})::int`),
  ];
  return sql`(
    select ${kind}::text as kind, ${searchKinds.indexOf(kind)}::int as place, c.row_id, min(c.word) as word,
           max(${sql.join(whole, sql` + `)}) as whole
      from (select row_id, word from search_words where table_name = ${kind} and ${wordRange(rarest)}
             order by word, row_id limit ${CANDIDATES}) c
     ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
     group by c.row_id)`;
}

const names = sql`
  select t.name as title, concat_ws(' · ', nullif(t.phone, ''), nullif(t.email, '')) as subtitle,
         null::uuid as customer_id, t.archived_at is not null as is_archived
    from technicians t where f.kind = 'technicians' and t.id = f.row_id
  union all
  select c.name, concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')), null, c.archived_at is not null
    from customers c where f.kind = 'customers' and c.id = f.row_id
  union all
  select 'J-' || j.number, concat_ws(' · ', c.name, nullif(left(j.description, 100), '')), j.customer_id, j.archived_at is not null
    from jobs j join customers c on c.id = j.customer_id where f.kind = 'jobs' and j.id = f.row_id
  union all
  select coalesce(nullif(s.name, ''), nullif(s.address, ''), s.suburb),
         concat_ws(' · ', c.name, nullif(concat_ws(' ', nullif(s.address, ''), nullif(s.suburb, '')), '')),
         s.customer_id, s.archived_at is not null
    from sites s join customers c on c.id = s.customer_id where f.kind = 'sites' and s.id = f.row_id`;
