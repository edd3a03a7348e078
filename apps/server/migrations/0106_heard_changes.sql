-- Up to which change a technician has said that they know what the office did to their visits. Reading is no change of its own: it
-- is written over, and never goes back. Whoever becomes another technician has another day, of which everything is new.
create table heard_changes (
  account_id uuid not null references accounts on delete cascade,
  technician_id uuid not null,
  number bigint not null check (number >= 0),
  primary key (account_id, technician_id),
  foreign key (account_id, technician_id) references technicians on delete cascade
);
comment on column heard_changes.number is 'The number of the latest change that they were told of';
alter table heard_changes enable row level security;
alter table heard_changes force row level security;
create policy account on heard_changes using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on heard_changes to :"app";
