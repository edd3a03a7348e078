-- Invoices, credit notes, payments, and what of these pays for which invoice. See docs/decisions/062-invoices.md.

create table money_settings (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  is_gst_registered boolean not null,
  postal_address text not null check (length(postal_address) <= 500),
  invoice_prefix text not null check (length(invoice_prefix) <= 12),
  first_invoice int not null check (first_invoice between 1 and 99999999),
  credit_prefix text not null check (length(credit_prefix) <= 12),
  first_credit int not null check (first_credit between 1 and 99999999),
  terms_days int not null check (terms_days between 0 and 365),
  invoice_note text not null check (length(invoice_note) <= 2000),
  labour_item_id uuid,
  call_out_item_id uuid,
  reminder_days int[] not null,
  lock_date date,
  primary key (account_id, id),
  check (id = account_id),
  foreign key (account_id, labour_item_id) references items (account_id, id) on delete set null (labour_item_id),
  foreign key (account_id, call_out_item_id) references items (account_id, id) on delete set null (call_out_item_id)
);
comment on table money_settings is 'What an owner or bookkeeper has set about money; no row: as it is at first';
comment on column money_settings.first_invoice is 'Where the numbers of invoices begin; set until the first is issued';
comment on column money_settings.labour_item_id is 'What time on site is charged by, where nothing else says so';
comment on column money_settings.call_out_item_id is 'What is charged once for each visit besides; null: nothing';
comment on column money_settings.reminder_days is 'So many days after an invoice was due its customer is reminded; none: nobody is';
comment on column money_settings.lock_date is 'Nothing is issued, received or dated on that day or before';

create table invoices (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null check (kind in ('invoice', 'credit note')),
  state text not null default 'draft' check (state in ('draft', 'issued')),
  number text check (length(number) between 1 and 40),
  series int,
  is_imported boolean not null default false,
  customer_id uuid not null,
  bill_to_id uuid not null,
  credits_id uuid,
  order_number text not null default '' check (length(order_number) <= 60),
  title text not null default '' check (length(title) <= 200),
  note text not null default '' check (length(note) <= 2000),
  terms_days int not null check (terms_days between 0 and 365),
  issued_on date,
  due_on date,
  issued_at timestamptz,
  lines jsonb not null default '[]',
  work jsonb not null default '[]',
  visits uuid[] not null default '{}',
  jobs uuid[] not null default '{}',
  net int not null default 0 check (net between 0 and 1000000000),
  gst int not null default 0 check (gst between 0 and 1000000000),
  total int not null default 0 check (total between 0 and 1000000000),
  supplier jsonb,
  buyer jsonb,
  settled int not null default 0,
  outstanding int generated always as (total - settled) stored,
  sent_at timestamptz,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, bill_to_id) references customers (account_id, id),
  foreign key (account_id, credits_id) references invoices (account_id, id),
  constraint invoices_settled check (settled between 0 and total),
  constraint invoices_number check ((state = 'issued') = (number is not null)),
  constraint invoices_issued check (
    (state = 'issued') = (issued_on is not null and issued_at is not null and supplier is not null and buyer is not null)),
  constraint invoices_series check ((series is not null) = (state = 'issued' and not is_imported)),
  constraint invoices_credits check ((kind = 'credit note') or credits_id is null)
);
comment on column invoices.number is 'As it is printed; null: a draft has none';
comment on column invoices.series is 'Its place in our own numbers, which have no gap; null: a draft, or from another program';
comment on column invoices.customer_id is 'For whom the work was done';
comment on column invoices.bill_to_id is 'Who pays it: another one where it is the landlord, an agent, the strata';
comment on column invoices.credits_id is 'Of a credit note: the invoice that it corrects';
comment on column invoices.lines is 'Each with what it comes to, as it was reckoned when the line was written';
comment on column invoices.work is 'The jobs that it is for, as they are named on paper';
comment on column invoices.visits is 'The visits that are charged with it: they are not ready to be invoiced any more';
comment on column invoices.settled is 'Of an invoice: what was paid or credited of it; of a credit note: what of it is used up. Follows from allocations';
comment on column invoices.sent_at is 'When it first left for its customer; follows from what was sent';
comment on column invoices.seen_at is 'When its page was first opened; follows from its link';
create unique index invoices_series_once on invoices (account_id, kind, series) where series is not null;
create unique index invoices_number_once on invoices (account_id, kind, lower(number)) where number is not null;
create index on invoices (account_id, created_at desc, id);
create index on invoices (account_id, issued_on, id) where state = 'issued';
create index on invoices (account_id, due_on, id) where state = 'issued' and kind = 'invoice' and outstanding > 0;
create index on invoices (account_id, bill_to_id, issued_on, id);
create index on invoices (account_id, customer_id, created_at desc, id);
create index on invoices (account_id, credits_id) where credits_id is not null;
create index on invoices using gin (visits);
create index on invoices using gin (jobs);

-- The last number that was given in each series of an account. It is raised in the transaction that issues, so that none is left out.
create table invoice_counters (
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('invoice', 'credit note')),
  last int not null,
  primary key (account_id, kind)
);

create table payments (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null default 'payment' check (kind in ('payment', 'refund')),
  customer_id uuid not null,
  method text not null check (method in ('cash', 'transfer', 'card', 'cheque', 'other')),
  amount int not null check (amount between 1 and 1000000000),
  received_on date not null,
  reference text not null default '' check (length(reference) <= 100),
  note text not null default '' check (length(note) <= 500),
  taken_back_at timestamptz,
  taken_back_on date,
  taken_back_reason text not null default '' check (length(taken_back_reason) <= 500),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  constraint payments_taken_back check ((taken_back_at is null) = (taken_back_on is null))
);
comment on column payments.kind is 'A refund gives back what was paid too much';
comment on column payments.customer_id is 'Who paid';
comment on column payments.taken_back_on is 'The day on which it counts no more: a bounced cheque was money until then';
create index on payments (account_id, received_on, id);
create index on payments (account_id, customer_id, received_on, id);

create table allocations (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  invoice_id uuid,
  refund_id uuid,
  payment_id uuid,
  credit_note_id uuid,
  amount int not null check (amount between 1 and 1000000000),
  on_date date not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  foreign key (account_id, refund_id) references payments (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id),
  foreign key (account_id, credit_note_id) references invoices (account_id, id),
  constraint allocations_from check (num_nonnulls(payment_id, credit_note_id) = 1),
  constraint allocations_to check (num_nonnulls(invoice_id, refund_id) = 1)
);
comment on table allocations is 'Which payment or credit note pays for which invoice, or is given back by which refund';
comment on column allocations.on_date is 'The day on which it counts as paid';
create index on allocations (account_id, invoice_id);
create index on allocations (account_id, payment_id);
create index on allocations (account_id, credit_note_id);
create index on allocations (account_id, refund_id);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['money_settings', 'invoices', 'invoice_counters', 'payments', 'allocations'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on money_settings, invoices, invoice_counters, payments, allocations to :"app";
