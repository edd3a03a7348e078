-- A customer who turned out to be another one is put aside, and points to them.
alter table customers add column merged_into uuid;
alter table customers add foreign key (account_id, merged_into) references customers;
create index on customers (account_id, merged_into) where merged_into is not null;
alter table customers add check (merged_into is null or archived_at is not null);
comment on column customers.merged_into is 'Who they turned out to be; null: themselves';
