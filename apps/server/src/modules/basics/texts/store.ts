import type { TextMonth, TextSettings } from '@muster/domain/basics/texts/schema';
import { DOLLAR, type TextStateName } from '@muster/domain/basics/texts/rules';
import type { TextEncoding } from '@muster/domain/basics/texts/gsm';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type RawBuilder, sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    text_settings: TableOf<'text_settings'>;
    texts: TableOf<'texts'>;
    text_opt_outs: TableOf<'text_opt_outs'>;
    text_months: TableOf<'text_months'>;
    kept_texts: TableOf<'kept_texts'>;
    text_opt_out_tokens: TableOf<'text_opt_out_tokens'>;
  }
}

/** Whose texts they are. */
export interface TextBusiness {
  readonly name: string;
  readonly zone: string;
  readonly colour: string | null;
}

export async function readBusiness(db: Tx): Promise<TextBusiness> {
  const { rows } = await sql<TextBusiness>`
    select name, zone, colour from accounts where id = current_account()`.execute(db);
  return rows[0]!;
}

export async function findSettings(db: Tx): Promise<TextSettings | undefined> {
  const { rows } = await sql<{ row: TextSettings }>`
    select to_jsonb(r) as row from (
      select id, version, sender, part_price, monthly_ceiling, quiet_from, quiet_to from text_settings) r`.execute(
    db,
  );
  return rows[0]?.row;
}

/** What stays of the number of somebody who was erased: enough that it gets no text, and nobody reads it. */
const traceOf = (number: RawBuilder<unknown>) =>
  sql`'erased ' || encode(sha256(convert_to(current_account()::text || ' ' || ${number}, 'UTF8')), 'hex')`;

export async function hasOptedOut(db: Tx, number: string): Promise<boolean> {
  const { rows } = await sql`
    select from text_opt_outs where number in (${number}, ${traceOf(sql`${number}::text`)})`.execute(db);
  return rows.length > 0;
}

export interface StoredText {
  readonly number: string;
  readonly body: string;
  readonly link: MailedLink | null;
  readonly kind: string;
  readonly customer: string | null;
  readonly contact: string | null;
  readonly visit: string | null;
  readonly encoding: TextEncoding;
  readonly parts: number;
  readonly price: number;
  readonly at: Date;
  readonly holdUntil: Date;
  readonly notAfter: Date | null;
  /** Null: it stays in the inbox of this machine. */
  readonly connection: string | null;
  readonly optOutKey: string | null;
}

export async function insertText(db: Tx, text: StoredText): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into texts (account_id, direction, number, body, link, kind, customer_id, contact_id, visit_id, encoding, parts, price,
                       state, made_at, hold_until, not_after, connection_id, opt_out_key)
    values (current_account(), 'out', ${text.number}, ${text.body}, ${text.link && JSON.stringify(text.link)}::jsonb, ${text.kind},
            ${text.customer}, ${text.contact}, ${text.visit}, ${text.encoding}, ${text.parts}, ${text.price},
            'waiting', ${text.at}, ${text.holdUntil}, ${text.notAfter}, ${text.connection},
            ${text.optOutKey})
    returning id`.execute(db);
  return rows[0]!.id;
}

/** Nobody else decides what becomes of it until the transaction ends. */
export async function holdText(db: Tx, id: string): Promise<HeldText | undefined> {
  const { rows } = await sql<HeldText>`
    select state, number, body, link, parts, price, made_at, hold_until, not_after, connection_id, opt_out_key
      from texts where id = ${id} for update`.execute(db);
  return rows[0];
}

interface HeldText {
  readonly state: TextStateName | 'received';
  readonly number: string;
  readonly body: string;
  readonly link: MailedLink | null;
  readonly parts: number;
  readonly price: number;
  readonly made_at: Date;
  readonly hold_until: Date;
  readonly not_after: Date | null;
  readonly connection_id: string | null;
  readonly opt_out_key: string | null;
}

export async function settleText(
  db: Tx,
  id: string,
  { state, error, at }: { state: TextStateName; error: string; at: Date },
): Promise<void> {
  await sql`
    update texts set state = ${state}, error = ${error}, settled_at = ${at}
     where id = ${id}`.execute(db);
}

/** Those of a service or a number that have not left, the oldest first. */
export async function listWaiting(
  db: Tx,
  of: { connection: string } | { number: string },
): Promise<string[]> {
  const which = 'number' in of ? sql`number = ${of.number}` : sql`connection_id = ${of.connection}`;
  const { rows } = await sql<{ id: string }>`
    select id from texts where state = 'waiting' and ${which} order by made_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** An answer, with whom it comes from as far as they were written to before. */
