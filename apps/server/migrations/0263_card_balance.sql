-- What moved on the balance of a business at Stripe: fees, payouts and what they held. See docs/decisions/063-card-payments.md.
create table card_payouts (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  stripe_account text not null,
  is_test boolean not null,
  reference text not null check (length(reference) between 1 and 200),
  amount int not null,
  state text not null check (state in ('waiting', 'on its way', 'paid', 'failed', 'cancelled')),
  problem text not null check (length(problem) <= 300),
  breakdown text not null check (breakdown in ('none', 'waiting', 'ready', 'read')),
  arrives_on date not null,
  made_at timestamptz not null,
  read_to text,
  primary key (account_id, id)
);
comment on table card_payouts is 'What Stripe sent to the bank account of the business, or took from it';
comment on column card_payouts.breakdown is 'Which payments it is made of. none: it was paid out by hand, and Stripe does not say; waiting: Stripe does not say yet; ready: to be read; read';
comment on column card_payouts.read_to is 'The last movement that was read of a breakdown that is longer than one page';
create unique index card_payouts_once on card_payouts (account_id, reference);
create index on card_payouts (account_id, made_at, id);

create table card_movements (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  stripe_account text not null,
  is_test boolean not null,
  reference text not null check (length(reference) between 1 and 200),
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'payout', 'fee', 'other')),
  type text not null check (length(type) <= 100),
  about text not null check (length(about) <= 300),
  amount int not null,
  fee int not null,
  source text,
  payout_id uuid,
  moved_at timestamptz not null,
  available_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payout_id) references card_payouts (account_id, id)
);
comment on table card_movements is 'The balance of the business at Stripe, line by line as Stripe lists it, also of what is none of ours';
comment on column card_movements.type is 'As Stripe sorts it';
comment on column card_movements.about is 'What Stripe says that it is, where it is about nobody’s payment';
comment on column card_movements.amount is 'In cents, without the fee; below zero: it left the balance';
comment on column card_movements.source is 'By what Stripe knows the payment, refund, dispute or payout that moved it';
comment on column card_movements.payout_id is 'The payout that it went out with; null: none yet, or Stripe does not say';
create unique index card_movements_once on card_movements (account_id, reference);
create index on card_movements (account_id, source);
create index on card_movements (account_id, payout_id, moved_at, id);

-- How far the lists of a Stripe account are read. It outlives the connection: whoever connects the same account again hears of everything.
create table card_readings (
  account_id uuid not null references accounts on delete cascade,
  stripe_account text not null,
  is_test boolean not null,
  list text not null check (list in ('movements', 'payouts')),
  connection_id uuid not null,
  read_at timestamptz,
  read_until timestamptz not null,
  newest timestamptz,
  read_to text,
  primary key (account_id, stripe_account, is_test, list)
);
comment on column card_readings.connection_id is 'Through which it was read last';
comment on column card_readings.read_until is 'All that is older is known';
comment on column card_readings.newest is 'How far it will be read once all pages are; null: none is open';
comment on column card_readings.read_to is 'The last line of the pages that were read so far';

create index on card_payments (account_id, stripe_account, charge);
create index on card_payments (account_id, amount, id);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['card_payouts', 'card_movements', 'card_readings'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on card_payouts, card_movements, card_readings to :"app";
