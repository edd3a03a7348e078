-- The log grows for ever. What must stay unique for ever, the numbers and the ids of commands, stays in one slim table; what is heavy,
-- the entries and the answers, lies in a partition for each month. See docs/decisions/038-log-by-month.md.

alter table changes no force row level security;
alter table change_entries no force row level security;
alter table changes rename to changes_before;
alter table change_entries rename to change_entries_before;

create table changes (
  account_id uuid not null,
  number bigint not null,
  command_id uuid not null,
  command_hash bytea not null,
  kind text not null,
  user_id uuid,
  api_key_id uuid,
  at timestamptz not null,
  month date not null,
  scenario_id uuid not null,
  undoes bigint,
  entries int not null
);
comment on column changes.command_hash is 'Of what was asked, so that an id which is used for something else is refused';
comment on column changes.month is
  'In which its entries and its answer lie: that of "at", but never before that of the change before, so that what is newer is never in an earlier month, whatever a clock says';

create table change_entries (
  account_id uuid not null,
  number bigint not null,
  month date not null,
  position int not null,
  table_name text not null,
  row_id uuid not null,
  version int not null,
  label text not null,
  before jsonb,
  after jsonb
) partition by range (month);
comment on column change_entries.version is 'The one that the row has since; where the row is gone, one more than its last';
comment on column change_entries.before is 'The fields that changed; the whole row where it is gone since, null where it was made';

create table change_answers (
  account_id uuid not null,
  number bigint not null,
  month date not null,
  answer jsonb not null
) partition by range (month);
comment on table change_answers is 'What whoever asks with the same id of a command is told again';

-- What belongs to a month that has no partition: nothing, unless a clock is wrong by months.
create table change_entries_other partition of change_entries default;
create table change_answers_other partition of change_answers default;

-- Makes the partitions of these months that are missing. Nobody waits for it: a table is made beside and attached, which only needs a
-- moment in which nobody uses the partition of all other months; where that does not come at once, it fails and is tried again later.
create function add_log_months(first_month date, last_month date) returns void
language plpgsql
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '500ms' as $$
declare
  parent text;
  next_month date;
  partition text;
begin
  for next_month in select generate_series(first_month::timestamp, last_month::timestamp, interval '1 month')::date loop
    foreach parent in array array['change_entries', 'change_answers'] loop
      partition := parent || to_char(next_month, '_YYYY_MM');
      continue when to_regclass(format('public.%I', partition)) is not null;
      execute format('create table public.%I (like public.%I including all)', partition, parent);
      -- What came before its partition did moves there. Forced row-level security hides it even from the owner.
      execute format('alter table public.%I no force row level security', parent || '_other');
      execute format('with moved as (delete from public.%I where month = %L returning *) insert into public.%I select * from moved',
                     parent || '_other', next_month, partition);
      execute format('alter table public.%I force row level security', parent || '_other');
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
                     parent, partition, next_month, (next_month + interval '1 month')::date);
    end loop;
  end loop;
  -- Whoever serves reads and writes by the whole table alone, and has no right to a part of it; it is guarded all the same.
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('public.change_entries'::regclass, 'public.change_answers'::regclass) and not c.relrowsecurity
  loop
    execute format('alter table public.%I enable row level security', partition);
    execute format('alter table public.%I force row level security', partition);
    execute format('create policy account on public.%I using (account_id = current_account()) with check (account_id = current_account())', partition);
  end loop;
end
$$;

-- This month and the next three: each start makes sure of them, and so does every hour of a server that runs on.
create function keep_log_months() returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  select add_log_months(date_trunc('month', now() at time zone 'UTC')::date,
                        (date_trunc('month', now() at time zone 'UTC') + interval '3 months')::date);
$$;

-- What there is already.
insert into changes
select account_id, number, command_id, command_hash, kind, user_id, api_key_id, at,
       max(date_trunc('month', at at time zone 'UTC')::date) over (partition by account_id order by number),
       scenario_id, undoes, entries
  from changes_before order by account_id, number;
select add_log_months(coalesce(min(month), date_trunc('month', now() at time zone 'UTC')::date),
                      (date_trunc('month', now() at time zone 'UTC') + interval '3 months')::date)
  from changes where month >= '2020-01-01';
insert into change_answers
select c.account_id, c.number, c.month, b.answer
  from changes c join changes_before b on b.account_id = c.account_id and b.number = c.number;
