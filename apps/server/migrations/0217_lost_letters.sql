-- An invoice whose letter came back was not sent: nobody is reminded of what they never got.
alter table invoice_letters add column lost_at timestamptz;
comment on column invoice_letters.lost_at is 'When it was found that it did not arrive; null: as far as is known it did';
