import type { CustomerMessage } from '@muster/domain/work/visits/schema';
import { REMINDED_BY_NEWS_MINUTES } from '@muster/domain/messages/customer-messages/rules';
import type { VisitState } from '@muster/domain/work/visits/states';
import type { Contact } from '@muster/domain/work/contacts/schema';
import type { ToldBy } from '@muster/domain/work/contacts/ways';
import type { Business } from '@muster/domain/work/settings/schema';
import type { LocalTime } from '@muster/domain/values/local-time';
import { type RawBuilder, sql } from 'kysely';
import { entriesOfChange } from '../../../platform/changes/log.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import type { Channel } from '../../../platform/live/event-log.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    customer_waits: TableOf<'customer_waits'>;
    reminding_accounts: TableOf<'reminding_accounts'>;
  }
}

export interface Wait {
  readonly visit: string;
  readonly customer: string;
  readonly token: string;
  readonly channel: Channel;
}

/**
 * Lets those of these visits wait anew of which there may be something to tell: in this transaction each only once, however often it
 * is asked. What waits already of the same customers waits with them, to be told together, unless its first change is too long ago.
 * None where the business does not tell its customers; a scenario tells nobody.
 */
export async function startWaits(
  db: Tx,
  ids: readonly string[],
  { withdrawn, at, together }: { withdrawn: readonly string[]; at: Date; together: number },
): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    with own as (
      select v.id, j.customer_id
        from visits v
        join jobs j on j.id = v.job_id
        join accounts b on b.id = current_account()
       where v.id = any(${ids}::uuid[]) and current_scenario() = current_account() and b.tells_customers
         and (v.state in ('dispatched', 'en route')
              or (v.outcome is not null and v.entered_at is null
                  and b.message_ways ->> case v.outcome when 'completed' then 'done' else 'could not complete' end <> 'off')
              or v.id = any(${withdrawn}::uuid[])
              or exists (select from customer_messages m where m.visit_id = v.id)
              or (v.state = 'planned' and b.confirms_bookings and v.on_date is not null and v.window_from is not null)
              or exists (select from field_records r
                          where r.visit_id = v.id and r.kind = 'late' and r.content -> 'tell_customer' = 'true'))),
    beside as (
      select w.visit_id as id, j.customer_id, w.first_at
        from customer_waits w join visits v on v.id = w.visit_id join jobs j on j.id = v.job_id
       where j.customer_id in (select customer_id from own) and w.visit_id not in (select id from own)
         and w.first_at > ${at}::timestamptz - make_interval(secs => ${together})),
    waiting as (
      select id, customer_id from own union all select id, customer_id from beside)
    insert into customer_waits as w (account_id, visit_id, token, first_at)
    select current_account(), o.id, pg_current_xact_id()::text,
           coalesce((select min(first_at) from beside b where b.customer_id = o.customer_id), ${at})
      from waiting o
     order by o.id
    on conflict (account_id, visit_id) do update set token = excluded.token, first_at = excluded.first_at
                                           where w.token <> excluded.token
    returning visit_id as visit, token, 'account ' || account_id as channel,
              (select customer_id from waiting o where o.id = visit_id) as customer`.execute(db);
  return rows;
}

/** A change of a visit, and what it takes back. */
interface ChangeOfVisit {
  readonly number: number;
  readonly undoes: number | null;
}

/**
 * Those of these visits of which nothing was said yet, with all that has happened to them, the latest first, since so long before a change
 * that something might still wait to be said.
 */
export async function listUnsaid(
  db: Tx,
  ids: readonly string[],
  { undone, held }: { undone: number; held: number },
): Promise<{ id: string; changes: ChangeOfVisit[] }[]> {
  const { rows } = await sql<{ id: string; changes: ChangeOfVisit[] }>`
    select v.id, jsonb_agg(jsonb_build_object('number', c.number, 'undoes', c.undoes) order by c.number desc) as changes
      from visits v
      join changes o on o.number = ${undone} and o.scenario_id = current_account()
      join change_subjects u on u.subject_id = v.id
      join changes c on c.number = u.number and c.at > o.at - make_interval(secs => ${held})
                    and c.scenario_id = current_account()
     where v.id = any(${ids}::uuid[])
       and not exists (select from customer_messages m where m.visit_id = v.id)
     group by v.id`.execute(db);
  return rows;
}

/** Nothing is to be said of these visits any more. */
export async function dropWaits(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from customer_waits where visit_id = any(${ids}::uuid[])`.execute(db);
}

