-- How a customer likes to be told: as the business does it, or in their own way.
alter table customers
  add column told_by text not null default 'usual' check (told_by in ('usual', 'email', 'text', 'both'));

-- Texts have reasons of their own not to leave, and one that is held can be unsent.
alter table customer_messages drop constraint customer_messages_problem_check;
alter table customer_messages add constraint customer_messages_problem_check
  check (problem in ('no address', 'no way', 'too many', 'daily limit', 'opted out', 'ceiling', 'not connected', 'quiet hours',
                     'unsent'));
comment on column customer_messages.recipients is 'Each of them and each way: the contact (null: the customer), the shortened address or number, why nothing was sent, and the id of the mail or text; empty before that was kept';
