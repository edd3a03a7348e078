import type { OpenTextAnswer, OpenTextAnswers } from '@muster/domain/messages/text-answers/schema';
import { wishIn } from '@muster/domain/basics/texts/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** As many as somebody looks through. */
const MOST_SHOWN = 50;
const LOOKED_AT = 500;
/** Nobody waits for longer: they have called, or come. */
const KEPT_DAYS = 30;

/** What was written to us and nobody has dealt with. A wish for no more texts, or for them again, is kept by itself. */
export async function listOpenAnswers(db: Tx, at: Date): Promise<OpenTextAnswers> {
  const { rows } = await sql<{ row: OpenTextAnswer }>`
    select jsonb_build_object('id', t.id, 'at', t.made_at, 'number', t.number, 'body', t.body, 'customer_id', c.id,
                              'name', coalesce(k.name, c.name, '')) as row
      from texts t
      left join customers c on c.id = t.customer_id
      left join contacts k on k.id = t.contact_id
     where t.direction = 'in' and t.made_at > ${at}::timestamptz - make_interval(days => ${KEPT_DAYS}) and t.body <> ''
       and not exists (select from text_answers a where a.id = t.id)
     order by t.made_at desc, t.id limit ${LOOKED_AT}`.execute(db);
  const open = rows.map(({ row }) => row).filter(({ body }) => wishIn(body) === null);
  return { rows: open.slice(0, MOST_SHOWN), more: Math.max(0, open.length - MOST_SHOWN) };
}

/** Whose text it is; undefined where it is none that somebody wrote to us. */
export async function findWriter(db: Tx, id: string): Promise<{ customer_id: string | null } | undefined> {
  const { rows } = await sql<{ customer_id: string | null }>`
    select customer_id from texts where id = ${id} and direction = 'in' for update`.execute(db);
  return rows[0];
}
