-- How each item of a check list is answered, and whether it has to be. A plain text stays one: a tick that nobody has to make.
alter table job_types alter check_list drop default;
alter table job_types alter check_list type jsonb using to_jsonb(check_list);
alter table job_types alter check_list set default '[]';
