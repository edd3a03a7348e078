-- What an account pays for, apart from what the business says of itself: it has other readers and is changed for other reasons, so it
-- has a version of its own.
alter table accounts add column licence_version int not null default 1;
create view subscriptions with (security_invoker = true) as
  select id, licence_version as version, plan_code, licences from accounts;
grant select, update on subscriptions to :"app";
