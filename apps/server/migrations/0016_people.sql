-- Localities with their positions and zones: filled from a package when the server starts (modules/suburbs).
create table suburbs (
  id int primary key,
  name text not null,
  region text not null,
  postcode text not null,
  latitude double precision not null,
  longitude double precision not null,
  zone text not null
);
-- Written once and read often: a list of what is still to be sorted in would be searched by every query.
create index on suburbs using gin (lower(name) gin_trgm_ops) with (fastupdate = off);
create index on suburbs (lower(name) text_pattern_ops);
create index on suburbs (postcode);
grant select, insert, update, delete on suburbs to :"app";

-- Which edition of the package the table holds: reading megabytes of it at every start would keep people waiting.
create table suburb_editions (
  edition text primary key,
  filled_at timestamptz not null default now()
);
grant select, insert on suburb_editions to :"app";

create table skills (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  name text not null check (length(name) between 1 and 100),
  needs_ticket boolean not null default false,
  archived_at timestamptz,
  primary key (account_id, id)
);
create unique index on skills (account_id, lower(name)) where archived_at is null;

create table technicians (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  name text not null check (length(name) between 1 and 200),
  sort_name text collate "C" generated always as (lower(name)) stored,
  phone text not null default '',
  email text not null default '',
  colour text not null default 'teal',
  skills uuid[] not null default '{}',
  base_suburb_id int references suburbs,
  base_latitude double precision,
  base_longitude double precision,
  working_week jsonb,
  user_id uuid,
  is_active boolean not null default false,
  note text not null default '',
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users,
  unique (account_id, user_id),
  check (archived_at is null or not is_active),
  check ((base_latitude is null) = (base_longitude is null))
);
comment on column technicians.working_week is 'Null: that of the business';
create index on technicians (account_id, sort_name, id);
create index on technicians (account_id) where is_active;

create table tickets (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  technician_id uuid not null,
  skill_id uuid not null,
  kind text not null check (length(kind) between 1 and 100),
  issuer text not null default '',
  number text not null default '',
  expires_on date,
  primary key (account_id, id),
  foreign key (account_id, technician_id) references technicians,
  foreign key (account_id, skill_id) references skills
);
comment on column tickets.expires_on is 'The first day on which it proves nothing any more; null: never';
create index on tickets (account_id, technician_id);
create index on tickets (account_id, expires_on);

create table absences (
  account_id uuid not null references accounts on delete cascade,
  scenario_id uuid not null,
  id uuid not null default new_id(),
  version int not null default 1,
  technician_id uuid not null,
  kind text not null check (kind in ('leave', 'sick', 'training')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  whole_days boolean not null,
  reason text not null default '',
  primary key (account_id, scenario_id, id),
  foreign key (account_id, scenario_id) references scenarios,
  foreign key (account_id, technician_id) references technicians,
  check (starts_at < ends_at)
);
create index on absences (account_id, scenario_id, technician_id, starts_at);

-- An active technician uses a licence. Whoever counts holds the account, so that two who take the last one wait for each other.
create function keep_licences() returns trigger language plpgsql as $$
declare
  allowed int;
  used int;
begin
  select a.licences into allowed from accounts a where a.id = coalesce(new.account_id, current_account()) for no key update;
  select count(*) into used from technicians t where t.account_id = new.account_id and t.is_active;
  if used > allowed then
    raise exception 'more technicians are active than the account has licences' using errcode = 'MU001', detail = allowed::text;
  end if;
  return null;
end
$$;
create trigger licences after insert or update of is_active on technicians for each row when (new.is_active) execute function keep_licences();

create function keep_active_technicians() returns trigger language plpgsql as $$
begin
  if (select count(*) from technicians t where t.account_id = new.id and t.is_active) > new.licences then
    raise exception 'more technicians are active than the account would have licences' using errcode = 'MU001', detail = new.licences::text;
  end if;
  return null;
end
$$;
create trigger licences after update of licences on accounts for each row execute function keep_active_technicians();
