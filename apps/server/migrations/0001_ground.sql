-- Written :"app" below: the role that serves requests. It owns nothing and gets only what each table's use needs.

grant usage on schema public to :"app";

-- Time-ordered ids (UUID version 7) keep indexes compact. Built here because uuidv7() exists from PostgreSQL 18 on, and 15 must do.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The account of the open transaction, set by withAccount; null outside it, which matches no row.
create function current_account() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('muster.account', true), '')::uuid
$$;

-- Reference data: written by migrations, read by everybody.

create table plans (
  code text primary key check (code ~ '^[a-z][a-z0-9_-]{0,31}$'),
  name text not null,
  licences int not null check (licences > 0),
  price_cents int not null check (price_cents >= 0),
  position int not null unique
);
comment on column plans.price_cents is 'AUD cents a month, GST included';
grant select on plans to :"app";

create table industries (
  id int primary key,
  name text not null unique,
  position int not null unique
);
grant select on industries to :"app";

-- Accounts and their people.

create table accounts (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 200),
  plan_code text not null references plans,
  licences int not null check (licences > 0),
  created_at timestamptz not null default now()
);
alter table accounts enable row level security;
alter table accounts force row level security;
create policy account on accounts using (id = current_account()) with check (id = current_account());
grant select, insert, update on accounts to :"app";

create table users (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('owner', 'dispatcher', 'technician')),
  password_hash text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (account_id, id)
);
alter table users enable row level security;
alter table users force row level security;
create policy account on users using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on users to :"app";

create table staff (
  id uuid primary key default new_id(),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
grant select, insert, update, delete on staff to :"app";

-- The directory that leads from an address to an account. Triggers keep it, find_sign_in reads it and the app role
-- may not touch it, so nobody can list who has an account. Its key makes an address unique across all accounts.
create table sign_ins (
  email text primary key,
  account_id uuid,
  user_id uuid not null
);

create function keep_sign_in() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  account uuid;
begin
  if tg_op <> 'INSERT' then
    delete from sign_ins where email = old.email;
  end if;
  if tg_op <> 'DELETE' then
    if tg_table_name = 'users' then
      account := new.account_id;
    end if;
    insert into sign_ins (email, account_id, user_id) values (new.email, account, new.id);
  end if;
  return null;
end
$$;
revoke execute on function keep_sign_in() from public;

create trigger sign_in after insert or delete or update of email on users for each row execute function keep_sign_in();
create trigger sign_in after insert or delete or update of email on staff for each row execute function keep_sign_in();

-- Who signs in with this address; account_id is null and role 'staff' for Muster's own people. Runs as the owner, which
-- forced row-level security binds too: it therefore enters the account it found, and goes back to where it was.
create function find_sign_in(address text)
returns table (account_id uuid, user_id uuid, role text, password_hash text, disabled_at timestamptz)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_sign_in sign_ins;
  before text := coalesce(current_setting('muster.account', true), '');
begin
  select * into found_sign_in from sign_ins s where s.email = lower(address);
  if found_sign_in.account_id is null then
    return query
      select null::uuid, s.id, 'staff'::text, s.password_hash, s.disabled_at
      from staff s where s.id = found_sign_in.user_id;
  else
    perform set_config('muster.account', found_sign_in.account_id::text, true);
    return query
      select u.account_id, u.id, u.role, u.password_hash, u.disabled_at
      from users u where u.account_id = found_sign_in.account_id and u.id = found_sign_in.user_id;
    perform set_config('muster.account', before, true);
  end if;
end
$$;
revoke execute on function find_sign_in(text) from public;
grant execute on function find_sign_in(text) to :"app";

-- Looked up by the cookie alone, before any account is known.
create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default ''
);
create index on sessions (user_id);
create index on sessions (expires_at);
grant select, insert, update, delete on sessions to :"app";

-- Platform.

create table outbox (
  position bigint generated always as identity primary key,
  id uuid not null default new_id() unique,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
-- update (id) is never used: row locks ("for update skip locked") ask for an update right on some column.
grant select, insert, delete, update (id) on outbox to :"app";

create table idempotency_keys (
  route text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (route, key_hash)
);
comment on column idempotency_keys.status is 'HTTP status of the answer; null while the first request is still running';
create index on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to :"app";

create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  used int not null default 0,
  expires_at timestamptz not null,
  primary key (key, window_start)
);
create index on rate_limits (expires_at);
grant select, insert, update, delete on rate_limits to :"app";

-- The id is the task's that sends it, so that a task which runs twice leaves one mail.
create table mails (
  id uuid primary key default new_id(),
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index on mails (created_at desc);
grant select, insert, update, delete on mails to :"app";
