-- The spine of the scheduler: what was changed, by whom, and back from what.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- The scenario of the open transaction, set by withAccount; null outside it, which matches no row.
create function current_scenario() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('muster.scenario', true), '')::uuid
$$;

-- The board of an account, and named copies of a stretch of it to try things on. The live board has the id of its account, and is a
-- row like the others because an exclusion constraint does not see nulls.
create table scenarios (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- One for each command, numbered by the account's channel (live_channels) in the order of commits.
create table changes (
  account_id uuid not null references accounts on delete cascade,
  number bigint not null,
  command_id uuid not null,
  command_hash bytea not null,
  kind text not null,
  user_id uuid,
  api_key_id uuid,
  at timestamptz not null,
  scenario_id uuid not null,
  undoes bigint,
  answer jsonb not null,
  entries int not null,
  primary key (account_id, number),
  unique (account_id, command_id),
  foreign key (account_id, scenario_id) references scenarios
);
create index on changes (account_id, undoes) where undoes is not null;
create index on changes (account_id, user_id, number);
comment on column changes.command_hash is 'Of what was asked, so that an id which is used for something else is refused';
comment on column changes.answer is 'What whoever asks with the same id is told again';

create table change_entries (
  account_id uuid not null,
  number bigint not null,
  position int not null,
  table_name text not null,
  row_id uuid not null,
  version int not null,
  label text not null,
  before jsonb,
  after jsonb,
  primary key (account_id, number, position),
  foreign key (account_id, number) references changes on delete cascade
);
comment on column change_entries.version is 'The one that the row has since; where the row is gone, one more than its last';
comment on column change_entries.before is 'The fields that changed; the whole row where it is gone since, null where it was made';
create index on change_entries (account_id, table_name, row_id, number desc);

-- The history of anything: of a customer also what happened to its sites, of a technician the visits, and so on.
create table change_subjects (
  account_id uuid not null,
  subject_id uuid not null,
  number bigint not null,
  primary key (account_id, subject_id, number),
  foreign key (account_id, number) references changes on delete cascade
);

-- Beginnings of words find anything. Comparing texts tells nothing of rows that it may not see, so unlike a trigram or text search
-- index this one works under row-level security.
create table search_words (
  account_id uuid not null references accounts on delete cascade,
  word text collate "C" not null,
  table_name text not null,
  row_id uuid not null,
  primary key (account_id, word, table_name, row_id)
);
create index on search_words (account_id, table_name, row_id);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['scenarios', 'changes', 'change_entries', 'change_subjects', 'search_words'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert on scenarios, changes, change_entries, change_subjects to :"app";
grant select, insert, delete on search_words to :"app";

-- What an account is beside its licences: the settings of a business.
alter table accounts
  add column version int not null default 1,
  add column abn text check (abn ~ '^[0-9]{11}$'),
  add column industry_id int references industries,
  add column region text check (region in ('NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT')),
  add column zone text not null default 'Australia/Sydney',
  add column working_week jsonb not null default
    '[{"weekday":1,"from":"07:00","to":"15:30","breaks":[{"from":"11:30","to":"13:30","length":30}]},
      {"weekday":2,"from":"07:00","to":"15:30","breaks":[{"from":"11:30","to":"13:30","length":30}]},
      {"weekday":3,"from":"07:00","to":"15:30","breaks":[{"from":"11:30","to":"13:30","length":30}]},
      {"weekday":4,"from":"07:00","to":"15:30","breaks":[{"from":"11:30","to":"13:30","length":30}]},
      {"weekday":5,"from":"07:00","to":"15:30","breaks":[{"from":"11:30","to":"13:30","length":30}]}]',
  add column overtime int not null default 0 check (overtime between 0 and 720),
  add column travel jsonb not null default
    '{"roadFactor":1.35,"streetKilometres":10,"streetSpeed":35,"roadSpeed":55,"parking":4,"countsBaseDrives":true}',
  add column last_job int not null default 1000,
  add column set_up_at timestamptz;
comment on column accounts.last_job is 'The number of the latest job: they rise per account';
comment on column accounts.set_up_at is 'When its owner told us of the business, or wanted not to; null until then';

-- Every account has its live board from the beginning, whoever opens it.
create function open_live_board() returns trigger language plpgsql as $$
begin
  insert into scenarios (account_id, id, name) values (new.id, new.id, 'Live');
  return null;
end
$$;
create trigger live_board after insert on accounts for each row execute function open_live_board();

-- Those that were there before. Forced row-level security hides them even from the owner, so it is lifted for this statement.
alter table accounts no force row level security;
alter table scenarios no force row level security;
insert into scenarios (account_id, id, name) select id, id, 'Live' from accounts;
alter table accounts force row level security;
alter table scenarios force row level security;
