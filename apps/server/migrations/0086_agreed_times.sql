-- A time that was agreed with a customer is a promise. A business may have it pinned as well.
alter table accounts add column pins_agreed boolean not null default false;

-- What was agreed when a customer was told of an arrival: as long as that has not changed, what they were told is promised.
alter table customer_messages add column agreed jsonb;
comment on column customer_messages.agreed is 'Agreed day and window of the visit when it was sent; null where it was sent before that was kept';
