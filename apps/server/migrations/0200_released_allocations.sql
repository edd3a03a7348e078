-- What a payment paid until it was taken back is told as it was, day by day. See docs/decisions/062-invoices.md.

alter table allocations add column released_on date;
alter table allocations add constraint allocations_released check (released_on >= on_date);
comment on column allocations.released_on is 'From that day on it pays for nothing any more: what it came from was taken back; null: it counts';
create index on allocations (account_id, on_date);
create index on allocations (account_id, released_on) where released_on is not null;

alter table payments add column used int not null default 0;
alter table payments add constraint payments_used check (used between 0 and amount);
alter table payments add column unused int generated always as (
  case when kind = 'payment' and taken_back_at is null then amount - used else 0 end) stored;
comment on column payments.used is 'What of it has paid for invoices or was given back. Follows from allocations that count';
comment on column payments.unused is 'What the customer still has with us of it';
alter table payments add constraint payments_taken_back_later check (taken_back_on >= received_on);
create index on payments (account_id, customer_id, id) where unused > 0;
create index on payments (account_id, taken_back_on) where taken_back_on is not null;

create index on invoices (account_id, bill_to_id, id) where state = 'issued' and outstanding > 0;
