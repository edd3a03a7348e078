-- What the office puts on the report of a visit, and what it leaves out. A section that nobody decided follows the business.
create table report_choices (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  visit_id uuid not null,
  sections jsonb not null default '{}',
  photos jsonb not null default '[]',
  answers jsonb not null default '[]',
  primary key (account_id, id),
  unique (account_id, visit_id),
  foreign key (account_id, visit_id) references visits
);
comment on column report_choices.sections is 'Whether a section is on the report, for those that somebody decided';
comment on column report_choices.photos is 'Those that are left out';
comment on column report_choices.answers is 'The check list items that are left out, by their text';
alter table report_choices enable row level security;
alter table report_choices force row level security;
create policy account on report_choices using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on report_choices to :"app";

-- What reports of this business leave out unless somebody decides otherwise. A job's description is written for the office.
alter table accounts add column report_leaves_out text[] not null default '{description}';

-- What a report said when it was mailed: a later change is told.
alter table report_mails add column sent jsonb;
comment on column report_mails.sent is 'Null where it was mailed before that was kept, and for whoever was erased';
