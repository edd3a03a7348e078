-- How far the sweep of stored files has come: it goes through the store account by account, some at a time, and begins again at the end.
create table sweeps (
  name text primary key,
  after text not null default '',
  at timestamptz not null
);
grant select, insert, update on sweeps to :"app";

-- Sample skills and job types have a mark of their own, as sample technicians, customers and jobs do. Until now they were told by a
-- range of ids.
alter table skills add column is_sample boolean not null default false;
alter table job_types add column is_sample boolean not null default false;
alter table skills no force row level security;
alter table job_types no force row level security;
update skills set is_sample = true where id between '0193e5a0-0000-7001-8000-200000000000' and '0193e5a0-0000-7001-8000-ffffffffffff';
update job_types set is_sample = true where id between '0193e5a0-0000-7002-8000-200000000000' and '0193e5a0-0000-7002-8000-ffffffffffff';
alter table skills force row level security;
alter table job_types force row level security;
