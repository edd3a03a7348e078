-- More may be given back to a card than its customer has: they owe the rest, until what they have with the business makes up for it.
create index payments_refunded_beyond on payments (account_id, customer_id)
  where kind = 'refund' and used < amount and taken_back_at is null;

-- What Stripe kept is added up period by period.
create index on card_movements (account_id, moved_at, id);
