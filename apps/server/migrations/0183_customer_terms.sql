-- What was agreed with a customer about money, and by which item the time of a technician is charged.

create table customer_terms (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  discount int not null default 0 check (discount between 0 and 10000),
  terms_days int check (terms_days between 0 and 365),
  bill_to_id uuid,
  primary key (account_id, id),
  foreign key (account_id, id) references customers (account_id, id),
  foreign key (account_id, bill_to_id) references customers (account_id, id),
  constraint customer_terms_bill_to check (bill_to_id <> id)
);
comment on table customer_terms is 'By the id of the customer; no row: as everybody else';
comment on column customer_terms.discount is 'Off the price list, in hundredths of a percent';
comment on column customer_terms.terms_days is 'Invoices are due so many days after they are issued; null: as the business has it';
comment on column customer_terms.bill_to_id is 'Who pays for what is done for them; null: they do';
create index on customer_terms (account_id, bill_to_id) where bill_to_id is not null;

create table customer_prices (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  customer_id uuid not null,
  item_id uuid not null,
  price int not null check (price between 0 and 1000000000),
  price_includes_gst boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, item_id) references items (account_id, id),
  constraint customer_prices_once unique (account_id, customer_id, item_id)
);
comment on table customer_prices is 'Agreed for one item, in place of the price of the list and of any discount';
create index on customer_prices (account_id, item_id);

create table labour_rates (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  item_id uuid,
  primary key (account_id, id),
  foreign key (account_id, id) references technicians (account_id, id) on delete cascade,
  foreign key (account_id, item_id) references items (account_id, id)
);
comment on table labour_rates is 'By the id of the technician; no row, or no item: as the business charges time on site';
create index on labour_rates (account_id, item_id) where item_id is not null;

do $$
declare
  guarded text;
begin
  foreach guarded in array array['customer_terms', 'customer_prices', 'labour_rates'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on customer_terms, customer_prices, labour_rates to :"app";
