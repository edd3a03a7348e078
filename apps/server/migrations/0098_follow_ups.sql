-- What somebody in the field left for the office to decide: a visit that could not be completed, or work at a visit that was not theirs
-- any more. It is made by what was told, goes with an undo of that, and stays until somebody has decided.
create table follow_ups (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  technician_id uuid,
  kind text not null check (kind in ('could not complete', 'stray work')),
  created_at timestamptz not null default now(),
  decision text check (decision in ('return visit', 'dismissed')),
  decided_at timestamptz,
  decided_by uuid,
  note text not null default '',
  primary key (account_id, id),
  foreign key (account_id, visit_id) references visits,
  foreign key (account_id, technician_id) references technicians,
  foreign key (account_id, decided_by) references users,
  check ((decision is null) = (decided_at is null))
);
comment on column follow_ups.technician_id is 'Whose work it was, where it was not their visit any more; null: it is about the visit';
comment on column follow_ups.note is 'Why it was dismissed';
create index on follow_ups (account_id, visit_id);
create index follow_ups_open on follow_ups (account_id, created_at) where decision is null;
alter table follow_ups enable row level security;
alter table follow_ups force row level security;
create policy account on follow_ups using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on follow_ups to :"app";

-- What nobody has seen until now: where nothing has come of the job since, and where somebody worked astray.
alter table visits no force row level security;
alter table jobs no force row level security;
alter table taps no force row level security;
alter table follow_ups no force row level security;
insert into follow_ups (account_id, visit_id, kind)
select v.account_id, v.id, 'could not complete'
  from visits v join jobs j on j.account_id = v.account_id and j.id = v.job_id
 where v.outcome = 'could not complete' and j.state = 'open' and j.archived_at is null
   and not exists (select from visits l where l.account_id = v.account_id and l.job_id = v.job_id and l.number > v.number and l.cancelled_at is null);
insert into follow_ups (account_id, visit_id, technician_id, kind, created_at)
select account_id, visit_id, technician_id, 'stray work', min(created_at)
  from taps where is_stray and retracted_at is null and technician_id is not null
 group by account_id, visit_id, technician_id;
alter table visits force row level security;
alter table jobs force row level security;
alter table taps force row level security;
alter table follow_ups force row level security;
