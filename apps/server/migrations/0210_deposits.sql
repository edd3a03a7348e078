-- What was paid for an invoice before there was one counts for GST on the day on which it came in: credit that is used for it later
-- does not. See docs/decisions/062-invoices.md.
alter table allocations add column deposit_on date;
comment on column allocations.deposit_on is 'When money for the invoice came in, where there was none yet; null: it came in later, or was for something else';
create index on allocations (account_id, deposit_on) where deposit_on is not null;
