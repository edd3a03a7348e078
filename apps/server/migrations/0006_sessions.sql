-- Sessions that end by themselves when nobody uses them, and at once when they must.

-- The id names a session without opening it: its owner lists and ends sessions by it. expires_at moves with every use
-- (idle expiry), ends_at does not (absolute expiry).
alter table sessions
  add column id uuid not null default new_id() unique,
  add column ends_at timestamptz not null default now() + interval '30 days';
update sessions set ends_at = expires_at, expires_at = least(expires_at, now() + interval '7 days');

-- What find_session does, and a note that the session is in use: at most one a minute, and never waiting for another
-- request that is writing the same.
create function use_session(token bytea, at timestamptz, idle_end timestamptz)
returns table (id uuid, account_id uuid, user_id uuid, role text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions s set seen_at = at, expires_at = least(idle_end, s.ends_at)
   where s.token_hash = (
     select t.token_hash from sessions t
      where t.token_hash = token and t.expires_at > at and t.seen_at < at - interval '1 minute'
        for update skip locked);
  return query
    select s.id, f.account_id, f.user_id, f.role
      from find_session(token, at) f join sessions s on s.token_hash = token;
end
$$;
revoke execute on function use_session(bytea, timestamptz, timestamptz) from public;
grant execute on function use_session(bytea, timestamptz, timestamptz) to :"app";

-- However a session ends, the streams it opened hear of it when the transaction commits (platform/live.ts).
create function announce_session_end() returns trigger language plpgsql as $$
begin
  if old.account_id is not null then
    perform pg_notify('muster_live',
      json_build_object('account', old.account_id, 'topic', 'session ended', 'id', old.id)::text);
  end if;
  return null;
end
$$;
create trigger session_end after delete on sessions for each row execute function announce_session_end();

-- Browsers that somebody has signed in with. Like sessions: for staff too, and found by the hash of a secret.
create table devices (
  user_id uuid not null,
  device_hash bytea not null check (length(device_hash) = 32),
  account_id uuid,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index on devices (seen_at);
grant select, insert, update, delete on devices to :"app";

-- Links that set a new password. A row without a user belongs to nobody: an unknown address causes the same work.
create table password_resets (
  id uuid primary key default new_id(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index on password_resets (user_id);
create index on password_resets (expires_at);
grant select, insert, update, delete on password_resets to :"app";

-- A new password, a disabled or deleted user: no session and no link outlives it, whoever wrote the row.
create function end_sign_ins() returns trigger language plpgsql as $$
begin
  delete from sessions s where s.user_id = old.id;
  update password_resets r set revoked_at = now()
   where r.user_id = old.id and r.used_at is null and r.revoked_at is null;
  if tg_op = 'DELETE' then
    delete from devices d where d.user_id = old.id;
  end if;
  return null;
end
$$;
create trigger new_password after update of password_hash, disabled_at on users for each row
  when (new.password_hash <> old.password_hash or new.disabled_at is not null) execute function end_sign_ins();
create trigger gone after delete on users for each row execute function end_sign_ins();
create trigger new_password after update of password_hash, disabled_at on staff for each row
  when (new.password_hash <> old.password_hash or new.disabled_at is not null) execute function end_sign_ins();
create trigger gone after delete on staff for each row execute function end_sign_ins();

-- Who signs in with this address, in one call that does the same whoever it finds: a user, one of Muster's own people, or
-- somebody who registered and has not activated (user_id is null; of several the one made in this browser, else the newest).
create function find_sign_in(address text, browser bytea, device bytea)
returns table (account_id uuid, user_id uuid, password_hash text, disabled_at timestamptz, has_device boolean)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_sign_in sign_ins;
  known boolean;
  before text := coalesce(current_setting('muster.account', true), '');
begin
  select * into found_sign_in from sign_ins s where s.email = lower(address);
  known := exists (select from devices d where d.user_id = found_sign_in.user_id and d.device_hash = device);
  if found_sign_in.user_id is null then
    return query
      select null::uuid, null::uuid, r.password_hash, null::timestamptz, false
      from registrations r where r.email = lower(address)
      order by r.browser_hash = browser desc nulls last, r.created_at desc limit 1;
  elsif found_sign_in.account_id is null then
    return query
      select null::uuid, s.id, s.password_hash, s.disabled_at, known
      from staff s where s.id = found_sign_in.user_id;
  else
    perform set_config('muster.account', found_sign_in.account_id::text, true);
    return query
      select u.account_id, u.id, u.password_hash, u.disabled_at, known
      from users u where u.account_id = found_sign_in.account_id and u.id = found_sign_in.user_id;
    perform set_config('muster.account', before, true);
  end if;
end
$$;
revoke execute on function find_sign_in(text, bytea, bytea) from public;
grant execute on function find_sign_in(text, bytea, bytea) to :"app";
