-- Columns that are looked for are compared as they are: an index serves a function of them only where no row-level security is.
-- A phone number as it is compared: digits alone, and those from abroad as they are dialled at home.
create function phone_digits(phone text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0011)?61([2-478][0-9]{8})$', '0\2')
$$;

create table customers (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  name text not null check (length(name) between 1 and 200),
  sort_name text collate "C" generated always as (lower(name)) stored,
  abn text check (abn ~ '^[0-9]{11}$'),
  phone text not null default '',
  phone_digits text generated always as (phone_digits(phone)) stored,
  email text not null default '',
  note text not null default '',
  tags text[] not null default '{}',
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (account_id, id)
);
create index on customers (account_id, sort_name, id);
create index on customers (account_id, created_at, id);
create index on customers (account_id, phone_digits) where phone_digits <> '';
create index on customers (account_id, email) where email <> '';

create table contacts (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  customer_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  sort_name text collate "C" generated always as (lower(name)) stored,
  role text not null default '',
  phone text not null default '',
  phone_digits text generated always as (phone_digits(phone)) stored,
  email text not null default '',
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers
);
create index on contacts (account_id, customer_id);
create index on contacts (account_id, sort_name);
create index on contacts (account_id, phone_digits) where phone_digits <> '';
create index on contacts (account_id, email) where email <> '';

create table sites (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  customer_id uuid not null,
  name text not null default '',
  address text not null default '',
  suburb_id int references suburbs,
  suburb text not null default '',
  region text not null default '',
  postcode text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  position_is_exact boolean not null default false,
  zone text not null,
  access_notes text not null default '',
  hazards text not null default '',
  preferred uuid[] not null default '{}',
  banned uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers
);
comment on column sites.position_is_exact is 'False while it is the middle of the suburb';
create index on sites (account_id, customer_id);
create index on sites (account_id, suburb_id);
create index on sites (account_id, region, customer_id);
create index on sites (account_id, created_at, id);
