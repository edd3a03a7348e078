-- Calendars that programs of others subscribe to: of one technician, or of the whole business. What a person decided is here, and in the log.
create table calendar_feeds (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  technician_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, technician_id) references technicians on delete cascade,
  foreign key (account_id, created_by) references users
);
comment on column calendar_feeds.technician_id is 'Null: of the whole business';
create index on calendar_feeds (account_id, technician_id) where revoked_at is null;
create index on calendar_feeds (account_id, created_by) where revoked_at is null;
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy account on calendar_feeds using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on calendar_feeds to :"app";

-- What opens a feed is apart from that and never in the log: like a session it is found by the hash of a secret, before the account is known.
create table calendar_feed_secrets (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null,
  feed_id uuid not null,
  is_revoked boolean not null default false,
  last_read_at timestamptz,
  unique (account_id, feed_id),
  foreign key (account_id, feed_id) references calendar_feeds on delete cascade
);
grant select, insert, update on calendar_feed_secrets to :"app";
