-- What was taken from cards on a terminal is paid out otherwise than what Stripe took. See docs/decisions/064-accounting.md.
alter table accounting_services add column terminal_account text not null default '';
alter table accounting_services no force row level security;
update accounting_services set terminal_account = card_account;
alter table accounting_services force row level security;
comment on column accounting_services.card_account is 'Of what Stripe took from cards; what was taken on a terminal has an account of its own';
-- Fees are entered in Xero: an account for them could be missing there and hold everything back, and nobody could choose another.
alter table accounting_services drop column fees_account;
