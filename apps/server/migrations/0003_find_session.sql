-- Who a session cookie belongs to, in one call: the gate asks before any account is known, and asks on every request.
-- Like find_sign_in it enters the account it found, and goes back to where it was.
create function find_session(token bytea, at timestamptz)
returns table (account_id uuid, user_id uuid, role text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  session sessions;
  before text := coalesce(current_setting('muster.account', true), '');
begin
  select * into session from sessions s where s.token_hash = token and s.expires_at > at;
  if session.account_id is null then
    return query
      select null::uuid, s.id, 'staff'::text from staff s where s.id = session.user_id and s.disabled_at is null;
  else
    perform set_config('muster.account', session.account_id::text, true);
    return query
      select u.account_id, u.id, u.role from users u
      where u.account_id = session.account_id and u.id = session.user_id and u.disabled_at is null;
    perform set_config('muster.account', before, true);
  end if;
end
$$;
revoke execute on function find_session(bytea, timestamptz) from public;
grant execute on function find_session(bytea, timestamptz) to :"app";
