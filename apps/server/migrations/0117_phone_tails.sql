-- A phone number is looked for by its last digits as well: backwards, they are its beginning, which an index finds.
alter table customers add column phone_tail text generated always as (reverse(phone_digits(phone))) stored;
create index on customers (account_id, phone_tail) where phone_tail <> '';
alter table contacts add column phone_tail text generated always as (reverse(phone_digits(phone))) stored;
create index on contacts (account_id, phone_tail) where phone_tail <> '';
