-- The price list of a business: what it sells, at which price, and what that costs it.
create table items (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  kind text not null default 'part' check (kind in ('labour', 'call-out', 'part', 'service')),
  name text not null check (length(name) between 1 and 200),
  sort_name text collate "C" generated always as (lower(name)) stored,
  code text not null default '' check (length(code) <= 60),
  sort_code text collate "C" generated always as (lower(code)) stored,
  unit text not null default '' check (length(unit) <= 20),
  price int check (price between 0 and 1000000000),
  price_includes_gst boolean not null default false,
  gst text not null default 'gst' check (gst in ('gst', 'gst-free', 'input taxed')),
  cost int check (cost between 0 and 1000000000),
  minimum int check (minimum > 0),
  step int check (step > 0),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (account_id, id),
  constraint items_labour check (kind = 'labour' or (minimum is null and step is null))
);
comment on column items.price is 'Of one, in cents, with or without GST as entered; of labour for an hour of one person; null: not known yet';
comment on column items.cost is 'Of one, in cents without GST';
comment on column items.minimum is 'Of labour: the least that is charged, in minutes';
comment on column items.step is 'Of labour: in minutes; each step that is begun is charged';
create index on items (account_id, sort_name, id);
create index on items (account_id, created_at, id);
create unique index items_code on items (account_id, sort_code) where sort_code <> '';
alter table items enable row level security;
alter table items force row level security;
create policy account on items using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on items to :"app";