/** These visits, those of each customer together. */
export async function listByCustomer(db: Tx, visits: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(v.id order by v.id) as ids
      from visits v join jobs j on j.id = v.job_id
     where v.id = any(${visits}::uuid[]) group by j.customer_id`.execute(db);
  return rows.map(({ ids }) => ids);
}

/** Those of these visits to which nothing has happened since that transaction; they wait no more. */
export async function endWaits(db: Tx, visits: readonly string[], token: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from customer_waits where visit_id = any(${visits}::uuid[]) and token = ${token} returning visit_id as id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** What customers are told by: the rest of a visit and its bookings is the office's own. */
const toldBy = [
  'starts_at',
  'technician_id',
  'is_lead',
  'en_route_at',
  'dispatched_at',
  'cancelled_at',
  'on_date',
  'window_from',
  'window_to',
];

/** The visits of which a change may have told somebody something, with when it was. None of a scenario. */
const concernedBy = (change: number): RawBuilder<unknown> => sql`
  select c.at, case e.table_name when 'visits' then e.row_id
                 else coalesce(e.after ->> 'visit_id', e.before ->> 'visit_id', a.visit_id::text)::uuid end as visit_id
    from changes c
   cross join ${entriesOfChange(sql`e.table_name in ('visits', 'assignments')
                                    and (e.before is null or e.after is null or e.after ?| ${toldBy}::text[])`)}
    left join assignments a on e.table_name = 'assignments' and a.id = e.row_id
   where c.number = ${change} and c.scenario_id = current_account()`;

/** The customers who were told of visits that a change is about, after it and by now. */
export async function listWrittenTo(db: Tx, change: number): Promise<string[]> {
  return namesTold(
    db,
    change,
    sql`(m.recipients = '[]' or ${someRecipient(sql`t.state is null or t.state <> all('{waiting,unsent,expired}')`)})`,
  );
}

/** Those of them for whom a text waits to leave. */
export async function listHeld(db: Tx, change: number): Promise<string[]> {
  return namesTold(db, change, someRecipient(sql`t.state = 'waiting'`));
}

/** Whether something was sent to one of the recipients of a message that is so. */
function someRecipient(isSo: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from jsonb_array_elements(m.recipients) r
      left join texts t on r.value ->> 'way' = 'text' and t.id = (r.value ->> 'message_id')::uuid
     where r.value ->> 'problem' is null and (${isSo}))`;
}

