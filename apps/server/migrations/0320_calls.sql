-- Who rings, and what a ring leaves: events of exchanges, the calls that they make, and what people have dealt with. See docs/decisions/067-calls.md.

alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check
  check (kind in ('webhook', 'phone alerts', 'smpp', 'twilio', 'stripe', 'xero', 'calls', 'twilio calls', 'sip'));

create table call_services (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null check (kind in ('calls', 'twilio calls', 'sip')),
  name text not null check (length(name) between 1 and 100),
  address text not null default '' check (length(address) <= 300),
  login text not null default '' check (length(login) <= 100),
  number text not null default '' check (length(number) <= 20),
  office_phone text not null default '' check (length(office_phone) <= 20),
  is_enabled boolean not null default true,
  stopped_because text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, created_by) references users
);
comment on table call_services is 'An exchange, a call tracker or a SIP account that tells who rings; its secret is sealed (connection_secrets)';
comment on column call_services.number is 'Of Twilio: the number that customers call, and that is shown to those who are rung';
comment on column call_services.office_phone is 'Of Twilio: the phone that rings in the office';

-- An exchange tells what happens at an address that nobody can guess, and that names the business.
create table call_addresses (
  token_hash bytea primary key,
  account_id uuid not null,
  connection_id uuid not null,
  foreign key (account_id, connection_id) references connections on delete cascade
);
create index on call_addresses (account_id, connection_id);

create table campaigns (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  name text not null check (length(name) between 1 and 100),
  sort_name text collate "C" generated always as (lower(name)) stored,
  number text not null check (length(number) between 3 and 20),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (account_id, id)
);
comment on table campaigns is 'Numbers of the business''s own with a name, to see where work comes from';
comment on column campaigns.number is 'As the world writes it';
create unique index campaigns_number on campaigns (account_id, number) where archived_at is null;
create index on campaigns (account_id, sort_name, id);
create index on campaigns (account_id, created_at, id);

create table calls (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  connection_id uuid not null,
  call_key text not null,
  direction text not null default 'in' check (direction in ('in', 'out')),
  state text not null default 'ringing' check (state in ('ringing', 'answered', 'ended', 'missed')),
  number text check (length(number) <= 20),
  digits text not null default '',
  forms text[] not null default '{}',
  called text check (length(called) <= 20),
  answered_by text not null default '',
  began_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  customer_id uuid,
  campaign_id uuid,
  taken_by uuid,
  taken_at timestamptz,
  erased_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, call_key)
);
comment on table calls is 'Rows stay when their connection is gone. They are no part of the log of changes, because they are deleted when the owner wants it, and that log is kept for ever';
comment on column calls.state is 'What the set of its events comes to; one that has rung for minutes without a word is shown as missed';
comment on column calls.number is 'The other side, as the world writes it; null: withheld, or erased';
comment on column calls.digits is 'The same as it is dialled at home';
comment on column calls.forms is 'The same in all ways in which it may be written in a customer''s record, compared with phone_digits; empty: it is one of the business''s own, and nobody''s';
comment on column calls.called is 'The number of ours that was called, or from which we called';
comment on column calls.answered_by is 'In the words of the exchange';
comment on column calls.campaign_id is 'Of the number that was called, as it was then';
comment on column calls.taken_by is 'Who of the office has said that they have it';
create index on calls (account_id, began_at, id);
create index on calls (account_id, customer_id, began_at) where customer_id is not null;
create index on calls (account_id, campaign_id, began_at) where campaign_id is not null;
create index on calls (account_id, digits, began_at) where digits <> '';
create index calls_open on calls (account_id, began_at) where state in ('ringing', 'answered');
create index calls_missed on calls (account_id, began_at) where state in ('ringing', 'missed') and direction = 'in';

create table call_events (
  account_id uuid not null references accounts on delete cascade,
  connection_id uuid not null,
  event_key text not null,
  call_key text not null,
  event text not null check (event in ('ringing', 'answered', 'ended', 'missed')),
  direction text not null check (direction in ('in', 'out')),
  at timestamptz not null,
  from_number text check (length(from_number) <= 100),
  to_number text check (length(to_number) <= 100),
  answered_by text check (length(answered_by) <= 100),
  received_at timestamptz not null,
  primary key (account_id, connection_id, event_key)
);
comment on table call_events is 'Each once, whatever the exchange repeats; a call is what all of its events come to, in any order';
create index on call_events (account_id, connection_id, call_key);

create table settled_calls (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  customer_id uuid,
  how text not null check (how in ('rang back', 'done')),
  done_at timestamptz not null,
  done_by uuid,
  primary key (account_id, id),
  foreign key (account_id, id) references calls on delete cascade
);
comment on table settled_calls is 'Which missed calls somebody has dealt with. One without a row waits under Attention; an undo lets it wait again';
comment on column settled_calls.id is 'That of the call';

create table call_settings (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  keep_days int not null check (keep_days between 30 and 3650),
  ring_with text not null check (ring_with in ('tel', 'sip')),
  primary key (account_id, id),
  check (id = account_id)
);

-- For the process that deletes what is older than its business wants to keep.
create table accounts_with_calls (account_id uuid primary key references accounts on delete cascade);
grant select on accounts_with_calls to :"app";
create function keep_account_with_calls() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into accounts_with_calls values (new.account_id) on conflict do nothing;
  return null;
end
$$;
revoke execute on function keep_account_with_calls() from public;
create trigger keep_account_with_calls after insert on call_services for each row execute function keep_account_with_calls();

do $$
declare
  guarded text;
begin
  foreach guarded in array array['call_services', 'campaigns', 'calls', 'call_events', 'settled_calls', 'call_settings'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on call_services, call_addresses, campaigns, calls, call_events, settled_calls, call_settings to :"app";
