-- Books that are kept in Xero: which organisation, and where what goes over belongs. See docs/decisions/064-accounting.md.

-- Calls through a connection whose other side counts them: each of the last minute, and those that are under way.
create table connection_calls (
  account_id uuid not null,
  connection_id uuid not null,
  id uuid not null default new_id(),
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, connection_id, id),
  foreign key (account_id, connection_id) references connections on delete cascade
);
comment on column connection_calls.ended_at is 'Null: it is under way, or its process has died';
alter table connections
  add column calls_wait_until timestamptz,
  add column calls_left_today int;
comment on column connections.calls_wait_until is 'The other side takes no call before';
comment on column connections.calls_left_today is 'As it said last; null: it has not said';

create table accounting_services (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null check (kind in ('xero')),
  organisation_id text not null check (length(organisation_id) between 1 and 60),
  organisation_name text not null,
  is_connected boolean not null default true,
  is_enabled boolean not null default true,
  starts_on date,
  sales_account text not null default '',
  labour_account text not null default '',
  cash_account text not null default '',
  transfer_account text not null default '',
  card_account text not null default '',
  cheque_account text not null default '',
  other_account text not null default '',
  fees_account text not null default '',
  gst_tax text not null default '',
  gst_free_tax text not null default '',
  input_taxed_tax text not null default '',
  no_gst_tax text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, kind, organisation_id),
  foreign key (account_id, created_by) references users
);
create unique index accounting_services_connected on accounting_services (account_id) where is_connected;
comment on table accounting_services is 'Each organisation whose books a business has kept in step: one at a time is connected, and the others stay, so that nothing goes over twice when one of them is connected again';
comment on column accounting_services.starts_on is 'What is dated before stays here; null: nobody has said yet, and nothing goes over';
comment on column accounting_services.sales_account is 'A code of the chart of accounts; of payments and fees it is an id, because bank accounts may have no code; empty: not chosen';

-- Its accounts and tax rates as they were read last, so that nobody waits for them.
create table accounting_charts (
  account_id uuid not null,
  service_id uuid not null,
  read_at timestamptz not null,
  content jsonb not null,
  primary key (account_id, service_id),
  foreign key (account_id, service_id) references accounting_services on delete cascade
);

-- Whoever connects goes away to sign in there, and comes back in the same session: until then the secret of this connection is what proves
-- it, and then the tokens, until an organisation is chosen.
create table accounting_authorisations (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  session_id uuid not null references sessions (id) on delete cascade,
  state_hash bytea not null,
  began_at timestamptz not null,
  offers jsonb,
  primary key (account_id),
  foreign key (account_id, id) references connections on delete cascade
);
comment on column accounting_authorisations.offers is 'The organisations to choose from; null: they have not come back yet';
create index on accounting_authorisations (session_id);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['connection_calls', 'accounting_services', 'accounting_charts', 'accounting_authorisations'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on connection_calls, accounting_services, accounting_charts, accounting_authorisations to :"app";
