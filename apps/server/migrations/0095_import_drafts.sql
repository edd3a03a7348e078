-- An import may be a draft first: its table lies with the server, and with it what somebody says of single rows, until it is started.
alter table imports
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in ('draft', 'waiting', 'running', 'done', 'failed')),
  add column name text not null default '';
comment on column imports.name is 'Of the file';

alter table waiting_imports
  add column is_draft boolean not null default false,
  add column skips_problems boolean not null default false,
  add column alike text not null default 'suggested' check (alike in ('suggested', 'new', 'site', 'update', 'skip'));
alter table waiting_imports no force row level security;
update waiting_imports set alike = case when leaves_out_duplicates then 'skip' else 'new' end;
alter table waiting_imports force row level security;
alter table waiting_imports drop column leaves_out_duplicates;
comment on column waiting_imports.is_draft is 'Whether somebody decides on its rows: should it fail, it is a draft again and nothing is lost';
comment on column waiting_imports.alike is 'What becomes of rows that look like a customer and were not decided on one by one';
grant update on waiting_imports to :"app";

create table import_rows (
  account_id uuid not null,
  import_id uuid not null,
  row int not null,
  cells jsonb,
  choice text check (choice in ('new', 'site', 'update', 'skip')),
  customer_id uuid,
  primary key (account_id, import_id, row),
  foreign key (account_id, import_id) references waiting_imports on delete cascade
);
comment on table import_rows is 'What somebody said of single rows of a draft';
comment on column import_rows.cells is 'By field; they replace those of the table';
comment on column import_rows.customer_id is 'Whom the row looked like when it was decided on';
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy account on import_rows using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on import_rows to :"app";

create table left_out_rows (
  account_id uuid not null,
  import_id uuid not null,
  headings jsonb not null,
  rows jsonb not null,
  primary key (account_id, import_id),
  foreign key (account_id, import_id) references imports on delete cascade
);
comment on table left_out_rows is 'What an import left out, cell by cell and with the reason, to be corrected and imported later';
alter table left_out_rows enable row level security;
alter table left_out_rows force row level security;
create policy account on left_out_rows using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, delete on left_out_rows to :"app";
