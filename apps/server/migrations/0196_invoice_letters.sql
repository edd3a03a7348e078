-- What went to customers about money, by email, by text or by hand, and the page on which a customer sees an invoice.

create table invoice_letters (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null check (kind in ('invoice', 'reminder', 'receipt', 'statement')),
  way text not null check (way in ('email', 'text', 'by hand')),
  invoice_id uuid,
  payment_id uuid,
  customer_id uuid,
  to_name text not null default '' check (length(to_name) <= 200),
  to_address text not null default '' check (length(to_address) <= 200),
  note text not null default '' check (length(note) <= 200),
  message_id uuid,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade,
  foreign key (account_id, payment_id) references payments (account_id, id) on delete cascade,
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  constraint invoice_letters_about check (num_nonnulls(invoice_id, payment_id, customer_id) = 1)
);
comment on column invoice_letters.payment_id is 'Of a receipt: what was paid';
comment on column invoice_letters.customer_id is 'Of a statement: whose it is';
comment on column invoice_letters.to_address is 'Enough of it to recognise, not all of it';
comment on column invoice_letters.note is 'Of what was given by hand: how';
comment on column invoice_letters.message_id is 'The email or text in the queue, which knows what became of it; null: given by hand';
create index on invoice_letters (account_id, invoice_id, at);
create index on invoice_letters (account_id, payment_id);
create index on invoice_letters (account_id, customer_id);
create index on invoice_letters (account_id, at);
alter table invoice_letters enable row level security;
alter table invoice_letters force row level security;
create policy account on invoice_letters using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on invoice_letters to :"app";

-- What opens the page is found by the hash of a secret, before the account is known, like the page of a visit.
create table invoice_link_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null,
  link_id uuid not null,
  invoice_id uuid not null,
  key_id text not null,
  last_read_at timestamptz,
  unique (account_id, link_id, key_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade
);
comment on column invoice_link_tokens.key_id is 'Which of the master keys the token follows from; itself it is stored nowhere';
create index on invoice_link_tokens (account_id, invoice_id);
grant select, insert, update, delete on invoice_link_tokens to :"app";
