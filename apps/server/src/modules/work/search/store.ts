import { HOUR_MS } from '@muster/domain/values/minutes';
import { type FoundKind, foundKinds, records } from '@muster/domain/records';
import type { Found } from '@muster/domain/work/search/schema';
import {
  isCorrigible,
  likeliest,
  slipsOf,
  soundBeginning,
  withinTwo,
} from '@muster/domain/work/search/rules';
import { type RawBuilder, sql } from 'kysely';
import { phoneRanges, wordRange } from '../../../platform/changes/search-words.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Rows of one kind that are looked at, of those with the rarest of the words: more are found by typing on. */
const CANDIDATES = 1000;
/** Shown of each kind. */
const BEST = 8;

/** What has a word for the beginning of each: whole words before beginnings, and what is in use before what was archived. */
export async function findAnything(
  db: Tx,
  kinds: readonly FoundKind[],
  words: readonly string[],
  now: Date,
): Promise<Found[]> {
  const rarest = await rarestWords(db, kinds, words);
  const having = kinds.filter((kind) => rarest.has(kind));
  if (having.length === 0) return [];
  const candidates = having.map((kind) => candidatesOf(kind, rarest.get(kind)!, words));
  return described(db, sql.join(candidates, sql` union all `), now);
}

/** Whoever rings: customers and contacts whose number begins or ends so. */
export async function findByPhone(db: Tx, digits: string, now: Date): Promise<Found[]> {
  const whose = (['customers', 'contacts'] as const).flatMap((kind) =>
    phoneRanges(digits).map(
      (range) => sql`(
    select ${kind}::text as kind, ${foundKinds.indexOf(kind)}::int as place, id as row_id, '' as word, (phone_digits = ${digits})::int as whole
      from ${sql.table(kind)} where ${range} limit ${BEST})`,
    ),
  );
  return described(db, sql`select distinct * from (${sql.join(whose, sql` union all `)}) ringing`, now);
}

/** Those of the words that nothing of these kinds begins with. */
export async function unknownWords(
  db: Tx,
  kinds: readonly FoundKind[],
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) as sought (word)
     where not exists (select from search_words w where w.table_name = any(${kinds}::text[]) and w.word >= sought.word and w.word < sought.word || ${LAST})`.execute(
    db,
  );
  return rows.map(({ word }) => word);
}

/** More words than that, which begin alike, are not looked through. */
const ALIKE = 300;
const LAST = '\u{10ffff}';

/** The word of this account that somebody likeliest meant who typed one that there is not: one slip away, or two in a long one. */
export async function meantWord(
  db: Tx,
  kinds: readonly FoundKind[],
  typed: string,
): Promise<string | undefined> {
  if (!isCorrigible(typed)) return undefined;
  const slips = slipsOf(typed);
  const { rows } = await sql<{ place: number; word: string }>`
    select slip.place::int - 1 as place, first.word
      from unnest(${slips.map(({ text }) => text)}::text[]) with ordinality slip (text, place)
     cross join lateral (
       select w.word from search_words w
        where w.table_name = any(${kinds}::text[]) and w.word >= slip.text and w.word < slip.text || ${LAST} order by w.word limit 1) first`.execute(
    db,
  );
  const near = likeliest(rows.map(({ place, word }) => ({ slip: slips[place]!, word })));
  const beginning = soundBeginning(typed);
  if (near !== undefined || beginning === undefined) return near;
  return withinTwo(typed, await wordsBeginning(db, kinds, beginning));
}

/** Each word once, found from the one before it: a common one may be in a hundred thousand rows. */
async function wordsBeginning(db: Tx, kinds: readonly FoundKind[], beginning: string): Promise<string[]> {
  const next = (condition: RawBuilder<unknown>) => sql`
    (select w.word from search_words w where w.table_name = any(${kinds}::text[]) and ${condition} and w.word < ${beginning + LAST} order by w.word limit 1)`;
  const { rows } = await sql<{ word: string }>`
    with recursive each as (
      select ${next(sql`w.word >= ${beginning}`)} as word
      union all
      select ${next(sql`w.word > each.word`)} from each where each.word is not null)
    select word from each where word is not null limit ${ALIKE}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The best of each kind that was found, as they are shown. */
