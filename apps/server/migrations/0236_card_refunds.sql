-- What goes back of a card payment: refunds, whoever made them, and disputes. See docs/decisions/063-card-payments.md.
create table card_refunds (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  payment_id uuid not null,
  refund_id uuid,
  amount int not null check (amount between 1 and 1000000000),
  state text not null check (state in ('waiting', 'pending', 'succeeded', 'failed')),
  reference text check (length(reference) between 1 and 200),
  problem text not null default '' check (length(problem) <= 500),
  is_ours boolean not null,
  made_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  foreign key (account_id, refund_id) references payments (account_id, id),
  constraint card_refunds_happened check (state <> 'succeeded' or refund_id is not null)
);
comment on table card_refunds is 'Refunds of card payments, also those that somebody made at Stripe';
comment on column card_refunds.refund_id is 'The payment back that it became once Stripe said that it has happened';
comment on column card_refunds.state is 'waiting: Stripe has not said yet that it knows of it; pending: it is on its way; succeeded; failed: no money moved';
comment on column card_refunds.reference is 'By what Stripe knows it; null: not known yet';
comment on column card_refunds.problem is 'Why it failed, or has to wait, in words';
create unique index card_refunds_once on card_refunds (account_id, reference) where reference is not null;
create index on card_refunds (account_id, payment_id);
create index on card_refunds (account_id, refund_id);

create table card_disputes (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  payment_id uuid not null,
  refund_id uuid,
  amount int not null check (amount between 1 and 1000000000),
  state text not null check (state in ('asked', 'open', 'answered', 'won', 'lost')),
  reason text not null check (length(reason) <= 100),
  reference text not null check (length(reference) between 1 and 200),
  answer_by timestamptz,
  opened_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  foreign key (account_id, refund_id) references payments (account_id, id)
);
comment on table card_disputes is 'Card payments of which whoever paid has told their bank that they did not, or want their money back';
comment on column card_disputes.refund_id is 'The payment back that it became when Stripe took the money; reversed once it was won';
comment on column card_disputes.state is 'asked: the bank asks, and no money has moved; open: an answer is wanted; answered: the bank decides; won; lost';
create unique index card_disputes_once on card_disputes (account_id, reference);
create index on card_disputes (account_id, payment_id);
create index on card_disputes (account_id, refund_id);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['card_refunds', 'card_disputes'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on card_refunds, card_disputes to :"app";
