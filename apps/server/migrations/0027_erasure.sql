-- The log is only ever added to, with this one exception: what its entries say of somebody who is to be forgotten. Whoever serves may
-- not update it; this function is the whole right to do so, and can only put something else where a named field of a row stands.
create function erase_from_log(erased_table text, erased_id uuid, blank jsonb, name text) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update change_entries e
     set label = name,
         before = e.before || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(blank) b where e.before ? b.key),
         after = e.after || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(blank) b where e.after ? b.key)
   where e.account_id = current_account() and e.table_name = erased_table and e.row_id = erased_id;
  -- What whoever repeats a command is told again is the row as it was then, of which forget_answers has left little.
  update changes c
     set answer = c.answer || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(blank) b where c.answer ? b.key)
   where c.account_id = current_account() and c.answer->>'id' = erased_id::text
     and c.number in (select s.number from change_subjects s
                       where s.account_id = current_account() and s.subject_id = erased_id);
$$;

-- What is left of an answer when nobody may be told of in it: its shape, with ids, dates, counts and words that are not anybody's own.
create function without_texts(value jsonb, field text) returns jsonb language plpgsql immutable parallel safe as $$
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
                    or value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                    or value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9:]+))?$'
                    or value #>> '{}' ~ '^[0-9]{2}:[0-9]{2}$'
                  then value else '""'::jsonb end;
    else
      return value;
  end case;
end
$$;

-- An answer tells of more than what its command changed (a job of everybody who is on it), so that those which only name an id count too.
create function forget_answers(erased uuid[]) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update changes c
     set answer = without_texts(c.answer, '')
   where c.account_id = current_account()
     and (c.number in (select s.number from change_subjects s where s.account_id = current_account() and s.subject_id = any(erased))
          or exists (select from regexp_matches(c.answer::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found (ids)
                      where found.ids[1]::uuid = any(erased)));
$$;
revoke execute on function erase_from_log(text, uuid, jsonb, text), forget_answers(uuid[]) from public;
grant execute on function erase_from_log(text, uuid, jsonb, text), forget_answers(uuid[]) to :"app";
