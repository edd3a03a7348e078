-- An import is a task. What it takes in lies here until it is over, so that it can go on after its process has died.
alter table imports
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in ('waiting', 'running', 'done', 'failed')),
  add column command_hash bytea,
  add column left_out int not null default 0,
  add column tries int not null default 0,
  add column problem text,
  add column problem_count int not null default 0,
  add column problems jsonb not null default '[]',
  drop column reported_at;
comment on column imports.command_hash is 'Of what was asked, so that an id which is used for something else is refused; null before imports were tasks';
comment on column imports.tries is 'How often it was begun: one that ends with its process every time is given up';
comment on column imports.problem is 'Why nothing was imported';
comment on column imports.problems is 'What stands in the way, row by row: the first hundred';
alter table imports no force row level security;
update imports set state = 'failed', problem = 'The server stopped during this import. Nothing was imported.' where state = 'running';
alter table imports force row level security;
grant delete on imports to :"app";

create table waiting_imports (
  account_id uuid not null,
  id uuid not null,
  user_id uuid,
  api_key_id uuid,
  role text not null,
  scenario_id uuid,
  csv text not null,
  columns jsonb,
  leaves_out_duplicates boolean not null,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references imports on delete cascade
);
comment on table waiting_imports is 'What an import that is not over takes in, and for whom';
comment on column waiting_imports.columns is 'Which field each column is; null: as their headings say';
alter table waiting_imports enable row level security;
alter table waiting_imports force row level security;
create policy account on waiting_imports using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, delete on waiting_imports to :"app";

-- The numbers of jobs are counted apart from the rest of an account, which others hold for longer than it takes to count.
create table job_counters (
  account_id uuid primary key references accounts on delete cascade,
  last int not null
);
comment on column job_counters.last is 'The number of the latest job, or a later one: they rise per account, and may have gaps';
alter table job_counters enable row level security;
alter table accounts no force row level security;
insert into job_counters (account_id, last) select id, last_job from accounts;
alter table accounts force row level security;
alter table job_counters force row level security;
create policy account on job_counters using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on job_counters to :"app";
alter table accounts drop column last_job;
