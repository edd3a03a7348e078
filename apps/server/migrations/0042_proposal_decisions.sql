-- Who accepted or rejected a proposal last: colleagues are told by name.
alter table proposals add column decided_by_user uuid, add column decided_by_key uuid;
