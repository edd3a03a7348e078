import type { Call, CallPerson, CallSettings, MissedCall } from '@muster/domain/calls/calls/schema';
import {
  type CallEvent,
  type CallFacts,
  LONGEST_RING_SECONDS,
  LONGEST_TALK_HOURS,
  UNHEARD_TALK_MINUTES,
} from '@muster/domain/calls/calls/rules';
import { homeDigits } from '@muster/domain/calls/calls/numbers';
import type { Campaign } from '@muster/domain/calls/campaigns/schema';
import { type RawBuilder, sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import { eachWord, wordRange } from '../../../platform/changes/search-words.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    calls: TableOf<'calls'>;
    call_events: TableOf<'call_events'>;
    settled_calls: TableOf<'settled_calls'>;
    call_settings: TableOf<'call_settings'>;
    accounts_with_calls: TableOf<'accounts_with_calls'>;
  }
}

/** The row of a call, made where it is not there yet; nobody else reckons with its events until the transaction ends. */
export async function holdCall(
  db: Tx,
  { connection, call, at }: { connection: string; call: string; at: Date },
): Promise<HeldCall> {
  const { rows } = await sql<HeldCall>`
    insert into calls (account_id, connection_id, call_key, began_at)
    values (current_account(), ${connection}, ${call}, ${at})
    on conflict (account_id, connection_id, call_key) do update set call_key = excluded.call_key
    returning id, customer_id as customer, campaign_id as campaign, erased_at is not null as "isErased"`.execute(
    db,
  );
  return rows[0]!;
}

interface HeldCall {
  readonly id: string;
  readonly customer: string | null;
  readonly campaign: string | null;
  readonly isErased: boolean;
}

/** False: it is known. */
export async function insertEvent(db: Tx, connection: string, event: CallEvent, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into call_events (account_id, connection_id, event_key, call_key, event, direction, at, from_number, to_number, answered_by,
                             received_at)
    values (current_account(), ${connection}, ${event.id}, ${event.call}, ${event.event}, ${event.direction}, ${event.at},
            ${event.from}, ${event.to}, ${event.by}, ${at})
    on conflict do nothing returning event_key`.execute(db);
  return rows.length > 0;
}

export async function isKnown(db: Tx, connection: string, event: string): Promise<boolean> {
  const { rows } = await sql`
    select from call_events where connection_id = ${connection} and event_key = ${event}`.execute(db);
  return rows.length > 0;
}

export async function listEvents(db: Tx, connection: string, call: string): Promise<CallEvent[]> {
  const { rows } = await sql<CallEvent>`
    select event_key as id, call_key as call, event, direction, at, from_number as from, to_number as to, answered_by as by
      from call_events where connection_id = ${connection} and call_key = ${call}`.execute(db);
  return rows;
}

export interface Meant {
  readonly forms: readonly string[];
  readonly customer: string | null;
  readonly campaign: string | null;
}

export async function writeCall(db: Tx, id: string, facts: CallFacts, meant: Meant): Promise<void> {
  const { direction, state, number, called, by, began_at, answered_at, ended_at } = facts;
  await sql`
    update calls set direction = ${direction}, state = ${state}, number = ${number}, digits = ${number === null ? '' : homeDigits(number)},
                     forms = ${meant.forms}::text[], called = ${called}, answered_by = ${by}, began_at = ${began_at},
                     answered_at = ${answered_at}, ended_at = ${ended_at}, customer_id = ${meant.customer},
                     campaign_id = ${meant.campaign}
     where id = ${id}`.execute(db);
}

/** What is known of a business that tells its own numbers from others'. */
export async function readOwn(db: Tx): Promise<{ region: string | null; phone: string; zone: string }> {
  const { rows } = await sql<{ region: string | null; phone: string; zone: string }>`
    select region, phone, zone from accounts where id = current_account()`.execute(db);
  return rows[0]!;
}

/** Which customers have the number in one of its forms, their own or a contact's: whom one was merged into has it now. */
const having = (forms: RawBuilder<unknown>) => sql`(
  select c.id as customer_id, c.name, null::uuid as contact_id, '' as contact
    from customers c where c.phone_digits = any(${forms}) and c.phone_digits <> '' and c.archived_at is null
  union all
  select c.id, c.name, k.id, k.name
    from contacts k join customers c on c.id = k.customer_id
   where k.phone_digits = any(${forms}) and k.phone_digits <> '' and c.archived_at is null)`;

export async function listHaving(db: Tx, forms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct customer_id from ${having(sql`${forms}::text[]`)} p limit 2`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}

