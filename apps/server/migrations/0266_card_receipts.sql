-- Whoever pays by card gets a receipt by itself, and a Stripe account that may take no payments any more is noticed.
alter table money_settings add column sends_card_receipts boolean not null default true;
comment on column money_settings.sends_card_receipts is 'Whether a receipt is emailed to whoever pays by card';

alter table card_turns add column account_read_at timestamptz;
comment on column card_turns.account_read_at is 'When Stripe was last asked whether the account may take payments; null: to be asked now';
