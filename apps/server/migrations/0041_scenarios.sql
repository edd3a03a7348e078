-- Named copies of a stretch of the board. The live board, which has the id of its account, is no stretch.
alter table scenarios
  add column version int not null default 1,
  add column from_date date,
  add column to_date date,
  add column base bigint,
  add column state text not null default 'open' check (state in ('open', 'taken over', 'discarded')),
  add column user_id uuid,
  add column api_key_id uuid,
  add constraint scenarios_have_days check ((id = account_id) = (from_date is null) and (from_date is null) = (to_date is null) and from_date <= to_date);
comment on column scenarios.base is 'The number of the latest change of the live board that it knows of';
create index on scenarios (account_id, state);
grant update on scenarios to :"app";

-- What was copied, as it stood: what a scenario changed, and what has changed on the live board since, is told by comparing with it.
create table scenario_bases (
  account_id uuid not null references accounts on delete cascade,
  scenario_id uuid not null,
  id uuid not null,
  live_id uuid not null,
  visit_id uuid,
  technician_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (account_id, scenario_id, id),
  foreign key (account_id, scenario_id) references scenarios
);
comment on column scenario_bases.id is 'Of the copy';
comment on column scenario_bases.visit_id is 'Of a booking; null: it is an absence';
create index on scenario_bases (account_id, scenario_id, visit_id);
grant select, insert, delete on scenario_bases to :"app";

-- What the optimiser is asked in a scenario is the scenario's own. Forced row-level security hides rows even from the owner, so it is
-- lifted for the statements that fill the column.
alter table plan_runs no force row level security;
alter table proposals no force row level security;
alter table plan_runs add column scenario_id uuid;
alter table proposals add column scenario_id uuid;
alter table plan_queue add column scenario_id uuid;
update plan_runs set scenario_id = account_id;
update proposals set scenario_id = account_id;
update plan_queue set scenario_id = account_id;
alter table plan_runs
  alter column scenario_id set not null,
  alter column scenario_id set default current_scenario(),
  add foreign key (account_id, scenario_id) references scenarios,
  drop constraint plan_runs_one_at_a_time,
  add constraint plan_runs_one_at_a_time exclude using gist
    (account_id with =, scenario_id with =, daterange(from_date, to_date, '[]') with &&) where (state in ('waiting', 'running'));
alter table proposals
  alter column scenario_id set not null,
  alter column scenario_id set default current_scenario(),
  add foreign key (account_id, scenario_id) references scenarios;
alter table plan_queue
  alter column scenario_id set not null,
  alter column scenario_id set default current_scenario();
drop policy account on plan_runs;
drop policy account on proposals;

-- Somebody whom a scenario tries: a technician, with tickets, who is seen there alone and uses no licence.
alter table technicians
  add column scenario_id uuid default nullif(current_scenario(), current_account()),
  add foreign key (account_id, scenario_id) references scenarios;
alter table tickets
  add column scenario_id uuid default nullif(current_scenario(), current_account()),
  add foreign key (account_id, scenario_id) references scenarios;
comment on column technicians.scenario_id is 'Null: they are real';
drop policy account on technicians;
drop policy account on tickets;
drop trigger licences on technicians;
create trigger licences after insert or update of is_active on technicians
  for each row when (new.is_active and new.scenario_id is null) execute function keep_licences();

do $$
declare
  guarded text;
begin
  foreach guarded in array array['plan_runs', 'proposals', 'scenario_bases'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account() and scenario_id = current_scenario())
                    with check (account_id = current_account() and scenario_id = current_scenario())', guarded);
  end loop;
  foreach guarded in array array['technicians', 'tickets'] loop
    execute format('create policy account on %I using (account_id = current_account() and (scenario_id is null or scenario_id = current_scenario()))
                    with check (account_id = current_account() and (scenario_id is null or scenario_id = current_scenario()))', guarded);
  end loop;
end
$$;