/** Those who were merged into a customer are the same person. */
const everyoneOf = (customer: string) => sql`
  (with recursive merged as (
     select ${customer}::uuid as id
      union select c.id from customers c join merged m on c.merged_into = m.id)
   select id from merged)`;

/**
 * A call that rings for so long has been forgotten by its exchange: nobody took it, as far as anybody knows. When a call ends that
 * another phone has taken, a SIP account is not told, nor is one that is gone.
 */
const stateAt = (at: Date) => sql`
  case when calls.state = 'ringing' and calls.began_at < ${at}::timestamptz - make_interval(secs => ${LONGEST_RING_SECONDS}) then 'missed'
       when calls.state = 'answered' and calls.answered_at < ${at}::timestamptz - make_interval(hours => ${LONGEST_TALK_HOURS}) then 'ended'
       when calls.state = 'answered' and calls.answered_at < ${at}::timestamptz - make_interval(mins => ${UNHEARD_TALK_MINUTES})
        and not exists (select from call_services v where v.id = calls.connection_id and v.kind <> 'sip') then 'ended'
       else calls.state end`;

/** They were rung, or rang again and somebody took it. */
const spokeSince = sql`exists (
  select from calls s
   where s.digits = calls.digits and s.digits <> '' and s.began_at > calls.began_at
     and (s.direction = 'out' or s.state in ('answered', 'ended')))`;

const columns = (at: Date) => sql<Call>`
  calls.id, calls.direction, ${stateAt(at)} as state, calls.number, calls.called, calls.answered_by, calls.began_at, calls.answered_at, calls.ended_at,
  p.customer_id, coalesce(p.name, '') as name, coalesce(p.matches, 0)::int as matches, case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.first_name) end as taken_by,
  calls.erased_at is not null as is_erased, coalesce(g.name, '') as campaign,
  case when calls.direction = 'out' or ${stateAt(at)} <> 'missed' then null when s.id is not null then s.how
       when ${spokeSince} then 'called since' end as settled`;

/** Who is meant: whoever was known when it rang, or was chosen since; otherwise the only one who has the number now. */
const beside = sql`
  left join settled_calls s on s.id = calls.id
  left join campaigns g on g.id = calls.campaign_id
  left join users u on u.id = calls.taken_by
  left join lateral (
    with recursive now_is as (
      select c.id, c.merged_into, c.name from customers c where c.id = calls.customer_id
       union select c.id, c.merged_into, c.name from customers c join now_is n on c.id = n.merged_into)
    select case when count(distinct f.customer_id) = 1 then (array_agg(f.customer_id))[1] end as customer_id,
           case when count(distinct f.customer_id) = 1 then
             coalesce((array_agg(f.contact || ' · ' || f.name) filter (where f.contact <> ''))[1], (array_agg(f.name))[1]) end as name,
           count(distinct f.customer_id) as matches
      from (select n.id as customer_id, n.name, coalesce(k.name, '') as contact
              from now_is n
              left join lateral (
                select name from contacts
                 where customer_id = n.id and phone_digits = any(calls.forms) and phone_digits <> ''
                   and not exists (select from customers c where c.id = n.id and c.phone_digits = any(calls.forms))
                 order by name limit 1) k on true
             where n.merged_into is null
             union all
            select h.customer_id, h.name, h.contact from ${having(sql`calls.forms`)} h where calls.customer_id is null) f) p on true`;

