-- A payment that was entered in the program for accounts is known by its id there. See docs/decisions/064-accounting.md.
alter table payments
  drop constraint payments_provider_check,
  add constraint payments_provider_check check (provider in ('stripe', 'xero'));
