-- A visit that is on a draft or an invoice cannot be taken back by an undo: the document would charge work that never was.

alter table charged_visits drop constraint charged_visits_account_id_visit_id_fkey;
alter table charged_visits add constraint charged_visits_account_id_visit_id_fkey
  foreign key (account_id, visit_id) references visits (account_id, id);
