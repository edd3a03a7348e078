-- What could not be done with an event for now keeps no later one waiting. See docs/decisions/063-card-payments.md.
alter table inbound_events add column tried_at timestamptz;
comment on column inbound_events.tried_at is 'When it was tried last without being done with; null: not yet';
