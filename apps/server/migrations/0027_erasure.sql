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
  -- What whoever repeats a command is told again is the row as it was then.
  update changes c
     set answer = c.answer || (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(blank) b where c.answer ? b.key)
   where c.account_id = current_account() and c.answer->>'id' = erased_id::text
     and c.number in (select s.number from change_subjects s
                       where s.account_id = current_account() and s.subject_id = erased_id);
$$;
revoke execute on function erase_from_log(text, uuid, jsonb, text) from public;
grant execute on function erase_from_log(text, uuid, jsonb, text) to :"app";