async function namesTold(db: Tx, change: number, isSo: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct k.name
      from (${concernedBy(change)}) o
      join customer_messages m on m.visit_id = o.visit_id and m.problem is null and m.at >= o.at
      join visits v on v.id = o.visit_id
      join jobs j on j.id = v.job_id
      join customers k on k.id = j.customer_id
     where ${isSo}
     order by k.name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of the visits that a change is about of which there may be something to tell. */
export async function listWaiting(db: Tx, change: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct w.visit_id as id from (${concernedBy(change)}) o join customer_waits w on w.visit_id = o.visit_id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Those of these visits of which something is about to be told. */
export async function listWaitingOf(db: Tx, visits: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select visit_id as id from customer_waits where visit_id = any(${visits}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of what was told of these visits. */
export async function listIds(db: Tx, visits: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer_messages where visit_id = any(${visits}::uuid[]) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these visits, the latest first. */
export async function listMessages(
  db: Tx,
  table: TrackedTable<CustomerMessage>,
  visits: readonly string[],
): Promise<CustomerMessage[]> {
  const { rows } = await sql<{ row: CustomerMessage }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from customer_messages
       where visit_id = any(${visits}::uuid[]) order by at desc, id desc) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Whether the business tells its customers of their visits at all. */
export async function tellsCustomers(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ tells_customers: boolean }>`
    select tells_customers from accounts where id = current_account()`.execute(db);
  return rows[0]!.tells_customers;
}

/** Everything that a customer may be told of a visit. */
export interface VisitStory {
  readonly visit_id: string;
  readonly state: VisitState;
  readonly on_date: string | null;
  readonly window_from: string | null;
  readonly window_to: string | null;
  readonly starts_at: string | null;
  readonly en_route_at: string | null;
  /** Whether it was moved after the one who leads has set out. */
  readonly is_astray: boolean;
  /** The one who leads. */
  readonly technician: string | null;
  readonly technician_id: string | null;
  readonly job_id: string;
  readonly job_type: string | null;
  readonly customer_id: string;
  readonly customer: {
    readonly name: string;
    readonly phone: string;
    readonly email: string;
    readonly tell_by_mail: boolean;
    readonly told_by: ToldBy;
  };
  readonly contacts: readonly Contact[];
  readonly site_id: string;
  readonly zone: string;
  readonly address: string;
  readonly suburb: string;
  readonly business: string;
  readonly business_phone: string;
  readonly business_zone: string;
  readonly confirms_bookings: boolean;
  readonly message_ways: Business['message_ways'];
  readonly message_texts: Business['message_texts'];
  readonly reminder_at: LocalTime;
  /** Whether its report goes along by itself, and did not yet. */
  readonly sends_report: boolean;
  /** When the work was done, or should have been; null where it is not over, or was entered afterwards. */
  readonly ended_at: string | null;
  /** What was said last of being late, if the customer is to hear of it. */
  readonly late: {
    readonly expected_at: string | null;
    readonly technician_id: string;
    readonly said_at: string;
  } | null;
}

/** The next visit of the business that begins after that. */
export async function findNextVisit(db: Tx, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select a.visit_id as id from assignments a join visits v on v.id = a.visit_id
     where a.is_lead and a.starts_at > ${at} and v.cancelled_at is null order by a.starts_at, a.id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Nothing of a business that does not tell its customers, unless it is only looked at. */
export async function readStories(
  db: Tx,
  visits: readonly string[],
  { isLook = false } = {},
): Promise<VisitStory[]> {
  const { rows } = await sql<{ row: VisitStory }>`
    select to_jsonb(r) as row from (
      select v.id as visit_id, v.state, v.on_date, v.window_from, v.window_to, lead.starts_at, lead.en_route_at, lead.name as technician,
             lead.technician_id, v.state = 'en route' and ${movedAfter(sql`lead.id`, sql`lead.en_route_at`)} as is_astray,
             j.id as job_id, y.name as job_type, c.id as customer_id,
             jsonb_build_object('name', c.name, 'phone', c.phone, 'email', c.email, 'tell_by_mail', c.tell_by_mail, 'told_by', c.told_by) as customer,
             (select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from contacts k where k.customer_id = c.id) as contacts,
             s.id as site_id, s.zone, s.address, trim(concat_ws(' ', s.suburb, s.region, s.postcode)) as suburb,
             b.name as business, b.phone as business_phone, b.zone as business_zone, b.confirms_bookings, b.message_ways, b.message_texts, b.reminder_at,
             b.sends_reports and not exists (select from report_mails r where r.visit_id = v.id) as sends_report,
             case when v.outcome is not null and v.entered_at is null then
               (select coalesce(max(a.done_at), max(a.ends_at)) from assignments a where a.visit_id = v.id) end as ended_at,
             (select jsonb_build_object('expected_at', f.content -> 'expected_at', 'technician_id', f.content -> 'technician_id',
                                        'said_at', f.created_at)
                from field_records f
               where f.visit_id = v.id and f.kind = 'late' and f.retracted_at is null and f.content -> 'tell_customer' = 'true'
               order by f.noted_at desc, f.created_at desc, f.id desc limit 1) as late
        from visits v
        join jobs j on j.id = v.job_id
        join customers c on c.id = j.customer_id
        join sites s on s.id = j.site_id
        join accounts b on b.id = v.account_id
        left join job_types y on y.id = j.job_type_id
        left join lateral (
          select a.id, a.starts_at, a.en_route_at, a.technician_id, t.name
            from assignments a join technicians t on t.id = a.technician_id
           where a.visit_id = v.id order by a.is_lead desc, a.id limit 1) lead on true
       where v.id = any(${visits}::uuid[]) and (b.tells_customers or ${isLook})
       order by lead.starts_at, v.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Which accounts remind their customers of what comes the next day. */
export async function listReminding(db: Db): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || account_id as channel from reminding_accounts
     where not exists (select from read_only_of(account_id)) order by account_id`.execute(db);
  return rows.map(({ channel }) => channel);
}

/**
 * The visits of the next day, by the clocks at their sites, of which the hour of reminders has come, and of which nobody was reminded
 * since. Those of which something is about to be told are left to that.
 */
export async function listToRemind(db: Tx, at: Date): Promise<{ visit: string; customer: string }[]> {
  const { rows } = await sql<{ visit: string; customer: string }>`
    select v.id as visit, j.customer_id as customer
      from assignments a
      join visits v on v.id = a.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      join accounts b on b.id = current_account()
     where a.is_lead and a.starts_at > ${at} and a.starts_at < ${at}::timestamptz + interval '2 days'
       and (v.state = 'dispatched' or (v.state = 'planned' and b.confirms_bookings and v.on_date is not null))
       and (a.starts_at at time zone s.zone)::date = (${at}::timestamptz at time zone s.zone)::date + 1
       and to_char(${at}::timestamptz at time zone s.zone, 'HH24:MI') >= b.reminder_at
       and not exists (select from customer_waits w where w.visit_id = v.id)
       and (c.tell_by_mail or exists (select from contacts k where k.customer_id = c.id and k.tell_visits = 'yes'))
       and not exists (
         select from customer_messages m
          where m.visit_id = v.id and m.problem is null
            and (m.kind = 'reminder' and m.at > ${at}::timestamptz - interval '1 day'
                 or m.at >= ((${at}::timestamptz at time zone s.zone)::date + b.reminder_at::time) at time zone s.zone
                            - make_interval(mins => ${REMINDED_BY_NEWS_MINUTES})))
     order by j.customer_id, v.id`.execute(db);
  return rows;
}

/** Whether a booking got another start after a moment. */
export function movedAfter(booking: RawBuilder<unknown>, moment: RawBuilder<unknown>) {
  return sql`exists (
    select from change_subjects u
      join changes c on c.number = u.number and c.at > ${moment} and c.scenario_id = current_account()
     cross join ${entriesOfChange(sql`e.table_name = 'assignments' and e.row_id = ${booking}`)}
     where u.subject_id = ${booking} and e.before ? 'starts_at' and e.after ? 'starts_at')`;
}
