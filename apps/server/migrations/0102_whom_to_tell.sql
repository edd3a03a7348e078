-- Somebody to speak to at one of a customer's sites: the tenant, not the owner of the building. And whether they hear of visits.
alter table contacts
  add column site_id uuid,
  add column tell_visits text not null default 'usual' check (tell_visits in ('usual', 'yes', 'no')),
  add foreign key (account_id, site_id) references sites;
comment on column contacts.site_id is 'Null: of all sites of the customer';
comment on column contacts.tell_visits is 'usual: whoever is at the site is told, else the customer';
create index on contacts (account_id, site_id) where site_id is not null;

-- One message may go to several, and a visit that runs late is told of once for each time that is expected.
alter table customer_messages drop constraint customer_messages_kind_check;
alter table customer_messages add constraint customer_messages_kind_check
  check (kind in ('confirmed', 'changed', 'another technician', 'another time', 'cancelled', 'on the way', 'late'));
alter table customer_messages
  add column recipients jsonb not null default '[]',
  add column expected_at timestamptz;
comment on column customer_messages.recipients is 'Each of them with the contact (null: the customer), the shortened address and why nothing was sent; empty before that was kept';
comment on column customer_messages.expected_at is 'When somebody who runs late was said to arrive';

-- What changes of several visits of a customer is told together; nothing waits for more than a minute for what comes after it.
alter table customer_waits add column first_at timestamptz not null default now();
comment on column customer_waits.first_at is 'When the first of what is told together was changed';

-- A booking may be confirmed when its time is agreed, not only when it is dispatched.
alter table accounts add column confirms_bookings boolean not null default false;
