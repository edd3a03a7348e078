import type { Rebooked } from '@muster/domain/field/my-visits/news';
import type { EarlierVisit, OwnVisit } from '@muster/domain/field/my-visits/schema';
import { dateAt } from '@muster/domain/values/local-time';
import type { Place } from '@muster/domain/values/travel';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { recipientsOf } from '@muster/domain/work/contacts/rules';
import { canReach } from '@muster/domain/work/contacts/ways';
import type { Contact } from '@muster/domain/work/contacts/schema';
import { type Agreed, type SaidArrival, standingPromise } from '@muster/domain/work/visits/promise';
import { type RawBuilder, sql } from 'kysely';
import { entriesOfChange } from '../../../platform/changes/log.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    heard_changes: TableOf<'heard_changes'>;
  }
}

/** Technicians know who is in the office; who else of them is on a visit, or was, they are not told. */
function officeName(user: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select u.first_name || ' ' || u.last_name from users u
                        where u.id = ${user} and u.role in ('owner', 'dispatcher')), '')`;
}

/** A file as technicians are told of it. */
const file = sql`jsonb_build_object(
  'id', f.id, 'kind', f.kind, 'name', f.name, 'type', f.type, 'state', f.state, 'created_by', f.created_by,
  'created_at', f.created_at, 'author', ${officeName(sql`f.created_by`)},
  'film', (select jsonb_build_object('state', m.state, 'refusal', m.refusal) from films m where m.account_id = f.account_id and m.id = f.id))`;

/** The latest change of what the office wants to have read at a visit that is still to be done. */
const noteWritten = sql`lateral (
  select c.at, c.user_id
    from change_subjects s join changes c on c.number = s.number and c.scenario_id = current_account()
   cross join ${entriesOfChange(sql`e.table_name = 'visits' and e.row_id = v.id and e.after ? 'note'`)}
   where v.note <> '' and v.outcome is null and s.subject_id = v.id
   order by s.number desc limit 1)`;

/** More than this is nobody's day any more: the office has to tidy up. */
const MOST_LEFT_OPEN = 50;

/** Where somebody drives from to a visit of theirs, and after which one; null: they come from their base. */
interface Departure {
  readonly after: string | null;
  readonly place: Place;
}

/** A visit as it is told, and where its technician comes from. */
export interface ListedVisit {
  readonly visit: Omit<OwnVisit, 'drive'>;
  readonly departure: Departure | null;
}

/** With what decides who hears of the visit and what was promised, which is the office's matter. */
interface KnownVisit extends Omit<OwnVisit, 'told_by_mail' | 'promise' | 'drive'> {
  readonly on_date: string | null;
  readonly messages: readonly SaidArrival[];
  readonly departure: Departure | null;
  readonly customer: OwnVisit['customer'] & { readonly tell_by_mail: boolean };
  readonly contacts: (OwnVisit['contacts'][number] & Pick<Contact, 'id' | 'tell_visits'>)[];
  readonly tells_customers: boolean;
}

function toldToTechnician(
  { tells_customers, on_date, messages, departure, ...visit }: KnownVisit,
  hasTexts: boolean,
): ListedVisit {
  const { customer, contacts, site, window_from, window_to } = visit;
  const told = tells_customers ? recipientsOf({ customer, contacts, site: site.id, hasTexts }) : [];
  return {
    visit: {
      ...visit,
      told_by_mail: told.filter((one) => canReach(one, hasTexts)).map(({ name }) => name),
      promise: promiseOf(visit, standingPromise({ on_date, window_from, window_to }, messages)),
    },
    departure,
  };
}

/** What is promised for another day is no promise for the one that it is planned on. */
function promiseOf(
  { starts_at, site }: Pick<KnownVisit, 'starts_at' | 'site'>,
  { on_date, window_from: from, window_to: to }: Agreed,
): OwnVisit['promise'] {
  if (from === null || to === null) return null;
  return on_date === null || on_date === dateAt(minuteOf(starts_at), site.zone) ? { from, to } : null;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Whether the booking `a` is one that its technician sees: it begins in the stretch, or before it and nobody has ended the visit. */
function isOwn(technician: string, { from, to }: Period): RawBuilder<boolean> {
  return sql`(a.technician_id = ${technician} and a.starts_at < ${to}
       and (a.starts_at >= ${from} or a.id in (
             select o.id from assignments o join visits ov on ov.id = o.visit_id
              where o.technician_id = ${technician} and o.starts_at < ${from} and ov.outcome is null
              order by o.starts_at desc limit ${MOST_LEFT_OPEN})))`;
}

/**
 * What a technician is to know of their visits that begin in the stretch, and of those before it that nobody has ended, in the order of
 * their starts; of one, if an id is given.
 */
export async function listOwnVisits(
  db: Tx,
  technician: string,
  { period, visit, hasTexts }: { period: Period; visit?: string | undefined; hasTexts: boolean },
): Promise<ListedVisit[]> {
  const { rows } = await sql<{ row: KnownVisit }>`
    select jsonb_build_object(
             'id', v.id, 'number', 'J-' || j.number || '/' || v.number, 'state', v.state, 'is_tentative', v.state = 'planned',
             'starts_at', a.starts_at, 'ends_at', a.ends_at, 'is_lead', a.is_lead, 'progress', a.progress,
             'en_route_at', a.en_route_at, 'on_site_at', a.on_site_at, 'done_at', a.done_at,
             'window_from', v.window_from, 'window_to', v.window_to, 'crew_size', v.crew_size,
             'description', j.description, 'priority', j.priority, 'note', v.note,
             'note_by', ${officeName(sql`w.user_id`)}, 'note_at', w.at, 'check_list', v.check_list,
             'outcome', v.outcome, 'outcome_reason', v.outcome_reason,
             'customer', jsonb_build_object('name', c.name, 'phone', c.phone, 'email', c.email, 'tell_by_mail', c.tell_by_mail),
             'contacts', (
               select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'role', k.role, 'phone', k.phone,
                                                            'email', k.email, 'site_id', k.site_id, 'tell_visits', k.tell_visits)
                                         order by k.name, k.id), '[]')
                 from contacts k where k.customer_id = c.id and coalesce(k.site_id, s.id) = s.id),
             'tells_customers', b.tells_customers and b.message_ways ->> 'late' <> 'off', 'on_date', v.on_date,
             'messages', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', m.id, 'kind', m.kind, 'from_at', m.from_at, 'to_at', m.to_at, 'zone', m.zone, 'problem', m.problem,
                        'at', m.at, 'agreed', m.agreed)), '[]')
                 from customer_messages m where m.visit_id = v.id),
             'departure', coalesce(
               (select jsonb_build_object('after', dv.id, 'place', jsonb_build_object(
                         'id', ds.id, 'position', jsonb_build_object('latitude', ds.latitude, 'longitude', ds.longitude)))
                  from assignments da join visits dv on dv.id = da.visit_id
                  join jobs dj on dj.id = dv.job_id join sites ds on ds.id = dj.site_id
                 where da.technician_id = a.technician_id and da.starts_at < a.starts_at and dv.cancelled_at is null
                   and da.starts_at >= date_trunc('day', a.starts_at, s.zone)
                 order by da.starts_at desc, da.id limit 1),
               (select jsonb_build_object('after', null, 'place', jsonb_build_object(
                         'id', t.id, 'position', jsonb_build_object('latitude', t.base_latitude, 'longitude', t.base_longitude)))
                  from technicians t
                 where t.id = a.technician_id and t.base_latitude is not null and t.base_longitude is not null)),
             'site', jsonb_build_object(
               'id', s.id, 'name', s.name, 'address', s.address, 'suburb', s.suburb, 'region', s.region, 'postcode', s.postcode,
               'latitude', s.latitude, 'longitude', s.longitude, 'position_is_exact', s.position_is_exact, 'position_is_found', s.position_is_found, 'zone', s.zone, 'access_notes', s.access_notes,
               'hazards', s.hazards),
             'records', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', r.id, 'kind', r.kind, 'content', r.content, 'noted_at', r.noted_at, 'created_by', r.created_by,
                        'created_at', r.created_at, 'retracted_at', r.retracted_at,
                        'author', ${officeName(sql`r.created_by`)}) order by r.noted_at, r.created_at, r.id), '[]')
                 from field_records r where r.visit_id = v.id and r.retracted_at is null),
             'files', (
               select coalesce(jsonb_agg(${file} order by f.created_at, f.id), '[]')
                 from files f where f.visit_id = v.id and f.deleted_at is null),
             'job_files', (
               select coalesce(jsonb_agg(${file} order by f.created_at, f.id), '[]')
                 from files f where f.job_id = j.id and f.deleted_at is null and f.state = 'ready'),
             'before', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', p.id, 'number', p.number, 'at', p.at, 'description', p.description, 'outcome', p.outcome,
                        'outcome_reason', p.outcome_reason, 'notes', p.notes) order by p.at desc), '[]')
                 from (select pv.id, 'J-' || pj.number || '/' || pv.number as number, max(pa.ends_at) as at, pj.description,
                              pv.outcome, pv.outcome_reason,
                              array(select n.content ->> 'text' from field_records n
                                     where n.visit_id = pv.id and n.kind = 'note' and n.retracted_at is null
                                     order by n.noted_at limit 5) as notes
                         from jobs pj
                         join visits pv on pv.account_id = pj.account_id and pv.job_id = pj.id
                         join assignments pa on pa.account_id = pv.account_id and pa.visit_id = pv.id
                        where pj.site_id = s.id and pv.outcome is not null and pv.id <> v.id
                        group by pv.id, pj.number, pv.number, pj.description, pv.outcome, pv.outcome_reason
                        order by at desc limit 5) p)) as row
      from assignments a
      join visits v on v.id = a.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      join accounts b on b.id = a.account_id
      left join ${noteWritten} w on true
     where ${isOwn(technician, period)}
       ${visit === undefined ? sql`` : sql`and v.id = ${visit}`}
     order by a.starts_at, v.id`.execute(db);
  return rows.map(({ row }) => toldToTechnician(row, hasTexts));
}

/** The ids of the same, for whoever asks nothing more of them. */
export async function listOwnIds(db: Tx, technician: string, period: Period): Promise<string[]> {
  const { rows } = await sql<{ visit_id: string }>`
    select a.visit_id from assignments a where ${isOwn(technician, period)}`.execute(db);
  return rows.map(({ visit_id }) => visit_id);
}

/** What was done at an earlier visit to the site of another one, for whoever has that. */
export async function findEarlier(db: Tx, visit: string, earlier: string): Promise<EarlierVisit | undefined> {
  const { rows } = await sql<{ row: EarlierVisit }>`
    select jsonb_build_object(
             'id', v.id, 'number', 'J-' || j.number || '/' || v.number, 'description', j.description,
             'at', (select max(a.ends_at) from assignments a where a.visit_id = v.id),
             'outcome', v.outcome, 'outcome_reason', v.outcome_reason,
             'records', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', r.id, 'kind', r.kind, 'content', r.content, 'noted_at', r.noted_at,
                        'author', ${officeName(sql`r.created_by`)}) order by r.noted_at, r.created_at, r.id), '[]')
                 from field_records r
                where r.visit_id = v.id and r.retracted_at is null and r.kind in ('note', 'part')),
             'files', (
               select coalesce(jsonb_agg(${file} order by f.created_at, f.id), '[]')
                 from files f
                where f.visit_id = v.id and f.deleted_at is null and f.state = 'ready' and f.kind <> 'signature')) as row
      from visits v
      join jobs j on j.id = v.job_id
     where v.id = ${earlier} and v.id <> ${visit} and v.outcome is not null
       and j.site_id = (select oj.site_id from visits o join jobs oj on oj.id = o.job_id where o.id = ${visit})`.execute(
    db,
  );
  return rows[0]?.row;
}

/** Up to which change a technician knows what happened; undefined where they have never said. */
export async function readHeard(db: Tx, technician: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('heard_changes')
    .select('number')
    .where('technician_id', '=', technician)
    .executeTakeFirst();
  return found && Number(found.number);
}

/** Nobody unlearns what they know. */
export async function writeHeard(db: Tx, technician: string, change: number): Promise<void> {
  await sql`
    insert into heard_changes (account_id, technician_id, number) values (current_account(), ${technician}, ${change})
    on conflict (account_id, technician_id) do update set number = greatest(heard_changes.number, excluded.number)`.execute(
    db,
  );
}

/** Whoever was away for longer looks at the days themselves. */
const MOST_CHANGES = 500;

/**
 * How the bookings of a technician have changed after a change. An entry tells the fields that changed, and all of them where a booking
 * was made or removed: whose it is stands there, or else in the booking itself. A booking stays with its visit and technician.
 */
export async function listRebooked(
  db: Tx,
  { technician, user, after }: { technician: string; user: string; after: number },
): Promise<Rebooked[]> {
  const { rows } = await sql<Rebooked>`
    with told as materialized (
      select c.number, c.month, c.at, c.user_id
        from change_subjects s join changes c on c.number = s.number and c.scenario_id = current_account()
       where s.subject_id = ${technician} and s.number > ${after}
       order by s.number desc limit ${MOST_CHANGES}),
    entries as materialized (
      select c.number, c.month, c.at, c.user_id, e.row_id, e.before, e.after
        from told c
       cross join ${entriesOfChange(sql`e.table_name = 'assignments'
         and (e.before is null or e.after is null or e.after ? 'starts_at')`)}),
    bookings as (
      select row_id, coalesce(before, after) ->> 'visit_id' as visit_id from entries
       where coalesce(before, after) ->> 'technician_id' = ${technician}
       union
      select id, visit_id::text from assignments
       where technician_id = ${technician} and id in (select row_id from entries))
    select b.visit_id, c.number::int as change, to_jsonb(c.at) #>> '{}' as at, ${officeName(sql`c.user_id`)} as by,
           c.user_id is not distinct from ${user}::uuid as is_own,
           c.before ->> 'starts_at' as before, c.after ->> 'starts_at' as after,
           c.after is null and exists (
             select from ${entriesOfChange(sql`e.table_name = 'visits' and e.row_id = b.visit_id::uuid
               and e.after ->> 'cancelled_at' is not null`)}) as is_cancelled
      from entries c join bookings b on b.row_id = c.row_id
     order by c.number`.execute(db);
  return rows;
}

/** What visits are called, where they still are. */
export async function nameVisits(db: Tx, visits: readonly string[]) {
  const { rows } = await sql<{ id: string; number: string; customer: string; suburb: string; zone: string }>`
    select v.id, 'J-' || j.number || '/' || v.number as number, c.name as customer, s.suburb, s.zone
      from visits v join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
     where v.id = any(${visits}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whom a user was at some time, as far as the log tells: they may be nobody by now, and their phone still has what they did. */
export async function listFormer(db: Tx, user: string): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`
    select distinct e.row_id
      from change_subjects s join changes c on c.number = s.number and c.scenario_id = current_account()
     cross join ${entriesOfChange(sql`e.table_name = 'technicians' and ${user} in (e.before ->> 'user_id', e.after ->> 'user_id')`)}
     where s.subject_id = ${user}`.execute(db);
  return rows.map(({ row_id }) => row_id);
}

/** Whether a technician is on a visit, or was at some time: what they noted then is still theirs to tell. */
export async function everHad(db: Tx, technician: string, visit: string): Promise<boolean> {
  const { rows } = await sql`
    with bookings as (
      select distinct e.row_id
        from change_subjects s join changes c on c.number = s.number
       cross join ${entriesOfChange(sql`e.table_name = 'assignments'`)}
       where s.subject_id = ${visit} and ${visit} in (e.before ->> 'visit_id', e.after ->> 'visit_id'))
    select from assignments where visit_id = ${visit} and technician_id = ${technician}
    union all
    select from bookings b
      join change_subjects s on s.subject_id = b.row_id
      join changes c on c.number = s.number and c.scenario_id = current_account()
     cross join ${entriesOfChange(sql`e.table_name = 'assignments' and e.row_id = b.row_id`)}
     where ${technician} in (e.before ->> 'technician_id', e.after ->> 'technician_id')
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function isOn(db: Tx, technician: string, visit: string, asLead: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from assignments
     where visit_id = ${visit} and technician_id = ${technician} and (is_lead or not ${asLead})`.execute(db);
  return rows.length > 0;
}
