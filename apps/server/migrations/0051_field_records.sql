-- What was noted at a visit: facts, each with the time of the phone and that of its arrival. They are added and never changed; one that
-- was a mistake is taken back.
create table field_records (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  kind text not null check (kind in ('note', 'check', 'part', 'signature', 'late', 'time')),
  content jsonb not null,
  noted_at timestamptz not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  retracted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits,
  foreign key (account_id, created_by) references users
);
comment on column field_records.noted_at is 'By the clock of whoever noted it, which may have been without reception for days';
create index on field_records (account_id, visit_id, noted_at);
alter table field_records enable row level security;
alter table field_records force row level security;
create policy account on field_records using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on field_records to :"app";
