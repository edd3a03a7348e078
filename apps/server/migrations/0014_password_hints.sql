-- Of all that was registered under an address, the registration that a password is of is found by a few bits of it, made with the key
-- that is not in the database: the answer to a password then depends on nobody else's registration. Rows without a hint fit any.
alter table registrations add column password_hint smallint;
comment on column registrations.password_hint is 'twelve bits of a keyed hash of address and password';

drop function find_sign_in(text, bytea, bytea);
create function find_sign_in(
  address text, browser bytea, device bytea, hint smallint,
  out account_id uuid, out user_id uuid, out password_hash text, out disabled_at timestamptz, out has_device boolean,
  out pending_hash text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  before text := coalesce(current_setting('muster.account', true), '');
begin
  select s.account_id, s.user_id into account_id, user_id from sign_ins s where s.email = lower(address);
  has_device := exists (select from devices d where d.user_id = find_sign_in.user_id and d.device_hash = device);
  select r.password_hash into pending_hash from registrations r
   where r.email = lower(address) and coalesce(r.password_hint = hint, r.password_hint is null)
   order by r.browser_hash = browser desc nulls last, r.created_at desc limit 1;
  perform set_config('muster.account', coalesce(account_id::text, ''), true);
  select p.password_hash, p.disabled_at into password_hash, disabled_at
    from (select u.id, u.password_hash, u.disabled_at from users u where u.account_id = find_sign_in.account_id
          union all select s.id, s.password_hash, s.disabled_at from staff s) p
   where p.id = find_sign_in.user_id;
  perform set_config('muster.account', before, true);
end
$$;
revoke execute on function find_sign_in(text, bytea, bytea, smallint) from public;
grant execute on function find_sign_in(text, bytea, bytea, smallint) to :"app";
