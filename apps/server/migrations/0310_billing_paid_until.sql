-- What was paid for lasts to its end, whoever ended the subscription. See docs/decisions/065-subscriptions.md.
alter table billing add column paid_until timestamptz;
comment on column billing.paid_until is 'Of a subscription that has ended: up to when it was paid; null: it runs, or nothing of it was paid';
