-- What signs deliveries to other programs is encrypted with a key that is not in the database. See docs/decisions/055-sealed-secrets.md.

create table connection_secrets (
  account_id uuid not null,
  connection_id uuid not null,
  key_id text not null,
  sealed_key bytea not null,
  sealed bytea not null,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references webhooks on delete cascade
);
comment on column connection_secrets.key_id is 'Which of the master keys seals the key of this secret';
create index on connection_secrets (key_id);
grant select, insert, update on connection_secrets to :"app";

-- What was plain text waits here for the rest of the start, which seals it and empties this table.
create table plain_secrets (
  account_id uuid not null,
  connection_id uuid not null,
  secret text not null,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references webhooks on delete cascade
);
-- The owner sees every account for this one statement: what it moves stays each account's own.
alter table webhook_progress no force row level security;
insert into plain_secrets select account_id, webhook_id, secret from webhook_progress;
alter table webhook_progress force row level security;

-- A dropped column would leave its text in the file of the table, so the table is written anew.
alter table webhook_progress drop column secret;
alter table webhook_progress alter column wanted type bigint using wanted + 0;
