-- How far an import has come: written beside its transaction, so that others can read it while that is open.
create table imports (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  kind text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  total int not null,
  done int not null,
  started_at timestamptz not null,
  reported_at timestamptz not null,
  primary key (account_id, id)
);
comment on column imports.id is 'That of the command';
comment on column imports.reported_at is 'One that runs and has not been heard of for a while has died with its server';
alter table imports enable row level security;
alter table imports force row level security;
create policy account on imports using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on imports to :"app";
