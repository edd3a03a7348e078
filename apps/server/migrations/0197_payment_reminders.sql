-- Of which invoices nobody is reminded, and which accounts remind at all.

create table reminder_stops (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  invoice_id uuid not null,
  reason text not null default '' check (length(reason) <= 200),
  at timestamptz not null,
  primary key (account_id, id),
  constraint reminder_stops_once unique (account_id, invoice_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade
);
comment on table reminder_stops is 'Invoices that are disputed, or whose customer has agreed on something else: nobody is reminded of them';
alter table reminder_stops enable row level security;
alter table reminder_stops force row level security;
create policy account on reminder_stops using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on reminder_stops to :"app";

-- Which accounts remind of what is overdue, of all: processes find their work here. Ids alone.
create table payment_reminding_accounts (account_id uuid primary key references accounts on delete cascade);
grant select on payment_reminding_accounts to :"app";

create function keep_payment_reminding() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'DELETE' and cardinality(new.reminder_days) > 0 then
    insert into payment_reminding_accounts values (new.account_id) on conflict do nothing;
  else
    delete from payment_reminding_accounts where account_id = coalesce(new.account_id, old.account_id);
  end if;
  return null;
end
$$;
revoke execute on function keep_payment_reminding() from public;

create trigger keep_payment_reminding after insert or delete or update of reminder_days on money_settings
  for each row execute function keep_payment_reminding();
insert into payment_reminding_accounts
select account_id from money_settings where cardinality(reminder_days) > 0;
