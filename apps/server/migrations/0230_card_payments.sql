-- Customers pay invoices by card through the Stripe account of the business. See docs/decisions/063-card-payments.md.

alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check
  check (kind in ('webhook', 'phone alerts', 'smpp', 'twilio', 'stripe', 'xero'));

create table card_services (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  stripe_account text not null check (length(stripe_account) between 1 and 100),
  name text not null check (length(name) <= 200),
  is_test boolean not null,
  takes_payments boolean,
  key_end text not null check (length(key_end) <= 4),
  hears text not null check (hears in ('nothing', 'entered', 'made')),
  endpoint text,
  is_enabled boolean not null default true,
  stopped_because text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id),
  foreign key (account_id, created_by) references users
);
comment on table card_services is 'The Stripe account that customers of a business pay into; its key is sealed (connection_secrets)';
comment on column card_services.takes_payments is 'Whether Stripe has allowed the account to take payments; null: the key may not read it';
comment on column card_services.key_end is 'The last signs of the key, to tell it from another';
comment on column card_services.hears is 'Whether Stripe tells our address of what happens: with a signing secret that somebody entered, or one of an endpoint that we made';
comment on column card_services.endpoint is 'The endpoint at Stripe that we made, to be taken away again';

-- Stripe tells what happens at an address that nobody can guess, and that names the business.
create table card_addresses (
  token_hash bytea primary key,
  account_id uuid not null,
  connection_id uuid not null,
  foreign key (account_id, connection_id) references connections on delete cascade
);
create index on card_addresses (account_id, connection_id);

-- When Stripe is asked next, by the task that has the turn: whoever wakes it takes the turn.
create table card_turns (
  account_id uuid not null,
  connection_id uuid not null,
  turn uuid not null,
  due_at timestamptz not null,
  heard_until timestamptz not null,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections on delete cascade
);
comment on column card_turns.heard_until is 'What happened at Stripe until then is known here';

create table card_sessions (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  connection_id uuid not null,
  stripe_account text not null,
  is_test boolean not null,
  invoice_id uuid not null,
  amount int not null check (amount between 1 and 1000000000),
  state text not null check (state in ('making', 'open', 'ending', 'paid', 'ended')),
  reference text,
  address text,
  return_to text not null,
  declined text not null default '',
  made_at timestamptz not null,
  ends_at timestamptz not null,
  over_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
comment on table card_sessions is 'Pages of Stripe on which an invoice is paid, one at a time';
comment on column card_sessions.state is
  'making: it may be there already, and nobody has said so; open: somebody may pay on it; ending: it is to be ended, and may still be paid meanwhile; paid; ended: nobody can pay on it any more';
comment on column card_sessions.reference is 'By what Stripe knows it; null: not known yet';
comment on column card_sessions.declined is 'Why the card that was tried last was refused';
create unique index card_sessions_one_at_a_time on card_sessions (account_id, invoice_id) where state in ('making', 'open', 'ending');
create unique index card_sessions_reference on card_sessions (account_id, reference) where reference is not null;
create index on card_sessions (account_id, invoice_id, made_at);
create index on card_sessions (account_id, connection_id) where state in ('making', 'open', 'ending');

create table card_payments (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  session_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid,
  stripe_account text not null,
  is_test boolean not null,
  amount int not null check (amount between 1 and 1000000000),
  payment_intent text not null,
  charge text,
  card text not null default '' check (length(card) <= 100),
  fee int,
  paid_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, session_id) references card_sessions (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  constraint card_payments_counts check (is_test = (payment_id is null))
);
comment on table card_payments is 'What customers paid by card, with what Stripe knows of it; a test moves no money and is no payment';
comment on column card_payments.fee is 'What Stripe keeps of it; null: not known yet';
create unique index card_payments_once on card_payments (account_id, stripe_account, payment_intent);
create unique index card_payments_session on card_payments (account_id, session_id);
create index on card_payments (account_id, invoice_id);
create index on card_payments (account_id, payment_id);
create index on card_payments (account_id, paid_at, id);

alter table payments
  add column provider text check (provider in ('stripe')),
  add column provider_reference text check (length(provider_reference) between 1 and 200),
  add constraint payments_provider check ((provider is null) = (provider_reference is null));
comment on column payments.provider is 'Who has told us of it; null: somebody recorded it by hand';
create unique index payments_once on payments (account_id, provider, provider_reference) where provider is not null;

do $$
declare
  guarded text;
begin
  foreach guarded in array array['card_services', 'card_sessions', 'card_payments'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on card_services, card_addresses, card_turns, card_sessions, card_payments to :"app";
