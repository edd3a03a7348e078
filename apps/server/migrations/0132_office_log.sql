-- What Muster's own people do about enquiries is kept in the log that every business has, under an account that stands for Muster
-- itself: the nil id. Nobody signs in to it. See docs/decisions/054-the-office-keeps-one-log.md.

create table enquiry_notes (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  enquiry_id uuid not null references enquiries on delete cascade,
  text text not null,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (account_id, id)
);
create index on enquiry_notes (account_id, enquiry_id, created_at);
alter table enquiry_notes enable row level security;
alter table enquiry_notes force row level security;
create policy account on enquiry_notes using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on enquiry_notes to :"app";

alter table enquiries
  add column is_due_chosen boolean not null default false,
  add column invited_email text,
  add column invited_at timestamptz;
comment on column enquiries.version is 'grows with every change of the enquiry itself; its notes have versions of their own';
comment on column enquiries.is_due_chosen is 'A person chose the due time, and no rule: it outlives a change of state';
comment on column enquiries.invited_at is 'When the owner of the account was invited last, at invited_email';

-- The list is read on from the last row that somebody has seen: each order ends in the id, and none of it is null.
drop index enquiries_lower_number_idx;
drop index enquiries_licenses_required_number_idx;
create index on enquiries (lower(name), id);
create index on enquiries (licenses_required, id);
create index on enquiries (coalesce(due_at, 'infinity'), id);
create index on enquiries (coalesce(due_at, '-infinity'), id);

-- The history that there is. What was taken back without a trace is told no more, and so is the arrival, which the enquiry says itself.
create temporary table told on commit drop as
select row_number() over (order by at, enquiry_id, position) as number,
       1 + count(*) filter (where kind <> 'note') over (partition by enquiry_id order by position) as version,
       new_id() as note_id, h.*
  from enquiry_history h
 where kind <> 'created'
   and not (kind = 'note' and (detail ? 'undone' or exists (
         select from enquiry_history u where u.enquiry_id = h.enquiry_id and u.position = h.position + 1
            and u.kind = 'note' and u.detail ? 'undone')));

select set_config('muster.account', '00000000-0000-0000-0000-000000000000', true);
insert into accounts (id, name, plan_code, licences)
select current_account(), 'Muster', (select code from plans order by position limit 1), 1
 where exists (select from told);

insert into enquiry_notes (account_id, id, enquiry_id, text, created_at)
select current_account(), note_id, enquiry_id, coalesce(detail ->> 'text', ''), at from told where kind = 'note';

insert into changes (account_id, number, command_id, command_hash, kind, user_id, at, month, scenario_id, undoes, entries)
select current_account(), number, new_id(), sha256(convert_to(number::text, 'utf8')),
       case when detail ? 'undone' then 'undo'
            when kind = 'state' then 'enquiry moved'
            when kind = 'owner' then 'enquiry assigned'
            when kind = 'due' then 'enquiry due changed'
            when kind = 'note' then 'enquiry noted'
            when kind = 'provisioned' then 'enquiry provisioned'
            else 'enquiry owner invited' end,
       staff_id, at, date_trunc('month', at at time zone 'UTC')::date, current_account(),
       -- Only what came last was taken back.
       case when detail ? 'undone' then lag(number) over (partition by enquiry_id order by position) end, 1
  from told;
select add_log_months(min(month), max(month)) from changes where account_id = current_account() having count(*) > 0;
insert into change_answers (account_id, number, month, answer)
select account_id, number, month, 'null' from changes where account_id = current_account();

with said as (
  select t.*, e.name,
         coalesce(detail -> 'before', '{}')
           || case when kind in ('state', 'provisioned') then jsonb_build_object('state', detail -> 'from') else '{}' end as was,
         case
           when kind in ('state', 'provisioned') then
             jsonb_build_object('state', detail -> 'to', 'due_at', detail -> 'due_at')
             || case when 'lost' in (detail ->> 'from', detail ->> 'to')
                     then jsonb_build_object('lost_reason', detail -> 'reason') else '{}' end
             || case when detail ->> 'to' = 'contacted' and detail #>> '{before,first_contacted_at}' is null and not detail ? 'undone'
                     then jsonb_build_object('first_contacted_at', t.at) else '{}' end
             || case when kind = 'provisioned'
                     then jsonb_build_object('account_id', e.account_id, 'invited_email', detail -> 'email', 'invited_at', t.at)
                     else '{}' end
           when kind = 'owner' then jsonb_build_object('owner_id', (
             select s.id from staff s where s.first_name || ' ' || s.last_name = detail ->> 'owner' order by s.id limit 1))
           when kind = 'due' then jsonb_build_object('due_at', detail -> 'due_at')
           when kind = 'invited' then jsonb_build_object('invited_email', detail -> 'email', 'invited_at', t.at)
         end as becomes
    from told t join enquiries e on e.id = t.enquiry_id)
insert into change_entries (account_id, number, month, position, table_name, row_id, version, label, before, after)
select current_account(), s.number, c.month, 0,
       case when s.kind = 'note' then 'enquiry_notes' else 'enquiries' end,
       case when s.kind = 'note' then s.note_id else s.enquiry_id end,
       case when s.kind = 'note' then 1 else s.version end,
       case when s.kind = 'note' then left(s.detail ->> 'text', 80) else s.name end,
       case when s.kind <> 'note' then (select jsonb_object_agg(k.key, s.was -> k.key) from jsonb_object_keys(s.becomes) as k (key)) end,
       case when s.kind = 'note'
            then jsonb_build_object('enquiry_id', s.enquiry_id, 'text', s.detail -> 'text', 'created_at', s.at)
            else s.becomes end
  from said s join changes c on c.account_id = current_account() and c.number = s.number;

insert into change_subjects (account_id, subject_id, number)
select current_account(), enquiry_id, number from told
union all
select current_account(), note_id, number from told where kind = 'note';

insert into live_channels (name, last)
select 'account ' || current_account(), max(number) from told having count(*) > 0;
delete from live_events where channel = 'office';
delete from live_channels where name = 'office';

update enquiries e
   set version = 1 + (select count(*) from told t where t.enquiry_id = e.id and t.kind <> 'note'),
       is_due_chosen = e.due_at is not null and exists (
         select from told t where t.enquiry_id = e.id and t.kind = 'due' and not t.detail ? 'undone'
            and (t.detail ->> 'due_at')::timestamptz = e.due_at)
 where version > 1;
update enquiries e
   set invited_email = i.email, invited_at = i.at
  from (select distinct on (enquiry_id) enquiry_id, detail ->> 'email' as email, at
          from told where kind in ('provisioned', 'invited') order by enquiry_id, position desc) i
 where i.enquiry_id = e.id;

select set_config('muster.account', '', true);
drop table enquiry_history;
