-- What of the work that is over is to be charged, by which price, and under whose order number.

alter table jobs add column order_number text not null default '' check (length(order_number) <= 60);
comment on column jobs.order_number is 'Of whoever pays, such as a purchase or work order';

alter table job_types add column fixed_item_id uuid;
alter table job_types add constraint job_types_fixed_item foreign key (account_id, fixed_item_id) references items (account_id, id);
comment on column job_types.fixed_item_id is 'The item of the price list that a job of this type costs, in place of labour and call-out; null: time on site is charged';
create index on job_types (account_id, fixed_item_id) where fixed_item_id is not null;

create table charged_visits (
  account_id uuid not null references accounts on delete cascade,
  visit_id uuid not null,
  invoice_id uuid not null,
  primary key (account_id, visit_id),
  foreign key (account_id, visit_id) references visits (account_id, id) on delete cascade,
  foreign key (account_id, invoice_id) references invoices (account_id, id) on delete cascade
);
comment on table charged_visits is 'Which document charges a visit, one that was not credited as a whole: never two. Follows from the visits of invoices';
create index on charged_visits (account_id, invoice_id);

create table left_out_visits (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  reason text not null check (length(reason) between 1 and 200),
  left_out_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references visits (account_id, id) on delete cascade
);
comment on table left_out_visits is 'By the id of the visit: it is over and nobody is to be charged for it';

do $$
declare
  guarded text;
begin
  foreach guarded in array array['charged_visits', 'left_out_visits'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on charged_visits, left_out_visits to :"app";
