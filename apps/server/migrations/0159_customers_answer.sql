-- What customers answer on the pages of their visits, and what a business lets them.
alter table accounts add column customer_page jsonb not null default
  '{"is_on": true, "another_time": "request", "hours_before": 24, "most_changes": 2, "takes_photos": true}';
comment on column accounts.customer_page is 'another_time: at once, request or off; hours_before: how late a customer may ask for it; most_changes: how often, for each visit';

alter table visits add column confirmed_at timestamptz, add column confirmed_for jsonb;
comment on column visits.confirmed_for is 'The day and the arrival that the customer confirmed: void once the visit is planned for another';

create table visit_requests (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  kind text not null check (kind in ('another time', 'cancel', 'note', 'gate code', 'word')),
  content jsonb not null,
  made_at timestamptz not null,
  decision text check (decision in ('accepted', 'declined', 'done')),
  decided_at timestamptz,
  decided_by uuid,
  reply text not null default '',
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits on delete cascade
);
comment on table visit_requests is 'What a customer asks for, or tells, on the page of a visit';
comment on column visit_requests.decided_by is 'Null: nobody had to, as when a time was free and theirs to take';
comment on column visit_requests.reply is 'What the customer reads of the decision';
create index on visit_requests (account_id, visit_id);
create index on visit_requests (account_id, made_at) where decision is null;
alter table visit_requests enable row level security;
alter table visit_requests force row level security;
create policy account on visit_requests using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on visit_requests to :"app";

create table visit_offers (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  visit_id uuid not null,
  made_at timestamptz not null,
  starts_at timestamptz not null,
  technicians uuid[] not null,
  on_date date not null,
  window_from text not null,
  window_to text not null,
  seen jsonb not null,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits on delete cascade
);
comment on table visit_offers is 'Times that were offered to a customer, for as long as one of them may be chosen';
comment on column visit_offers.seen is 'Who was on the visit when it was offered: an offer is none any more once somebody has planned it anew';
create index on visit_offers (account_id, visit_id);
alter table visit_offers enable row level security;
alter table visit_offers force row level security;
create policy account on visit_offers using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, delete on visit_offers to :"app";
