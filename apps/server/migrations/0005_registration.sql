-- Registrations, the links that activate them, and mails that are written when they leave.

-- Somebody filled in the form; nothing more is known about them. Each is a row of its own and touches no user.
create table registrations (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  first_name text not null,
  last_name text not null,
  phone text not null,
  -- Read from plans as it is written. No reference: its check would lock the plan's row for every registration at once.
  plan_code text not null,
  password_hash text not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  created_at timestamptz not null
);
comment on column registrations.browser_hash is 'of the cookie of the browser that registered: there one click activates';
create index on registrations (email, created_at desc);
create index on registrations (created_at);
grant select, insert, delete on registrations to :"app";

-- Whoever registered a business is reached under this number.
alter table accounts add column phone text not null default '';

-- A link's token is made from its id and a key that is not in the database, so that no dump of it opens anything.
create table activations (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  registration_id uuid references registrations on delete set null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
comment on column activations.registration_id is 'null once it became an account, and where nobody had registered';
create index on activations (registration_id);
create index on activations (email);
create index on activations (created_at);
grant select, insert, update, delete on activations to :"app";

-- Whether somebody signs in with this address, without saying who.
create function is_registered(address text) returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from sign_ins s where s.email = lower(address))
$$;
revoke execute on function is_registered(text) from public;
grant execute on function is_registered(text) to :"app";

-- Takes a hit of each limit, in the order given, for as long as there is one; true when all had one left. It counts as the
-- limiter does (platform/rate-limit.ts), inside the caller's transaction: what is rolled back was never counted.
create function take_limits(keys text[], maxima int[], seconds int[], at timestamptz) returns boolean
language plpgsql as $$
declare
  start timestamptz;
  taken int;
begin
  for i in 1 .. cardinality(keys) loop
    start := to_timestamp(floor(extract(epoch from at) / seconds[i]) * seconds[i]);
    insert into rate_limits (key, window_start, used, expires_at)
    values (keys[i], start, 1, start + make_interval(secs => seconds[i]))
    on conflict (key, window_start) do update set used = least(rate_limits.used, maxima[i]) + 1
    returning used into taken;
    if taken > maxima[i] then
      return false;
    end if;
  end loop;
  return true;
end
$$;
revoke execute on function take_limits(text[], int[], int[], timestamptz) from public;
grant execute on function take_limits(text[], int[], int[], timestamptz) to :"app";

-- What a mail is made of, instead of its text: that would hold the link. It is put together when it leaves, or is read.
delete from mails;
alter table mails
  drop column subject,
  drop column html,
  drop column text,
  add column letter jsonb not null,
  add column handed_over smallint not null default 0;
comment on column mails.handed_over is 'how often a mail server may have taken it';
