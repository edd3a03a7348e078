-- How a business looks on what it gives to its customers: its logo, its colour and the number of its trade licence.
alter table files
  drop constraint files_kind_check,
  add constraint files_kind_check check (kind in ('photo', 'video', 'document', 'signature', 'logo')),
  drop constraint files_check,
  -- A logo is of the business, everything else of something that it does.
  add constraint files_check check ((kind = 'logo')::int + num_nonnulls(visit_id, job_id, customer_id, site_id) = 1);
create index on files (account_id) where kind = 'logo';

alter table accounts
  add column logo_id uuid,
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  add column trade_licence text not null default '' check (length(trade_licence) <= 60),
  add foreign key (id, logo_id) references files (account_id, id);
comment on column accounts.colour is 'Null: ours';