async function described(db: Tx, found: RawBuilder<unknown>, now: Date): Promise<Found[]> {
  const { rows } = await sql<{ row: Found }>`
    with found as (${found}),
    named as (
      select f.kind, f.place, f.row_id as id, f.whole, n.*
        from (select *, row_number() over (partition by kind order by whole desc, word, row_id) as rank from found) f
       cross join lateral (${names}) n
       where f.rank <= ${BEST})
    select to_jsonb(r) - 'place' - 'whole' as row
      from (select named.*, ${nextVisit(now)} as next from named order by is_archived, whole desc, place, title, id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Of each kind the word that fewest rows have; a kind that has none for one of them is left out. */
async function rarestWords(
  db: Tx,
  kinds: readonly FoundKind[],
  words: readonly string[],
): Promise<Map<FoundKind, string>> {
  const counts = kinds.flatMap((kind) =>
    words.map(
      (word) => sql`
        select ${kind}::text as kind, ${word}::text as word,
               (select count(*) from (select 1 from search_words
                 where table_name = ${kind} and ${wordRange(word)} limit ${CANDIDATES}) first)::int as count`,
    ),
  );
  const { rows } = await sql<{ kind: FoundKind; word: string; count: number }>`
    select kind, min(word) filter (where rank = 1) as word, min(count) as count
      from (select *, row_number() over (partition by kind order by count, word) as rank
              from (${sql.join(counts, sql` union all `)}) counted) ranked
     group by kind having min(count) > 0`.execute(db);
  return new Map(rows.map(({ kind, word }) => [kind, word]));
}

function candidatesOf(kind: FoundKind, rarest: string, words: readonly string[]): RawBuilder<unknown> {
  const others = words.filter((word) => word !== rarest);
  const has = (condition: RawBuilder<boolean>) => sql`
    exists (select from search_words where table_name = ${kind} and row_id = c.row_id and ${condition})`;
  const conditions = others.map((word) => has(wordRange(word)));
  const whole = [
    sql`(c.word = ${rarest})::int`,
    ...others.map((word) => sql`(${has(sql`word = ${word}`)})::int`),
  ];
  return sql`(
    select ${kind}::text as kind, ${foundKinds.indexOf(kind)}::int as place, c.row_id, min(c.word) as word,
           max(${sql.join(whole, sql` + `)}) as whole
      from (select row_id, word from search_words where table_name = ${kind} and ${wordRange(rarest)}
             order by word, row_id limit ${CANDIDATES}) c
     ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
     group by c.row_id)`;
}

/** Whoever asks when somebody comes is told of one that is late, too. */
const LATE_HOURS = 12;

/** The jobs of what was found, each kind by an index of its own. */
const jobsOf = (
  [
    ['customers', 'customer_id', 'id'],
    ['contacts', 'customer_id', 'customer_id'],
    ['sites', 'site_id', 'id'],
    ['jobs', 'id', 'id'],
  ] as const
).map(
  ([kind, column, key]) =>
    sql`select id, site_id from jobs where named.kind = ${kind} and ${sql.ref(column)} = ${sql.ref(`named.${key}`)}`,
);

/** The next visit of what was found, or the one under way. */
function nextVisit(now: Date): RawBuilder<unknown> {
  const from = new Date(now.getTime() - LATE_HOURS * HOUR_MS);
  return sql`(
    select to_jsonb(v) from (
      select v.starts_at, s.zone, v.state,
             (select string_agg(t.name, ', ' order by a.is_lead desc, t.name)
                from assignments a join technicians t on t.id = a.technician_id where a.visit_id = v.id) as crew
        from (
          select j.site_id, v.id, v.state, a.starts_at
            from (${sql.join(jobsOf, sql` union all `)}) j
            join visits v on v.job_id = j.id and v.state in ('planned', 'dispatched', 'en route', 'on site')
            join assignments a on a.visit_id = v.id
           where a.starts_at >= ${from} or v.state in ('en route', 'on site')
           order by a.starts_at, v.id limit 1) v
        join sites s on s.id = v.site_id) v)`;
}

/** How what has no name of its own is shown. */
const unnamed: Partial<Record<FoundKind, RawBuilder<unknown>>> = {
  contacts: sql`
    select k.name, concat_ws(' · ', c.name, nullif(k.role, ''), nullif(k.phone, '')), k.customer_id, c.archived_at is not null
      from contacts k join customers c on c.id = k.customer_id where f.kind = 'contacts' and k.id = f.row_id`,
  jobs: sql`
    select 'J-' || j.number, concat_ws(' · ', c.name, nullif(left(j.description, 100), '')), j.customer_id, j.archived_at is not null
      from jobs j join customers c on c.id = j.customer_id where f.kind = 'jobs' and j.id = f.row_id`,
  invoices: sql`
    select coalesce(i.number, concat_ws(' ', 'Draft', i.kind)),
           concat_ws(' · ', c.name, '$' || to_char(i.total / 100.0, 'FM999,999,990.00'), nullif(i.title, ''), nullif(i.order_number, '')),
           i.customer_id, false
      from invoices i join customers c on c.id = i.bill_to_id where f.kind = 'invoices' and i.id = f.row_id`,
  sites: sql`
    select coalesce(nullif(s.name, ''), nullif(s.address, ''), s.suburb),
           concat_ws(' · ', c.name, nullif(concat_ws(' ', nullif(s.address, ''), nullif(s.suburb, '')), '')),
           s.customer_id, s.archived_at is not null
      from sites s join customers c on c.id = s.customer_id where f.kind = 'sites' and s.id = f.row_id`,
};

function named(kind: FoundKind): RawBuilder<unknown> {
  const beside = records[kind].found.map((field) => sql`nullif(${sql.ref(`t.${field}`)}, '')`);
  const subtitle = beside.length === 0 ? sql`''` : sql`concat_ws(' · ', ${sql.join(beside)})`;
  return sql`
    select t.name as title, ${subtitle} as subtitle, null::uuid as customer_id, t.archived_at is not null as is_archived
      from ${sql.table(kind)} t where f.kind = ${kind} and t.id = f.row_id`;
}

const names = sql.join(
  foundKinds.map((kind) => unnamed[kind] ?? named(kind)),
  sql` union all `,
);
