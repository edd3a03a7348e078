-- Where answers of customers go, once whoever reads mails there has said so: the address that was confirmed, and no other. Those whom
-- somebody signs in with have been confirmed by that.
alter table accounts add column verified_email text not null default '';
alter table accounts no force row level security;
alter table users no force row level security;
update accounts a set verified_email = email
 where email <> '' and exists (select from users u where u.account_id = a.id and u.email = a.email);
alter table users force row level security;
alter table accounts force row level security;

-- Why a customer was not told: also because the business has sent as many mails as it may in a day.
alter table customer_messages drop constraint customer_messages_problem_check;
alter table customer_messages add constraint customer_messages_problem_check
  check (problem in ('no address', 'too many', 'daily limit'));
