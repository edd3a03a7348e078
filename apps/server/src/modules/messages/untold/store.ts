import type { Untold, UntoldList } from '@muster/domain/messages/untold/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** As many as somebody looks through. */
const MOST_SHOWN = 50;
/** What failed on a Friday is seen on Monday. */
const KEPT_DAYS = 3;

/**
 * Whom customers' messages of the last days did not reach, or may not have: of each visit the latest, as long as its time is not over
 * and nobody has decided that nothing is to be done.
 */
export async function listUntold(db: Tx, at: Date): Promise<UntoldList> {
  const { rows } = await sql<{ row: Untold; open: number }>`
    select jsonb_build_object(
             'id', m.id, 'version', m.version, 'visit_id', m.visit_id, 'job_id', j.id, 'customer_id', c.id,
             'number', 'J-' || j.number || '/' || v.number, 'kind', m.kind, 'at', m.at, 'customer', c.name,
             'name', case when r.one ->> 'contact_id' is null then c.name else coalesce(k.name, '') end,
             'way', coalesce(r.one ->> 'way', 'email'), 'to_address', r.one ->> 'to_address', 'problem', r.one ->> 'problem',
             'state', case when r.one ->> 'problem' is not null then null when l.id is not null then 'failed' else t.state end,
             'why', coalesce(t.error, l.refusal, ''),
             'phone', coalesce(nullif(k.phone, ''), c.phone)) as row,
           (count(*) over ())::int as open
      from customer_messages m
      cross join lateral jsonb_array_elements(m.recipients) r(one)
      join visits v on v.id = m.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      left join contacts k on k.id = (r.one ->> 'contact_id')::uuid
      left join texts t on r.one ->> 'way' = 'text' and t.id = (r.one ->> 'message_id')::uuid
      left join mails l on coalesce(r.one ->> 'way', 'email') = 'email' and l.id = (r.one ->> 'message_id')::uuid
                       and l.refused_at is not null
     where m.at > ${at}::timestamptz - make_interval(days => ${KEPT_DAYS}) and m.dismissed_at is null
       and (m.to_at > ${at} or m.kind in ('done', 'could not complete'))
       and (r.one ->> 'problem' <> 'unsent'
            or (r.one ->> 'problem' is null and (t.state in ('failed', 'expired', 'unknown') or l.id is not null)))
       and not exists (select from customer_messages n where n.visit_id = m.visit_id and (n.at, n.id) > (m.at, m.id))
     order by m.at desc, m.id limit ${MOST_SHOWN}`.execute(db);
  return { rows: rows.map(({ row }) => row), more: (rows[0]?.open ?? 0) - rows.length };
}
