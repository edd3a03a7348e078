-- The next migration writes to what was read of cards, of all accounts: its owner sees them until 0307 hides them again.
alter table card_readings no force row level security;
alter table card_payments no force row level security;