export async function insertAnswer(
  db: Tx,
  {
    number,
    body,
    encoding,
    parts,
    at,
  }: { number: string; body: string; encoding: TextEncoding; parts: number; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into texts (account_id, direction, number, body, kind, customer_id, contact_id, visit_id, encoding, parts, price, state,
                       made_at, hold_until)
    select current_account(), 'in', ${number}, ${body}, 'answer', t.customer_id, t.contact_id, t.visit_id, ${encoding}, ${parts}, 0,
           'received', ${at}, ${at}
      from (values (1)) one
      left join lateral (
        select customer_id, contact_id, visit_id from texts
         where number = ${number} and direction = 'out' and customer_id is not null order by made_at desc limit 1) t on true
    returning id`.execute(db);
  return rows[0]!.id;
}

/** Whether the same was said from there since then, or to there: then an automatic answer would go on for ever. */
export async function wasSaid(
  db: Tx,
  { number, body, direction, since }: { number: string; body: string; direction: 'out' | 'in'; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from texts
     where number = ${number} and direction = ${direction} and body = ${body} and made_at > ${since} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** False if it is known already. */
export async function insertOptOut(db: Tx, number: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into text_opt_outs (account_id, number, at) values (current_account(), ${number}, ${at})
    on conflict do nothing returning number`.execute(db);
  return rows.length > 0;
}

/** False if there was none. */
export async function deleteOptOut(db: Tx, number: string): Promise<boolean> {
  const { rows } = await sql`
    delete from text_opt_outs where number in (${number}, ${traceOf(sql`${number}::text`)}) returning number`.execute(
    db,
  );
  return rows.length > 0;
}

interface StoredState {
  readonly id: string;
  readonly state: TextStateName;
  readonly error: string;
  readonly hold_until: Date;
  readonly settled_at: Date | null;
}

export async function listTextStates(db: Tx, ids: readonly string[]): Promise<StoredState[]> {
  const { rows } = await sql<StoredState>`
    select id, state, error, hold_until, settled_at from texts
     where id = any(${ids}::uuid[]) and direction = 'out'`.execute(db);
  return rows;
}

/** Counts a text in its month, unless that would be more than a month may cost: then nothing is counted. */
export async function spend(
  db: Tx,
  month: LocalDate,
  { parts, price, ceiling }: { parts: number; price: number; ceiling: number },
): Promise<boolean> {
  const most = ceiling * DOLLAR;
  if (price > most) return false;
  const { rows } = await sql`
    insert into text_months as m (account_id, month, texts, parts, spent)
    values (current_account(), ${month}, 1, ${parts}, ${price})
    on conflict (account_id, month) do update
      set texts = m.texts + 1, parts = m.parts + ${parts}, spent = m.spent + ${price}
      where m.spent + ${price} <= ${most}
    returning month`.execute(db);
  return rows.length > 0;
}

/** Takes back what did not leave. */
export async function unspend(
  db: Tx,
  month: LocalDate,
  { parts, price }: { parts: number; price: number },
): Promise<void> {
  await sql`
    update text_months set texts = texts - 1, parts = parts - ${parts}, spent = spent - ${price}
     where month = ${month}`.execute(db);
}

export async function findMonth(db: Tx, month: LocalDate): Promise<Omit<TextMonth, 'month'> | undefined> {
  const { rows } = await sql<Omit<TextMonth, 'month'>>`
    select texts, parts, spent from text_months where month = ${month}`.execute(db);
  return rows[0];
}

export interface KeptText {
  readonly id: string;
  readonly account_id: string;
  readonly direction: 'out' | 'in';
  readonly number: string;
  readonly sender: string;
  readonly body: string;
  readonly link: MailedLink | null;
  readonly opt_out_key: string | null;
  readonly at: Date;
}

/** More than anybody scrolls through in a demonstration. */
const SHOWN_TEXTS = 300;

/** Once, however often the task runs. */
export async function keepText(
  db: Tx,
  { id, direction, number, sender, body, link, opt_out_key, at }: Omit<KeptText, 'account_id'>,
): Promise<void> {
  await sql`
    insert into kept_texts (id, account_id, direction, number, sender, body, link, opt_out_key, at)
    values (${id}, current_account(), ${direction}, ${number}, ${sender}, ${body}, ${link && JSON.stringify(link)}::jsonb, ${opt_out_key}, ${at})
    on conflict do nothing`.execute(db);
}

/** The latest last, as a phone shows them. */
export async function listKeptTexts(db: Db): Promise<KeptText[]> {
  const { rows } = await sql<KeptText>`
    select * from (select * from kept_texts order by at desc, id desc limit ${SHOWN_TEXTS}) t order by at, id`.execute(
    db,
  );
  return rows;
}

export async function deleteKeptTexts(db: Db, before: Date): Promise<void> {
  await sql`delete from kept_texts where at < ${before}`.execute(db);
}

/** Whose texts they are: theirs by name, or by a number of theirs where nobody is named. */
export interface TextsOf {
  readonly customers: readonly string[];
  readonly contacts: readonly string[];
  readonly numbers: readonly string[];
}

/** With the numbers that they were written to, or wrote from. */
export async function listTextsOf(db: Tx, { customers, contacts, numbers }: TextsOf) {
  const { rows } = await sql<{ id: string; number: string }>`
    with named as (
      select id, number from texts
       where customer_id = any(${customers}::uuid[]) or contact_id = any(${contacts}::uuid[]))
    select id, number from named
     union
    select id, number from texts
     where customer_id is null and number in (select number from named union select unnest(${numbers}::text[]))`.execute(
    db,
  );
  return rows;
}

/** What nobody has: the place of a number that is forgotten. */
const NO_NUMBER = '000';

/** What they said, and the numbers, which others may share: somebody else's texts and wishes stay. */
export async function blankTexts(
  db: Tx,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<void> {
  await sql`
    update texts set number = ${NO_NUMBER}, body = '', link = null, error = '' where id = any(${ids}::uuid[])`.execute(
    db,
  );
  await sql`
    with gone as (
      delete from text_opt_outs o
       where o.number = any(${numbers}::text[]) and not exists (select from texts t where t.number = o.number)
      returning o.number, o.at)
    insert into text_opt_outs (account_id, number, at)
    select current_account(), ${traceOf(sql`number`)}, at from gone on conflict do nothing`.execute(db);
  await sql`
    delete from kept_texts k
     where k.account_id = current_account()
       and (k.id = any(${ids}::uuid[])
            or (k.number = any(${numbers}::text[]) and not exists (select from texts t where t.number = k.number)))`.execute(
    db,
  );
}

export async function insertOptOutToken(
  db: Tx,
  { hash, number, key }: { hash: Buffer; number: string; key: string },
): Promise<void> {
  await sql`
    insert into text_opt_out_tokens (token_hash, account_id, number, key_id) values (${hash}, current_account(), ${number}, ${key})
    on conflict do nothing`.execute(db);
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findOptOutToken(
  db: Db,
  hash: Buffer,
): Promise<{ account_id: string; number: string } | undefined> {
  return db
    .selectFrom('text_opt_out_tokens')
    .select(['account_id', 'number'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function deleteOptOutTokens(db: Tx, numbers: readonly string[]): Promise<void> {
  await sql`
    delete from text_opt_out_tokens where account_id = current_account() and number = any(${numbers}::text[])`.execute(
    db,
  );
}
