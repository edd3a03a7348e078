-- Limits that count every hit for exactly as long as it should count. What is counted, and what follows, is decided in
-- platform/limits and in the modules: the functions that did so in the database go.

drop function store_enquiries(json, timestamptz, int, int[], timestamptz[], timestamptz[]);
drop function mail_anybody(jsonb, text[], int[], text[], int[], int[], timestamptz);
drop function take_limits(text[], int[], int[], timestamptz);
drop table rate_limits;

create table limit_hits (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null,
  expires_at timestamptz not null
);
comment on column limit_hits.key is 'the name of the limit, and whom it is for';
create index on limit_hits (key, at);
create index on limit_hits using brin (expires_at);
grant select, insert, delete on limit_hits to :"app";

-- Who signs in with this address, and what else is registered under it (of several the one made in this browser, else the newest):
-- always one row, made with the same work whoever there is. Somebody may register an address that is known already, and must not
-- learn from the answer to their own password that it is.
drop function find_sign_in(text, bytea, bytea);
create function find_sign_in(
  address text, browser bytea, device bytea,
  out account_id uuid, out user_id uuid, out password_hash text, out disabled_at timestamptz, out has_device boolean,
  out pending_hash text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  before text := coalesce(current_setting('muster.account', true), '');
begin
  select s.account_id, s.user_id into account_id, user_id from sign_ins s where s.email = lower(address);
  has_device := exists (select from devices d where d.user_id = find_sign_in.user_id and d.device_hash = device);
  select r.password_hash into pending_hash from registrations r where r.email = lower(address)
   order by r.browser_hash = browser desc nulls last, r.created_at desc limit 1;
  perform set_config('muster.account', coalesce(account_id::text, ''), true);
  select p.password_hash, p.disabled_at into password_hash, disabled_at
    from (select u.id, u.password_hash, u.disabled_at from users u where u.account_id = find_sign_in.account_id
          union all select s.id, s.password_hash, s.disabled_at from staff s) p
   where p.id = find_sign_in.user_id;
  perform set_config('muster.account', before, true);
end
$$;
revoke execute on function find_sign_in(text, bytea, bytea) from public;
grant execute on function find_sign_in(text, bytea, bytea) to :"app";

-- Devices of somebody, the latest used first.
create index on devices (user_id, seen_at desc);
create index on sessions (user_id, created_at desc);
drop index sessions_user_id_idx;

-- Whether there is room to write can only be found out by writing (platform/db/write-probe.ts).
create table write_probe (payload bytea not null);
grant select, insert, delete on write_probe to :"app";

-- Never used: the row lock of an activation under way asks for an update right on some column.
grant update (id) on registrations to :"app";
