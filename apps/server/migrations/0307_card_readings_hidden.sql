-- As before 0304.
alter table card_readings force row level security;
alter table card_payments force row level security;
