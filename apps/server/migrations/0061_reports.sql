-- To whom the report of a visit was mailed, and when.
create table report_mails (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  to_name text not null,
  to_address text not null,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits
);
comment on column report_mails.to_address is 'Enough of it to recognise, not all of it';
create index on report_mails (account_id, visit_id, at);
alter table report_mails enable row level security;
alter table report_mails force row level security;
create policy account on report_mails using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on report_mails to :"app";

-- Completed visits are listed by when they took place: by the arrival, or where nobody told of it by what was planned.
create index assignments_by_arrival on assignments (account_id, scenario_id, (coalesce(on_site_at, starts_at)), visit_id) where is_lead;
