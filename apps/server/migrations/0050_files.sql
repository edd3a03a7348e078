-- Photos, films and documents of visits, jobs, customers and sites. What is in them lies outside the database, in pieces.
create table files (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid,
  job_id uuid,
  customer_id uuid,
  site_id uuid,
  kind text not null check (kind in ('photo', 'video', 'document', 'signature')),
  name text not null check (length(name) between 1 and 200),
  type text not null default '',
  bytes bigint not null check (bytes >= 0),
  width int,
  height int,
  state text not null check (state in ('waiting', 'ready', 'refused')),
  refusal text not null default '',
  taken_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits,
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, customer_id) references customers,
  foreign key (account_id, site_id) references sites,
  foreign key (account_id, created_by) references users,
  check (num_nonnulls(visit_id, job_id, customer_id, site_id) = 1)
);
create index on files (account_id, visit_id) where visit_id is not null;
create index on files (account_id, job_id) where job_id is not null;
create index on files (account_id, customer_id) where customer_id is not null;
create index on files (account_id, site_id) where site_id is not null;
create index on files (account_id, deleted_at) where deleted_at is not null;
alter table files enable row level security;
alter table files force row level security;
create policy account on files using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on files to :"app";

-- What is being sent. The room for it is taken when it begins; it becomes a file with its last byte, in the same transaction.
create table uploads (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  user_id uuid,
  api_key_id uuid,
  length bigint not null check (length > 0),
  received bigint not null default 0 check (received between 0 and length),
  file jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
comment on column uploads.file is 'The fields that the file will have';
create index on uploads (account_id, expires_at);
alter table uploads enable row level security;
alter table uploads force row level security;
create policy account on uploads using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on uploads to :"app";

-- Where the bytes lie. A piece is stored first and written down here then, so whatever dies, nothing that stands here is missing.
create table file_pieces (
  account_id uuid not null references accounts on delete cascade,
  file_id uuid not null,
  part text not null check (part in ('received', 'content', 'thumbnail')),
  start bigint not null check (start >= 0),
  bytes int not null check (bytes > 0),
  key uuid not null,
  primary key (account_id, file_id, part, start)
);
create index on file_pieces (account_id, key);
alter table file_pieces enable row level security;
alter table file_pieces force row level security;
create policy account on file_pieces using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on file_pieces to :"app";
