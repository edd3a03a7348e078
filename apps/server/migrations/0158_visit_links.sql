-- A customer's page: one link for each visit. What a person decided is here, and in the log.
create table visit_links (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  made_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits on delete cascade
);
create unique index on visit_links (account_id, visit_id) where revoked_at is null;
create index on visit_links (account_id, visit_id);
alter table visit_links enable row level security;
alter table visit_links force row level security;
create policy account on visit_links using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on visit_links to :"app";

-- What opens a page is apart from that and never in the log: like a session it is found by the hash of a secret, before the account is known.
create table visit_link_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null,
  link_id uuid not null,
  key_id text not null,
  is_revoked boolean not null default false,
  due_at timestamptz not null,
  first_read_at timestamptz,
  last_read_at timestamptz,
  unique (account_id, link_id, key_id),
  foreign key (account_id, link_id) references visit_links on delete cascade
);
comment on column visit_link_tokens.key_id is 'Which of the master keys the token follows from; a link has another token where that key is gone';
comment on column visit_link_tokens.due_at is 'When somebody looks next whether the visit has been over for so long that the page is gone';
create index on visit_link_tokens (due_at);
grant select, insert, update, delete on visit_link_tokens to :"app";

-- Who made a change may be a customer, on the page of their visit.
alter table changes add column visit_link_id uuid;
comment on column changes.visit_link_id is 'The page that a customer was on; null: it was somebody of the business, a program, or Muster itself';
