-- What a routing service has told of drives by road, by account although roads are everybody's: a row tells that a business drives
-- there. Places are positions, rounded to five decimals and written as one number (domain, scheduling/travel.ts).
create table road_times (
  account_id uuid not null references accounts on delete cascade,
  origin bigint not null,
  destination bigint not null,
  seconds int check (seconds >= 0),
  metres int check (metres >= 0),
  asked_at timestamptz not null,
  primary key (account_id, origin, destination)
);
comment on column road_times.seconds is 'Null where there is no way: remembered, so that it is not asked for all the time';
create index on road_times (account_id, asked_at);

-- The way along the roads, for the map; beside the times, because boards read those by the ten thousand.
create table road_lines (
  account_id uuid not null references accounts on delete cascade,
  origin bigint not null,
  destination bigint not null,
  line text,
  asked_at timestamptz not null,
  primary key (account_id, origin, destination)
);
comment on column road_lines.line is 'An encoded polyline with six decimals; null where there is no way';
create index on road_lines (account_id, asked_at);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['road_times', 'road_lines'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on road_times, road_lines to :"app";
