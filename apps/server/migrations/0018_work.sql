create table job_types (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  name text not null check (length(name) between 1 and 100),
  duration int not null check (duration between 5 and 1440 and duration % 5 = 0),
  skills uuid[] not null default '{}',
  crew_size int not null default 1 check (crew_size between 1 and 10),
  check_list text[] not null default '{}',
  colour text not null default 'slate',
  archived_at timestamptz,
  primary key (account_id, id)
);
comment on column job_types.duration is 'In minutes';
create unique index on job_types (account_id, lower(name)) where archived_at is null;

create table jobs (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  number int not null,
  customer_id uuid not null,
  site_id uuid not null,
  job_type_id uuid,
  description text not null default '',
  priority text not null default 'P3' check (priority in ('P1', 'P2', 'P3', 'P4')),
  due_on date,
  sort_due date not null generated always as (coalesce(due_on, 'infinity'::date)) stored,
  tags text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'scheduled', 'in progress', 'done', 'cancelled')),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (account_id, id),
  unique (account_id, number),
  foreign key (account_id, customer_id) references customers,
  foreign key (account_id, site_id) references sites,
  foreign key (account_id, job_type_id) references job_types
);
comment on column jobs.state is 'Follows from its visits: no version of its own';
create index on jobs (account_id, customer_id, number);
create index on jobs (account_id, site_id, number);
create index on jobs (account_id, state, number);
create index on jobs (account_id, sort_due, id);
create index on jobs (account_id, priority, id);

create table visits (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  job_id uuid not null,
  number int not null,
  duration int not null check (duration between 5 and 1440 and duration % 5 = 0),
  on_date date,
  window_from text check (window_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  window_to text check (window_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  not_before date,
  due_by date,
  crew_size int not null default 1 check (crew_size between 1 and 10),
  skills uuid[] not null default '{}',
  crew_skills jsonb not null default '[]',
  check_list jsonb not null default '[]',
  note text not null default '',
  dispatched_at timestamptz,
  outcome text check (outcome in ('completed', 'needs return', 'could not complete')),
  outcome_reason text not null default '',
  cancelled_at timestamptz,
  return_of uuid,
  state text not null default 'unscheduled' check (state in
    ('unscheduled', 'planned', 'dispatched', 'en route', 'on site', 'completed', 'needs return', 'could not complete', 'cancelled')),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, job_id, number),
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, return_of) references visits,
  constraint visits_window_is_whole check ((window_from is null) = (window_to is null)),
  constraint visits_window_has_length check (window_from collate "C" < window_to collate "C")
);
comment on column visits.state is 'Follows from the row and its assignments on the live board: no version of its own';
create index on visits (account_id, state);
create index on visits (account_id, return_of) where return_of is not null;

create table assignments (
  account_id uuid not null references accounts on delete cascade,
  scenario_id uuid not null,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  technician_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_lead boolean not null,
  is_pinned boolean not null default false,
  progress text not null default 'none' check (progress in ('none', 'en route', 'on site', 'done')),
  en_route_at timestamptz,
  on_site_at timestamptz,
  done_at timestamptz,
  overrides jsonb not null default '[]',
  is_overlap boolean generated always as (overrides @> '[{"rule": "overlap"}]') stored,
  primary key (account_id, scenario_id, id),
  unique (account_id, scenario_id, visit_id, technician_id),
  foreign key (account_id, scenario_id) references scenarios,
  foreign key (account_id, visit_id) references visits,
  foreign key (account_id, technician_id) references technicians,
  check (starts_at < ends_at),
  -- The backstop: whoever books holds the technicians first (an advisory lock), and finds the clash before it comes to this. Deferred,
  -- because a command may write its rows one by one: two visits that change places overlap in between.
  constraint assignments_do_not_overlap exclude using gist
    (account_id with =, scenario_id with =, technician_id with =, tstzrange(starts_at, ends_at) with &&) where (not is_overlap) deferrable initially deferred
);
comment on column assignments.overrides is 'Rules that somebody broke on purpose, each with a reason: [{rule, reason}]';
create index on assignments (account_id, scenario_id, technician_id, starts_at);
create index on assignments (account_id, scenario_id, starts_at);
