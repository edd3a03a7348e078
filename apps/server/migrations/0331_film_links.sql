-- By which somebody outside the business watches one film, until a day.
create table film_links (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  film_id uuid not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, film_id) references films on delete cascade
);
create index on film_links (account_id, film_id);
alter table film_links enable row level security;
alter table film_links force row level security;
create policy account on film_links using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on film_links to :"app";

-- What opens one is found by the hash of a secret, before the account is known, like the page of a visit.
create table film_link_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null,
  link_id uuid not null,
  film_id uuid not null,
  key_id text not null,
  ends_at timestamptz not null,
  first_read_at timestamptz,
  foreign key (account_id, link_id) references film_links on delete cascade
);
comment on column film_link_tokens.key_id is 'Which of the master keys the token follows from; itself it is stored nowhere';
create index on film_link_tokens (account_id, link_id);
create index on film_link_tokens (account_id, film_id);
create index on film_link_tokens (ends_at);
grant select, insert, update, delete on film_link_tokens to :"app";
