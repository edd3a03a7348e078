-- What matters to a business when the optimiser plans.
alter table accounts add column planning jsonb not null default
  '{"driving":2,"promises":2,"overtime":2,"fairness":2,"favourites":2,"stability":2,"longestDay":null}';

-- What somebody asked the optimiser to plan, and how far it is. Not in the log: nothing on the board changes by it.
create table plan_runs (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  user_id uuid,
  api_key_id uuid,
  asked_at timestamptz not null,
  from_date date not null,
  to_date date not null,
  technicians uuid[],
  visits uuid[],
  way text not null check (way in ('plan', 'fill gaps', 'repair')),
  seconds int not null check (seconds between 1 and 120),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'stopped', 'failed')),
  began_at timestamptz,
  ended_at timestamptz,
  share real not null default 0,
  problem text,
  before jsonb,
  after jsonb,
  best jsonb not null default '[]',
  primary key (account_id, id),
  -- One at a time for the same days, whichever processes were asked.
  constraint plan_runs_one_at_a_time exclude using gist
    (account_id with =, daterange(from_date, to_date, '[]') with &&) where (state in ('waiting', 'running'))
);
comment on column plan_runs.best is 'The best schedule so far, as what differs from the board that the run found';
create index on plan_runs (account_id, asked_at);

-- Which runs wait and which process does the others, of all accounts: processes find their work here. Ids alone.
create table plan_queue (
  run_id uuid primary key,
  account_id uuid not null,
  asked_at timestamptz not null default now(),
  process_id uuid,
  lease_until timestamptz,
  is_stopped boolean not null default false,
  foreign key (account_id, run_id) references plan_runs on delete cascade
);
comment on column plan_queue.lease_until is 'Renewed by the process while it lives; where it is over, the run has ended with its process';
create index on plan_queue (account_id);

create table proposals (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  version int not null default 1,
  run_id uuid not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected', 'superseded')),
  made_at timestamptz not null,
  from_date date not null,
  to_date date not null,
  base bigint not null,
  before jsonb not null,
  after jsonb not null,
  days jsonb not null default '[]',
  primary key (account_id, id),
  unique (account_id, run_id),
  foreign key (account_id, run_id) references plan_runs on delete cascade
);
comment on column proposals.days is 'What each day of a technician is like, in words';
comment on column proposals.base is 'The number of the latest change that it knows of';
create index on proposals (account_id, from_date) where state = 'open';

-- Gone with their visit, so that nothing keeps an undo from taking a new job back.
create table proposal_items (
  account_id uuid not null,
  proposal_id uuid not null,
  id uuid not null default new_id(),
  position int not null,
  visit_id uuid not null,
  kind text not null check (kind in ('moved', 'added', 'freed', 'unplaced')),
  before jsonb,
  after jsonb,
  reasons jsonb not null,
  remedies jsonb not null default '[]',
  agreed jsonb,
  accepted_at timestamptz,
  primary key (account_id, proposal_id, id),
  foreign key (account_id, proposal_id) references proposals on delete cascade,
  foreign key (account_id, visit_id) references visits on delete cascade
);
comment on column proposal_items.agreed is 'What is changed of the visit, or overridden, when it is accepted';
create index on proposal_items (account_id, visit_id);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['plan_runs', 'proposals', 'proposal_items'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on plan_runs, plan_queue, proposals, proposal_items to :"app";
