-- Customers are told by mail of what becomes of their visits, where the business wants that.
alter table accounts
  add column email text not null default '',
  add column tells_customers boolean not null default false;
comment on column accounts.email is 'Where answers to its mails go';

alter table customers add column tell_by_mail boolean not null default true;
-- Nobody reads the mail of samples. Forced row-level security hides them even from the owner, so it is lifted for this statement.
alter table customers no force row level security;
update customers set tell_by_mail = false where is_sample;
alter table customers force row level security;

-- What a customer was told of a visit: each message once, and each that would have been sent if there had been an address. The latest
-- that was sent is what the customer counts on. Deferred, because these rows leave with their visit and at the end of its command.
create table customer_messages (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  kind text not null check (kind in ('confirmed', 'changed', 'cancelled', 'on the way')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  zone text not null,
  to_address text not null,
  problem text check (problem in ('no address', 'too many')),
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits deferrable initially deferred
);
comment on column customer_messages.to_address is 'Enough of it to recognise, not all of it';
create index on customer_messages (account_id, visit_id, at);

-- Visits that have changed and are left alone for a while before their customers are told. Not in the log: it is a task that waits.
create table customer_waits (
  account_id uuid not null,
  visit_id uuid not null,
  token text not null,
  primary key (account_id, visit_id),
  foreign key (account_id, visit_id) references visits on delete cascade
);
comment on column customer_waits.token is 'Of the transaction that changed the visit last: only the task that it left behind tells the customer';

do $$
declare
  guarded text;
begin
  foreach guarded in array array['customer_messages', 'customer_waits'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on customer_messages, customer_waits to :"app";

alter table outbox add column delay_seconds int not null default 0;
comment on column outbox.delay_seconds is 'How long the task waits in the queue before it is done';
