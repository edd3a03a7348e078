import type { Figures, NewPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { DayStory, Proposal, ProposalItem } from '@muster/domain/planning/proposals/schema';
import { type RawBuilder, sql } from 'kysely';
import { portionsOf } from '../../../platform/changes/portions.ts';
import type { Author } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    proposals: TableOf<'proposals'>;
    proposal_items: TableOf<'proposal_items'>;
  }
}

const count = (kind: string): RawBuilder<unknown> =>
  sql`${sql.lit(kind)}, count(*) filter (where i.kind = ${sql.lit(kind)})`;

const shown = sql`
  p.id, p.version, p.run_id, r.way, r.delay_of, p.from_date as "from", p.to_date as "to", p.state, p.made_at, p.base, p.before, p.after,
  jsonb_build_object('user_id', r.user_id, 'api_key_id', r.api_key_id, 'name', coalesce(u.first_name || ' ' || u.last_name, k.name, '')) as made_by,
  case when p.decided_by_user is not null or p.decided_by_key is not null then
    jsonb_build_object('user_id', p.decided_by_user, 'api_key_id', p.decided_by_key,
                       'name', coalesce(du.first_name || ' ' || du.last_name, dk.name, '')) end as decided_by,
  (select jsonb_build_object(${count('moved')}, ${count('added')}, ${count('freed')}, ${count('unplaced')},
                             'accepted', count(i.accepted_at)) from proposal_items i where i.proposal_id = p.id) as counts`;

const proposals = sql`
  proposals p join plan_runs r on r.account_id = p.account_id and r.id = p.run_id
              left join users u on u.account_id = r.account_id and u.id = r.user_id
              left join api_keys k on k.account_id = r.account_id and k.id = r.api_key_id
              left join users du on du.account_id = p.account_id and du.id = p.decided_by_user
              left join api_keys dk on dk.account_id = p.account_id and dk.id = p.decided_by_key`;

