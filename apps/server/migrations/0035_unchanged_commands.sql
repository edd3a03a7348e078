-- A command that found everything as it should be makes no change, but is answered the same when it is repeated, and is not done
-- then: somebody else may have changed things in between.
create table unchanged_commands (
  account_id uuid not null references accounts on delete cascade,
  command_id uuid not null,
  command_hash bytea not null,
  number bigint not null,
  at timestamptz not null,
  answer jsonb not null,
  primary key (account_id, command_id)
);
create index on unchanged_commands (account_id, at);
comment on column unchanged_commands.number is 'The latest change at that time';
alter table unchanged_commands enable row level security;
alter table unchanged_commands force row level security;
create policy account on unchanged_commands using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, delete on unchanged_commands to :"app";
