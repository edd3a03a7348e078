-- A business may have used Stripe before it connected: what was there then is the opening balance, and only what moved since is counted beside it.
alter table card_readings
  add column counts_from timestamptz,
  add column opening bigint;
update card_readings r
   set counts_from = least(read_until, (
     select min(paid_at) from card_payments p
      where p.account_id = r.account_id and p.stripe_account = r.stripe_account and p.is_test = r.is_test));
alter table card_readings alter column counts_from set not null;
comment on column card_readings.counts_from is 'What moved before that is part of the opening balance';
comment on column card_readings.opening is 'What was at Stripe then, in cents: its own balance without what has moved since; null: not known yet';

-- A page of which nobody could say whether it was paid is asked for again once the same account of Stripe is connected.
create index card_sessions_unclear on card_sessions (account_id, stripe_account) where state = 'unclear';

-- Stripe repeats what went wrong on its side to the same key for a day, and so a refund that it still doesn't know is asked for with another.
alter table card_refunds
  add column key_number int not null default 0,
  add column key_asked_at timestamptz;
comment on column card_refunds.key_number is 'Which of its idempotency keys is used';
comment on column card_refunds.key_asked_at is 'When Stripe was last asked with that key; null: it was not';
