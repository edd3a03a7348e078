-- Keys by which programs of an account use its API. What a person decided about a key is here, and in the log.
create table api_keys (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  name text not null check (length(name) between 1 and 100),
  rights text not null check (rights in ('dispatcher', 'read only')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, created_by) references users
);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy account on api_keys using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on api_keys to :"app";

-- What opens the account is apart from that and never in the log: like a session it is found by the hash of a secret, before the
-- account is known. One that was revoked stays, so that the list can say when it was last used.
create table api_key_secrets (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null,
  key_id uuid not null,
  rights text not null,
  is_revoked boolean not null default false,
  last_used_at timestamptz,
  unique (account_id, key_id),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
grant select, insert, update on api_key_secrets to :"app";
