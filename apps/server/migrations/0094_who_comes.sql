-- Taken off the board is not cancelled, and another technician than announced is worth a word.
alter table customer_messages drop constraint customer_messages_kind_check;
alter table customer_messages add constraint customer_messages_kind_check
  check (kind in ('confirmed', 'changed', 'another technician', 'another time', 'cancelled', 'on the way'));
alter table customer_messages add column technician_id uuid;
comment on column customer_messages.technician_id is 'Whom it announced; null where nobody was named, or it was sent before that was kept';
