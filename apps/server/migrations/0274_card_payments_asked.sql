-- Each page to pay on is asked for by its own age, what the books or Stripe refuse is said, and long lists of events are read a few pages at a time.
alter table card_sessions
  add column ask_at timestamptz,
  add column taken_at timestamptz,
  add column problem text not null default '';
comment on column card_sessions.ask_at is 'When Stripe is asked again what has become of it; null: at once';
comment on column card_sessions.taken_at is 'When Stripe took the money that the books refuse for now; null: it did not, or it is entered';
comment on column card_sessions.problem is 'Why Stripe refused to make it, or why the books refuse what was paid on it, in words';
create index card_sessions_problems on card_sessions (account_id, invoice_id) where problem <> '';

alter table card_turns
  add column heard_after text,
  add column heard_newest timestamptz;
comment on column card_turns.heard_after is 'The event behind which the list at Stripe is read on; null: from its newest one';
comment on column card_turns.heard_newest is 'When the newest event of the list that is being read happened; null: none is';

alter table inbound_events add column problem text not null default '';
comment on column inbound_events.problem is 'Why it could not be done with when it was tried last, in words';
create index inbound_events_problems on inbound_events (account_id) where problem <> '' and done_at is null;
