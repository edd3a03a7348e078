-- Where a site is may be found by the operator's geocoder (docs/decisions/051-found-addresses.md). A person's pin stands above it.
alter table sites
  add column position_is_found boolean not null default false,
  add constraint sites_position_check check (not (position_is_exact and position_is_found));
comment on column sites.position_is_exact is 'A person has set it; else it is found, or the middle of the suburb';
comment on column sites.position_is_found is 'A geocoder has found it by the address';

-- What a geocoder said of an address, so that it is asked once.
create table address_lookups (
  account_id uuid not null references accounts on delete cascade,
  address text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  asked_at timestamptz not null,
  primary key (account_id, address),
  check ((latitude is null) = (longitude is null))
);
comment on column address_lookups.latitude is 'Null: it knows no such address';
alter table address_lookups enable row level security;
alter table address_lookups force row level security;
create policy account on address_lookups using (account_id = current_account()) with check (account_id = current_account());

-- Which sites wait to be looked up, of all accounts: processes find their work here. Ids alone.
create table lookup_queue (
  account_id uuid not null,
  site_id uuid not null,
  due_at timestamptz not null default '-infinity',
  tries smallint not null default 0,
  primary key (account_id, site_id),
  foreign key (account_id, site_id) references sites on delete cascade
);
comment on column lookup_queue.due_at is 'Later, while a process is at it or after it was asked for in vain';
create index on lookup_queue (account_id, due_at);

-- What there is already waits as well: until there is a geocoder nothing is asked.
alter table sites no force row level security;
insert into lookup_queue (account_id, site_id)
select account_id, id from sites
 where not position_is_exact and address <> '' and suburb_id is not null and archived_at is null;
alter table sites force row level security;

grant select, insert, update, delete on address_lookups, lookup_queue to :"app";