export interface WhichCalls {
  readonly search?: string | undefined;
  readonly missed?: boolean | undefined;
  readonly direction?: 'in' | 'out' | undefined;
  readonly customer?: string | undefined;
  readonly campaign?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The numbers of a customer and of their contacts: a call by one of them is theirs, if it was nobody's when it rang. */
const numbersOf = (customer: string) => sql`
  (select phone_digits from customers where id in ${everyoneOf(customer)} and phone_digits <> ''
   union select phone_digits from contacts where customer_id in ${everyoneOf(customer)} and phone_digits <> '')`;

/** By digits of a number, or by the words of a name. */
function found(search: string | undefined): RawBuilder<boolean>[] {
  if (search === undefined || search.trim() === '') return [];
  const digits = homeDigits(search);
  if (digits !== '' && !/\p{L}/u.test(search))
    return [sql<boolean>`(calls.digits like ${`${digits}%`} or calls.digits like ${`%${digits}`})`];
  return eachWord(
    search,
    (word) => sql<boolean>`(
      calls.customer_id in (select row_id from search_words where table_name = 'customers' and ${wordRange(word)})
      or calls.customer_id is null and calls.digits in (
        select phone_digits from customers where phone_digits <> '' and id in (
          select row_id from search_words where table_name = 'customers' and ${wordRange(word)})
        union
        select phone_digits from contacts where phone_digits <> '' and (
          id in (select row_id from search_words where table_name = 'contacts' and ${wordRange(word)})
          or customer_id in (select row_id from search_words where table_name = 'customers' and ${wordRange(word)}))))`,
  );
}

/** The latest first. */
export async function listCalls(
  db: Tx,
  { search, missed, direction, customer, campaign, from, until }: WhichCalls,
  { cursor, limit, at }: { cursor?: string | undefined; limit?: number | undefined; at: Date },
): Promise<{ rows: Call[]; next: string | null }> {
  return listPage<Call>(db, {
    columns: columns(at),
    from: sql`calls`,
    details: beside,
    id: sql`calls.id`,
    where: [
      ...found(search),
      missed ? sql<boolean>`calls.direction = 'in' and ${stateAt(at)} = 'missed'` : undefined,
      direction === undefined ? undefined : sql<boolean>`calls.direction = ${direction}`,
      customer === undefined
        ? undefined
        : sql<boolean>`(calls.customer_id in ${everyoneOf(customer)} or calls.customer_id is null and calls.digits in ${numbersOf(customer)})`,
      campaign === undefined ? undefined : sql<boolean>`calls.campaign_id = ${campaign}`,
      from === undefined ? undefined : sql<boolean>`calls.began_at >= ${from}`,
      until === undefined ? undefined : sql<boolean>`calls.began_at < ${until}`,
    ],
    order: { by: sql`calls.began_at`, type: 'timestamptz', descending: true },
    cursor,
    limit,
  });
}

/** So long the card of a call that is over stays: whoever looks up from their work still sees who it was. */
const SHOWN_AFTER_SECONDS = 10;
/** More do not fit on a screen. */
const MOST_RINGING = 8;

/**
 * Calls to the business that ring, or are talked through, with who may be meant; the one that began first is the first. Of more than fit,
 * those that ring and the latest.
 */
export async function listRinging(db: Tx, at: Date): Promise<FoundCall[]> {
  const { rows } = await sql<{ row: FoundCall }>`
    select to_jsonb(r) as row from (
      select ${columns(at)}, calls.forms
        from (select * from calls
               where calls.direction = 'in' and calls.began_at > ${at}::timestamptz - make_interval(hours => ${LONGEST_TALK_HOURS})
                 and (${stateAt(at)} in ('ringing', 'answered')
                      or calls.ended_at > ${at}::timestamptz - make_interval(secs => ${SHOWN_AFTER_SECONDS}))
               order by calls.state <> 'ringing', calls.began_at desc, calls.id limit ${MOST_RINGING}) calls ${beside}
       order by calls.began_at, calls.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** With the number in all ways in which it may be written. */
export interface FoundCall extends Call {
  readonly forms: readonly string[];
}

export async function findCall(db: Tx, id: string, at: Date): Promise<FoundCall | undefined> {
  const { rows } = await sql<{ row: FoundCall }>`
    select to_jsonb(r) as row from (
      select ${columns(at)}, calls.forms from (select * from calls where id = ${id} for update) calls ${beside}) r`.execute(
    db,
  );
  return rows[0]?.row;
}

/** As many as somebody looks through. */
const MOST_MISSED = 50;
/** Nobody waits for longer to be rung back. */
const MISSED_DAYS = 14;

/** Missed calls that nobody has dealt with; of each number the latest. */
export async function listMissed(db: Tx, at: Date): Promise<{ rows: MissedCall[]; more: number }> {
  const { rows } = await sql<{ row: MissedCall; open: number }>`
    select to_jsonb(r) - 'open' as row, r.open
      from (select ${columns(at)}, calls.times, count(*) over ()::int as open
              from (select distinct on (coalesce(nullif(calls.digits, ''), calls.id::text)) calls.*,
                           count(*) over (partition by coalesce(nullif(calls.digits, ''), calls.id::text))::int as times
                      from calls
                     where calls.direction = 'in' and calls.state in ('ringing', 'missed') and ${stateAt(at)} = 'missed' and calls.erased_at is null
                       and calls.began_at > ${at}::timestamptz - make_interval(days => ${MISSED_DAYS})
                       and not exists (select from settled_calls s join calls c on c.id = s.id
                                        where s.id = calls.id or c.digits = calls.digits and calls.digits <> '' and c.began_at >= calls.began_at)
                       and not ${spokeSince}
                     order by coalesce(nullif(calls.digits, ''), calls.id::text), calls.began_at desc) calls ${beside}
             order by calls.began_at desc, calls.id limit ${MOST_MISSED}) r`.execute(db);
  return { rows: rows.map(({ row }) => row), more: Math.max(0, (rows[0]?.open ?? 0) - rows.length) };
}

const MOST_PEOPLE = 5;
const SHOWN_JOBS = 3;

/** Who may be ringing, each with what whoever takes the call wants to know first. */
export async function listPeople(
  db: Tx,
  { customer, forms }: { customer: string | null; forms: readonly string[] },
  { hasMoney, at }: { hasMoney: boolean; at: Date },
): Promise<CallPerson[]> {
  const of =
    customer === null
      ? sql`select distinct on (customer_id) * from ${having(sql`${forms}::text[]`)} h order by customer_id, contact`
      : sql`select c.id as customer_id, c.name, k.id as contact_id, coalesce(k.name, '') as contact
              from customers c
              left join lateral (select id, name from contacts
                                  where customer_id = c.id and phone_digits = any(${forms}::text[]) and phone_digits <> ''
                                    and not c.phone_digits = any(${forms}::text[])
                                  order by name limit 1) k on true
             where c.id = ${customer}`;
  const isOpen = sql`j.state not in ('done', 'cancelled') and j.archived_at is null`;
  const { rows } = await sql<{ row: CallPerson }>`
    select jsonb_build_object(
             'customer_id', p.customer_id, 'name', p.name, 'contact', p.contact, 'contact_id', p.contact_id,
             'suburb', coalesce(w.suburb, ''), 'open_jobs', o.open_jobs, 'jobs', o.jobs, 'next_visit', v.visit,
             'owed', ${
               hasMoney
                 ? sql`(select coalesce(sum(i.outstanding), 0)::int from invoices i
                                        where i.bill_to_id = p.customer_id and i.state = 'issued' and i.kind = 'invoice' and i.outstanding > 0)`
                 : sql`null::int`
             },
             'last_words', n.note) as row
      from (select * from (${of}) f order by f.name, f.customer_id limit ${MOST_PEOPLE}) p
      left join lateral (select case when count(*) = 1 then min(suburb) end as suburb
                           from sites where customer_id = p.customer_id and archived_at is null) w on true
      cross join lateral (
        select count(*)::int as open_jobs,
               coalesce((array_to_json((array_agg(jsonb_build_object('number', j.number, 'state', j.state,
                          'title', coalesce(nullif(split_part(j.description, E'\n', 1), ''), t.name, '')) order by j.created_at desc, j.id))[1:${sql.lit(SHOWN_JOBS)}]))::jsonb, '[]'::jsonb) as jobs
          from jobs j left join job_types t on t.id = j.job_type_id
         where j.customer_id = p.customer_id and ${isOpen}) o
      left join lateral (
        select jsonb_build_object('job', j.number, 'at', b.starts_at, 'on', v.on_date, 'zone', s.zone,
                                  'technicians', coalesce(b.technicians, '[]'::jsonb)) as visit
          from jobs j join visits v on v.job_id = j.id join sites s on s.id = j.site_id
          left join lateral (
            select min(a.starts_at) as starts_at, max(a.ends_at) as ends_at,
                   jsonb_agg(t.name order by a.is_lead desc, t.name) as technicians
              from assignments a join technicians t on t.id = a.technician_id where a.visit_id = v.id) b on true
         where j.customer_id = p.customer_id and ${isOpen}
           and v.state in ('unscheduled', 'planned', 'dispatched', 'en route', 'on site')
           and (b.ends_at > ${at} or b.ends_at is null and v.on_date >= ${at}::date)
         order by coalesce(b.starts_at, v.on_date::timestamptz), v.id limit 1) v on true
      left join lateral (
        select jsonb_build_object('at', r.noted_at, 'kind', 'note', 'text', r.content ->> 'text') as note
          from jobs j join visits v on v.job_id = j.id join field_records r on r.visit_id = v.id
         where j.customer_id = p.customer_id and r.kind = 'note' and r.retracted_at is null
         order by r.noted_at desc limit 1) n on true
     order by p.name, p.customer_id`.execute(db);
  return rows.map(({ row }) => row);
}

export async function writeTaken(db: Tx, id: string, by: string | null, at: Date): Promise<void> {
  await sql`update calls set taken_by = ${by}, taken_at = ${at} where id = ${id}`.execute(db);
}

export async function writeCustomer(db: Tx, id: string, customer: string): Promise<boolean> {
  const { rows } = await sql`
    update calls set customer_id = c.id from customers c
     where calls.id = ${id} and c.id = ${customer} and c.merged_into is null returning calls.id`.execute(db);
  return rows.length > 0;
}

export async function findCallSettings(db: Tx): Promise<CallSettings | undefined> {
  const { rows } = await sql<{ row: CallSettings }>`
    select to_jsonb(r) as row from (select id, version, keep_days, ring_with from call_settings) r`.execute(
    db,
  );
  return rows[0]?.row;
}

/** Of what was erased, that it rang and when stays; who it was is gone, from its events, too. */
export async function blankCalls(
  db: Tx,
  { customers, digits }: { customers: readonly string[]; digits: readonly string[] },
  at: Date,
): Promise<void> {
  await sql`
    with blank as (
      update calls set number = null, digits = '', forms = '{}', customer_id = null, answered_by = '', erased_at = ${at}
       where customer_id = any(${customers}::uuid[]) or digits <> '' and (digits = any(${digits}::text[]) or forms && ${digits}::text[])
      returning connection_id, call_key)
    update call_events e set from_number = null, to_number = null, answered_by = null
      from blank b where e.connection_id = b.connection_id and e.call_key = b.call_key`.execute(db);
}

/** Whose calls may have to be deleted. */
export async function listAccounts(db: Db): Promise<{ account_id: string }[]> {
  return db.selectFrom('accounts_with_calls').select('account_id').execute();
}

/** The oldest first, a part of them: the next look goes on. What people have dealt with goes with its call. */
export async function deleteBefore(db: Tx, before: Date, most: number): Promise<void> {
  await sql`
    with old as (
      delete from calls where id in (select id from calls where began_at < ${before} order by began_at, id limit ${most})
      returning connection_id, call_key)
    delete from call_events e using old o where e.connection_id = o.connection_id and e.call_key = o.call_key`.execute(
    db,
  );
}

/** The numbers that are campaigns now, with their ids. */
export async function listCampaignNumbers(db: Tx): Promise<Pick<Campaign, 'id' | 'number'>[]> {
  const { rows } = await sql<Pick<Campaign, 'id' | 'number'>>`
    select id, number from campaigns where archived_at is null`.execute(db);
  return rows;
}

/** Calls to the number that were nobody's become the campaign's: whoever enters it late loses none of them. */
export async function claimCalls(db: Tx, { id, number }: Pick<Campaign, 'id' | 'number'>): Promise<void> {
  await sql`
    update calls set campaign_id = ${id} where called = ${number} and direction = 'in' and campaign_id is null`.execute(
    db,
  );
}
