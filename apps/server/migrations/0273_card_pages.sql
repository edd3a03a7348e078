-- Of a page to pay on nothing is kept that opens an invoice, and one of which nobody can ask Stripe any more says so.
alter table card_sessions drop column return_to, drop column address;

alter table card_sessions drop constraint card_sessions_state_check;
alter table card_sessions add constraint card_sessions_state_check
  check (state in ('making', 'open', 'ending', 'paid', 'ended', 'unclear'));
comment on column card_sessions.state is
  'making: it may be there already, and nobody was given its address; open: somebody may pay on it; ending: it is to be ended, and may still be paid meanwhile; paid; ended: nobody can pay on it any more; unclear: the key that made it opens nothing any more, so nobody can say whether it was paid';

alter table card_turns add column closed_until timestamptz;
comment on column card_turns.closed_until is 'Until then nobody begins to pay, because the business is pausing, leaving or changing its key; null: they may';

comment on column card_disputes.refund_id is 'The payment back that it became when Stripe took the money; null: the money is not gone';
