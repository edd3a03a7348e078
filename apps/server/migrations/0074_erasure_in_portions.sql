-- Somebody is erased from what is theirs at once, by the indexes that lead to it; and from the answers that only name them in a task,
-- portion by portion, because those are looked for in all answers that an account was ever given.
drop function erase_from_log(text, uuid, jsonb, text);
drop function forget_answers(uuid[]);

-- As before, but for the word that stands where a name stood: an answer may be gone through again.
create or replace function without_texts(value jsonb, field text) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (select coalesce(jsonb_object_agg(e.key, without_texts(e.value, e.key)), '{}') from jsonb_each(value) e);
    when 'array' then
      return (select coalesce(jsonb_agg(without_texts(e.value, field) order by e.ordinality), '[]')
                from jsonb_array_elements(value) with ordinality e);
    when 'number' then
      return case when field ~ '(latitude|longitude)$' then to_jsonb(round(value::numeric, 1)) else value end;
    when 'string' then
      return case when field in ('state', 'outcome', 'priority', 'progress', 'rule', 'kind', 'colour', 'zone', 'region')
                    or value #>> '{}' = 'Erased'
                    or value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                    or value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9:]+))?$'
                    or value #>> '{}' ~ '^[0-9]{2}:[0-9]{2}$'
                  then value else '""'::jsonb end;
    else
      return value;
  end case;
end
$$;

-- Puts what is left of each row where the log tells of it. Given are a row's id, what its fields become, and its name.
create function erase_from_log(erased_table text, erased jsonb) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update change_entries e
     set label = r.name,
         before = e.before || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(r.blank) b where e.before ? b.key),
         after = e.after || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(r.blank) b where e.after ? b.key)
    from jsonb_to_recordset(erased) as r (id uuid, blank jsonb, name text)
   where e.account_id = current_account() and e.table_name = erased_table and e.row_id = r.id;
  -- What whoever repeats a command is told again is the row as it was then, of which forget_own_answers has left little.
  update changes c
     set answer = c.answer || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(r.blank) b where c.answer ? b.key)
    from jsonb_to_recordset(erased) as r (id uuid, blank jsonb, name text)
    join change_subjects s on s.account_id = current_account() and s.subject_id = r.id
   where c.account_id = current_account() and c.number = s.number and c.answer->>'id' = r.id::text;
$$;

-- Takes the texts out of what was answered to the commands that concerned one of these.
create function forget_own_answers(erased uuid[]) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update changes c
     set answer = without_texts(c.answer, '')
   where c.account_id = current_account()
     and c.number in (select s.number from change_subjects s
                       where s.account_id = current_account() and s.subject_id = any(erased));
$$;

-- An answer tells of more than what its command changed (a job of everybody who is on it), so that those which only name an id count
-- too: of the changes with these numbers.
create function forget_naming_answers(erased uuid[], after_number bigint, up_to bigint) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update changes c
     set answer = without_texts(c.answer, '')
   where c.account_id = current_account()
     and c.number in (
       select h.number
         from changes h
         cross join lateral regexp_matches(h.answer::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found (ids)
         join unnest(erased) as e (id) on e.id = found.ids[1]::uuid
        where h.account_id = current_account() and h.number > after_number and h.number <= up_to);
$$;

-- The same for commands that changed nothing, after that one in the order of their ids. Says the last that was looked at, or nothing.
create function forget_unchanged_answers(erased uuid[], after_command uuid, most int) returns uuid
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  with looked_at as (
    select u.command_id, u.answer from unchanged_commands u
     where u.account_id = current_account() and (after_command is null or u.command_id > after_command)
     order by u.command_id limit most),
  forgotten as (
    update unchanged_commands c
       set answer = without_texts(c.answer, '')
     where c.account_id = current_account()
       and c.command_id in (
         select l.command_id
           from looked_at l
           cross join lateral regexp_matches(l.answer::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found (ids)
           join unnest(erased) as e (id) on e.id = found.ids[1]::uuid))
  select command_id from looked_at order by command_id desc limit 1;
$$;

revoke execute on function erase_from_log(text, jsonb), forget_own_answers(uuid[]),
  forget_naming_answers(uuid[], bigint, bigint), forget_unchanged_answers(uuid[], uuid, int) from public;
grant execute on function erase_from_log(text, jsonb), forget_own_answers(uuid[]),
  forget_naming_answers(uuid[], bigint, bigint), forget_unchanged_answers(uuid[], uuid, int) to :"app";

create table erasures (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  erased uuid[] not null,
  looked_to bigint not null default 0,
  unchanged_looked_to uuid,
  at timestamptz not null,
  primary key (account_id, id)
);
comment on table erasures is 'Those whose names may still stand in an answer that was given to somebody, until all have been looked at';
comment on column erasures.erased is 'The ids of the rows that told of somebody';
comment on column erasures.looked_to is 'The number of the last change that was looked at';
comment on column erasures.unchanged_looked_to is 'The last of the commands without a change that was looked at';
alter table erasures enable row level security;
alter table erasures force row level security;
create policy account on erasures using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on erasures to :"app";
