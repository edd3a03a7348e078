-- With the word that the work is done, the report may be sent by itself: only where the owner wants that.
alter table accounts add column sends_reports boolean not null default false;
