-- Phones that say so when the office changes the day of whoever is signed in on them: one for each session, and gone with it, so that
-- signing out, a new password and a lost phone end it. See docs/decisions/060-phone-alerts.md.

create table alerted_phones (
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  server_key text not null,
  alerted_change bigint not null,
  alerted_visits int not null default 0,
  wait_token text,
  waits_since timestamptz,
  paused_until timestamptz,
  primary key (account_id, session_id),
  foreign key (account_id, user_id) references users on delete cascade
);
comment on column alerted_phones.endpoint is 'Where its push service takes what it is to show; empty once that has said that it is no more';
comment on column alerted_phones.p256dh is 'Its public key: nobody else reads what it is sent';
comment on column alerted_phones.server_key is 'The public key of the account that it believes: another one was made since if it differs';
comment on column alerted_phones.alerted_change is 'The latest change that it was alerted of, and of how many visits it said so';
comment on column alerted_phones.wait_token is 'The transaction whose task looks in a minute whether there is something to say; null if none does';
create index on alerted_phones (account_id, user_id);
create index on alerted_phones (session_id);
alter table alerted_phones enable row level security;
alter table alerted_phones force row level security;
create policy account on alerted_phones using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on alerted_phones to :"app";

-- The key that phones believe is the secret of a connection of its own.
alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check check (kind in ('webhook', 'smpp', 'twilio', 'phone alerts'));
