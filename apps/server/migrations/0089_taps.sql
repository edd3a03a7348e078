-- What somebody told on the way with one press: that they set out, arrived, were done. It is what was measured, and is kept for good
-- beside every correction; one that was a slip is taken back, and counts for nothing. Bookings carry what counts.
create table taps (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  technician_id uuid,
  step text not null check (step in ('en route', 'on site', 'done')),
  at timestamptz not null,
  clock_off int,
  is_stray boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  retracted_at timestamptz,
  -- In which order they arrived: several may arrive within a millisecond.
  place bigint generated always as identity,
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits,
  foreign key (account_id, technician_id) references technicians,
  foreign key (account_id, created_by) references users
);
comment on column taps.technician_id is 'Whose it is; null: the office told it of the whole crew';
comment on column taps.at is 'When it happened, by the server''s clock';
comment on column taps.clock_off is 'By how many seconds the phone''s clock was ahead, where that was more than two minutes';
comment on column taps.is_stray is 'Whoever tapped did not have the visit any more: it was cancelled, or given to somebody else';
create index on taps (account_id, visit_id, place);
create index taps_by_time on taps (account_id, at) where retracted_at is null;
alter table taps enable row level security;
alter table taps force row level security;
create policy account on taps using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on taps to :"app";

-- The same for everything else that is noted on a phone.
alter table field_records add column clock_off int;
comment on column field_records.clock_off is 'By how many seconds the phone''s clock was ahead, where that was more than two minutes';
comment on column field_records.noted_at is 'When it was noted, by the server''s clock; the phone may have been without reception for days';
