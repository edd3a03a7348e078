-- The PDF of a visit's report: made by a task, and kept for a day. One for each visit, of what was reported when it was asked for.
create table report_documents (
  account_id uuid not null references accounts on delete cascade,
  visit_id uuid not null,
  -- Under which its pieces lie, once it is made.
  id uuid not null,
  -- Of what it tells: another report needs another document.
  fingerprint text not null,
  is_ready boolean not null default false,
  drawn int not null default 0 check (drawn >= 0),
  pictures int not null check (pictures >= 0),
  asked_at timestamptz not null,
  primary key (account_id, visit_id)
);
alter table report_documents enable row level security;
alter table report_documents force row level security;
create policy account on report_documents using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on report_documents to :"app";
