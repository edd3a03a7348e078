-- How a business reports GST, and the accounts that its exports name, because nobody should say it again each quarter.
-- See docs/decisions/062-invoices.md.
alter table money_settings
  add column gst_basis text not null default 'cash' check (gst_basis in ('cash', 'accrual')),
  add column xero_sales_account text not null default '200' check (length(xero_sales_account) between 1 and 20),
  add column myob_sales_account text not null default '4-1000' check (length(myob_sales_account) between 1 and 20),
  add column myob_bank_account text not null default '1-1110' check (length(myob_bank_account) between 1 and 20);
comment on column money_settings.gst_basis is 'When a sale is reported: as money for it comes in (cash), or as it is invoiced (accrual)';
comment on column money_settings.xero_sales_account is 'The code of the account for sales in Xero';
comment on column money_settings.myob_sales_account is 'The number of the account for sales in MYOB';
comment on column money_settings.myob_bank_account is 'The number of the account that payments go into in MYOB';
