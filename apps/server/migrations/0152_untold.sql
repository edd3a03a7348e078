-- A mail that its server refuses for good is a failure, and waits for no later try. What customers were not told waits for the office.
alter table mails
  add column refused_at timestamptz,
  add column refusal text not null default '';
comment on column mails.refusal is 'What the mail server said of it';

alter table customer_messages add column dismissed_at timestamptz;
comment on column customer_messages.dismissed_at is 'When the office decided that nothing more is to be done about what did not arrive';
create index on customer_messages (account_id, at);