/** The open ones that touch these days, the latest first. */
export async function listOpen(db: Tx, from: string, to: string): Promise<Proposal[]> {
  const { rows } = await sql<{ row: Proposal }>`
    select to_jsonb(s) as row from (
      select ${shown} from ${proposals}
       where p.state = 'open' and p.from_date <= ${to}::date and p.to_date >= ${from}::date order by p.made_at desc, p.id) s`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export async function readProposal(db: Tx, id: string): Promise<Proposal | undefined> {
  const { rows } = await sql<{ row: Proposal }>`
    select to_jsonb(s) as row from (select ${shown} from ${proposals} where p.id = ${id}) s`.execute(db);
  return rows[0]?.row;
}

/** Nobody else accepts or rejects it until the transaction ends. */
export async function holdProposal(db: Tx, id: string): Promise<Proposal | undefined> {
  await sql`select from proposals where id = ${id} for update`.execute(db);
  return readProposal(db, id);
}

export async function readItems(db: Tx, proposal: string): Promise<ProposalItem[]> {
  const { rows } = await sql<{ row: ProposalItem }>`
    select to_jsonb(s) as row from (
      select id, visit_id, kind, before, after, reasons, remedies, agreed, accepted_at from proposal_items
       where proposal_id = ${proposal} order by position) s`.execute(db);
  return rows.map(({ row }) => row);
}

export interface NewProposal {
  readonly run: Pick<NewPlanRun, 'from' | 'to'>;
  readonly run_id: string;
  readonly made_at: Date;
  readonly base: number;
  readonly before: Figures;
  readonly after: Figures;
  readonly days: readonly DayStory[];
  readonly items: readonly Omit<ProposalItem, 'id' | 'agreed' | 'accepted_at'>[];
}

/** Under the id of its run. Items of visits that have gone meanwhile are left out. */
export async function insertProposal(db: Tx, made: NewProposal): Promise<void> {
  const { run, run_id, made_at, base, before, after, days, items } = made;
  await sql`
    insert into proposals (account_id, id, run_id, made_at, from_date, to_date, base, before, after, days)
    values (current_account(), ${run_id}, ${run_id}, ${made_at}, ${run.from}, ${run.to}, ${base},
            ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${JSON.stringify(days)}::jsonb)`.execute(
    db,
  );
  for (const portion of portionsOf(items.map((item, position) => Object.assign({ position }, item))))
    await sql`
      insert into proposal_items (account_id, proposal_id, position, visit_id, kind, before, after, reasons, remedies)
      select current_account(), ${run_id}, i.position, i.visit_id, i.kind, i.before, i.after, i.reasons, i.remedies
        from jsonb_to_recordset(${JSON.stringify(portion)}::jsonb)
          as i (position int, visit_id uuid, kind text, before jsonb, after jsonb, reasons jsonb, remedies jsonb)
       where exists (select from visits v where v.id = i.visit_id)`.execute(db);
}

/** What a proposal tells of the days of technicians. */
export async function readStories(db: Tx, id: string): Promise<DayStory[]> {
  const { rows } = await sql<{ days: DayStory[] }>`select days from proposals where id = ${id}`.execute(db);
  return rows[0]?.days ?? [];
}

/** Items as they are now, new ones after all others; those of visits that have gone meanwhile are left out. */
export async function rewriteItems(
  db: Tx,
  proposal: string,
  changed: readonly ProposalItem[],
  gone: readonly string[],
): Promise<void> {
  await sql`
    insert into proposal_items (account_id, proposal_id, id, position, visit_id, kind, before, after, reasons, remedies, agreed, accepted_at)
    select current_account(), ${proposal}, i.id, (select max(position) from proposal_items where proposal_id = ${proposal}) + row_number() over (),
           i.visit_id, i.kind, i.before, i.after, i.reasons, i.remedies, i.agreed, i.accepted_at
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as i (id uuid, visit_id uuid, kind text, before jsonb, after jsonb, reasons jsonb, remedies jsonb, agreed jsonb, accepted_at timestamptz)
     where exists (select from visits v where v.id = i.visit_id)
    on conflict (account_id, proposal_id, id) do update set
      kind = excluded.kind, before = excluded.before, after = excluded.after, reasons = excluded.reasons,
      remedies = excluded.remedies, agreed = excluded.agreed, accepted_at = excluded.accepted_at`.execute(db);
  await sql`delete from proposal_items where proposal_id = ${proposal} and id = any(${gone}::uuid[])`.execute(
    db,
  );
}

/** What the rest of it comes to, under the next version. */
export async function writeFigures(db: Tx, id: string, after: Figures): Promise<void> {
  await sql`update proposals set after = ${JSON.stringify(after)}::jsonb, version = version + 1 where id = ${id}`.execute(
    db,
  );
}

/** Those that another one of the same days takes the place of. */
export async function supersedeOpen(db: Tx, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update proposals set state = 'superseded', version = version + 1
     where state = 'open' and from_date <= ${to}::date and to_date >= ${from}::date returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What somebody has decided about it. */
export async function writeState(
  db: Tx,
  id: string,
  state: Proposal['state'],
  { user, apiKey }: Author,
): Promise<void> {
  await sql`
    update proposals set state = ${state}, version = version + 1, decided_by_user = ${user}, decided_by_key = ${apiKey}
     where id = ${id}`.execute(db);
}

export async function markAccepted(
  db: Tx,
  proposal: string,
  items: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update proposal_items set accepted_at = ${at} where proposal_id = ${proposal} and id = any(${items}::uuid[])`.execute(
    db,
  );
}

/** Who is away for some of that time. */
export async function listAway(db: Tx, { from, to }: { from: Date; to: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct technician_id as id from absences where starts_at < ${to} and ends_at > ${from}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Visits whose jobs have been put aside. */
export async function listAside(db: Tx, visits: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from visits v join jobs j on j.id = v.job_id where v.id = any(${visits}::uuid[]) and j.archived_at is not null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Visits that are pinned, and that were not before that change. */
export async function listPinnedSince(db: Tx, visits: readonly string[], after: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.visit_id as id
      from assignments a
      join change_subjects s on s.subject_id = a.visit_id and s.number > ${after}
      join changes c on c.number = s.number and c.scenario_id = current_scenario()
      join change_entries e on e.number = c.number and e.month = c.month and e.table_name = 'assignments' and e.row_id = a.id
     where a.visit_id = any(${visits}::uuid[]) and a.is_pinned
       and e.before -> 'is_pinned' = 'false' and e.after -> 'is_pinned' = 'true'`.execute(db);
  return rows.map(({ id }) => id);
}

export interface SinceRow {
  readonly number: number;
  readonly kind: string;
  readonly at: string;
  readonly by: Proposal['made_by'];
  readonly subjects: readonly string[];
}

/** The latest changes after that number which touch one of these, but for the acceptance of the proposal itself. */
export async function listSince(
  db: Tx,
  proposal: string,
  { after, subjects, limit }: { after: number; subjects: readonly string[]; limit: number },
): Promise<SinceRow[]> {
  const { rows } = await sql<{ row: SinceRow }>`
    select to_jsonb(s) as row from (
      select c.number, c.kind, c.at, t.subjects,
             jsonb_build_object('user_id', c.user_id, 'api_key_id', c.api_key_id,
                                'name', coalesce(u.first_name || ' ' || u.last_name, k.name, '')) as by
        from (select number, jsonb_agg(subject_id) as subjects from change_subjects
               where subject_id = any(${subjects}::uuid[]) and number > ${after} group by number) t
        join changes c on c.number = t.number and c.scenario_id = current_scenario()
        left join users u on u.account_id = c.account_id and u.id = c.user_id
        left join api_keys k on k.account_id = c.account_id and k.id = c.api_key_id
       where not exists (select from change_subjects own where own.subject_id = ${proposal} and own.number = c.number)
       order by c.number desc limit ${limit}) s`.execute(db);
  return rows.map(({ row }) => row);
}

/** What is told in reasons may tell of anybody. */
export async function forgetProposals(db: Tx): Promise<void> {
  await sql`delete from proposals`.execute(db);
}
