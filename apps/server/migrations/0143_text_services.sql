-- Texts leave through a service that the owner connects. See docs/decisions/057-texts.md.

alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check check (kind in ('webhook', 'smpp', 'twilio'));

create table text_services (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null check (kind in ('smpp', 'twilio')),
  address text not null check (length(address) between 1 and 300),
  login text not null check (length(login) between 1 and 100),
  system_type text not null default '',
  long_texts text not null default 'parts' check (long_texts in ('parts', 'whole')),
  is_enabled boolean not null default true,
  stopped_because text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id),
  foreign key (account_id, created_by) references users
);
comment on column text_services.address is 'Such as smpps://smsc.example:3550';
comment on column text_services.login is 'The system id of SMPP, or the account of Twilio; the password is sealed (connection_secrets)';
comment on column text_services.long_texts is 'Whether long texts are cut into parts here, or by the service';

-- One process at a time holds the line to each service that is on.
create table text_lines (
  account_id uuid not null,
  connection_id uuid not null,
  held_by uuid,
  held_until timestamptz,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections on delete cascade
);

alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check check
  (state in ('queued', 'claimed', 'accepted', 'waiting', 'failed', 'confirmed', 'unknown', 'expired', 'cancelled'));
alter table deliveries
  add column subject uuid,
  add column part int,
  add column hold_until timestamptz,
  add column not_after timestamptz,
  add column reference text;
comment on column deliveries.state is
  'claimed: a try has begun, and what became of it is not known yet; waiting: it is tried again; failed: it is not; accepted: taken by the service; confirmed: it says that it has arrived; unknown: nobody has said whether it was taken, and it is not tried again';
comment on column deliveries.subject is 'What it is about, where that is a row: a text';
comment on column deliveries.reference is 'By what the service knows it, as ids are compared';
create index on deliveries (account_id, connection_id, hold_until) where state in ('queued', 'waiting');
create index on deliveries (account_id, connection_id, reference) where reference is not null;
create index on deliveries (account_id, subject) where subject is not null;

-- What services tell us, once each, as it came.
create table inbound_events (
  account_id uuid not null,
  connection_id uuid not null,
  event_key text not null,
  received_at timestamptz not null,
  content jsonb not null,
  done_at timestamptz,
  primary key (account_id, connection_id, event_key),
  foreign key (account_id, connection_id) references connections on delete cascade
);
comment on column inbound_events.done_at is 'Null: what it belongs to is not here yet';
create index on inbound_events (account_id, connection_id, received_at);

alter table texts add column connection_id uuid;
comment on column texts.connection_id is 'Null: it stays in the inbox of this machine';

do $$
declare
  guarded text;
begin
  foreach guarded in array array['text_services', 'inbound_events'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on text_services, text_lines, inbound_events to :"app";
