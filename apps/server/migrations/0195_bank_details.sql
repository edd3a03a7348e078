-- Where customers pay invoices to. See docs/decisions/062-invoices.md.

create table bank_details (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  account_name text not null check (length(account_name) <= 60),
  bsb text not null check (bsb = '' or bsb ~ '^\d{3}-\d{3}$'),
  account_number text not null check (account_number = '' or account_number ~ '^\d{4,10}$'),
  payid text not null check (length(payid) <= 254),
  primary key (account_id, id),
  check (id = account_id)
);
comment on table bank_details is 'Where customers pay invoices to, as an owner has set it with their password; no row: nothing is set';
comment on column bank_details.payid is 'A phone number, an email address or an ABN that the bank knows; empty: none';

alter table bank_details enable row level security;
alter table bank_details force row level security;
create policy account on bank_details using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on bank_details to :"app";