insert into change_entries
select e.account_id, e.number, c.month, e.position, e.table_name, e.row_id, e.version, e.label, e.before, e.after
  from change_entries_before e join changes c on c.account_id = e.account_id and c.number = e.number;
drop table change_entries_before;
drop table changes_before;

-- A foreign key is checked as the owner, from whom forced row-level security hides what it leads to.
alter table accounts no force row level security;
alter table scenarios no force row level security;
alter table changes
  add primary key (account_id, number),
  add unique (account_id, command_id),
  add foreign key (account_id) references accounts on delete cascade,
  add foreign key (account_id, scenario_id) references scenarios;
alter table accounts force row level security;
alter table scenarios force row level security;
create index on changes (account_id, undoes) where undoes is not null;
create index on changes (account_id, user_id, number);
alter table change_entries add primary key (account_id, number, position, month);
-- By the row alone: no two tables share an id, and a name of a table in each entry was a quarter of what everybody waits for while a
-- change of many rows is written down.
create index on change_entries (account_id, row_id);
alter table change_answers add primary key (account_id, number, month);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['changes', 'change_entries', 'change_answers'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert on changes, change_entries, change_answers to :"app";
revoke execute on function add_log_months(date, date), keep_log_months() from public;
grant execute on function keep_log_months() to :"app";

create or replace function forget_log() returns trigger language plpgsql as $$
begin
  perform set_config('muster.account', old.id::text, true);
  delete from change_entries where account_id = old.id;
  delete from change_answers where account_id = old.id;
  delete from change_subjects where account_id = old.id;
  return null;
end
$$;

-- As before, with the answers where they lie now. What the log tells of a row is found by the slim tables, which name the month; then it
-- is looked for there, one change after the other. The database does not reckon with that when it chooses how to join, and would rather
-- read all months: so it is given no choice.
create or replace function erase_from_log(erased_table text, erased jsonb) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off as $$
  with told as materialized (
    select c.number, c.month, r.id, r.blank, r.name
      from jsonb_to_recordset(erased) as r (id uuid, blank jsonb, name text)
      join change_subjects s on s.account_id = current_account() and s.subject_id = r.id
      join changes c on c.account_id = current_account() and c.number = s.number)
  update change_entries e
     set label = t.name,
         before = e.before || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(t.blank) b where e.before ? b.key),
         after = e.after || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(t.blank) b where e.after ? b.key)
    from told t
   where e.account_id = current_account() and e.number = t.number and e.month = t.month and e.table_name = erased_table and e.row_id = t.id;
  -- What whoever repeats a command is told again is the row as it was then, of which forget_own_answers has left little.
  with told as materialized (
    select c.number, c.month, r.id, r.blank
      from jsonb_to_recordset(erased) as r (id uuid, blank jsonb, name text)
      join change_subjects s on s.account_id = current_account() and s.subject_id = r.id
      join changes c on c.account_id = current_account() and c.number = s.number)
  update change_answers a
     set answer = a.answer || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(t.blank) b where a.answer ? b.key)
    from told t
   where a.account_id = current_account() and a.number = t.number and a.month = t.month and a.answer->>'id' = t.id::text;
$$;

create or replace function forget_own_answers(erased uuid[]) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off as $$
  with told as materialized (
    select c.number, c.month from changes c
     where c.account_id = current_account()
       and c.number in (select s.number from change_subjects s
                         where s.account_id = current_account() and s.subject_id = any(erased)))
  update change_answers a
     set answer = without_texts(a.answer, '')
    from told t
   where a.account_id = current_account() and a.number = t.number and a.month = t.month;
$$;

-- Months never go back, so those of the first and the last of these changes are the only ones to look into, and all between.
create or replace function forget_naming_answers(erased uuid[], after_number bigint, up_to bigint) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update change_answers a
     set answer = without_texts(a.answer, '')
   where a.account_id = current_account() and a.number > after_number and a.number <= up_to
     and a.month >= (select c.month from changes c where c.account_id = current_account() and c.number > after_number
                      order by c.number limit 1)
     and a.month <= (select c.month from changes c where c.account_id = current_account() and c.number <= up_to
                      order by c.number desc limit 1)
     and exists (select from regexp_matches(a.answer::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found (ids)
                   join unnest(erased) as e (id) on e.id = found.ids[1]::uuid);
$$;
