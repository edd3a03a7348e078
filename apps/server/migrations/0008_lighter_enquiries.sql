-- What an enquiry does not need while it is stored, it does not pay for: this is the table that strangers write to.

-- A new enquiry has no account.
alter table enquiries drop constraint enquiries_account_id_key;
create unique index on enquiries (account_id) where account_id is not null;

-- What waits to be sorted in is sorted in by one of those who write: not too much at a time. In kilobytes.
alter index enquiries_search_idx set (gin_pending_list_limit = 256);

-- Read once an hour, to forget what is old, and written with every request: indexes that cost next to nothing are enough.
drop index idempotency_keys_created_at_idx;
create index on idempotency_keys using brin (created_at);
drop index rate_limits_expires_at_idx;
create index on rate_limits using brin (expires_at);
