-- How each item of a check list is answered, and whether it has to be. A plain text stays one: a tick that nobody has to make.
alter table job_types alter check_list drop default;
alter table job_types alter check_list type jsonb using to_jsonb(check_list);
alter table job_types alter check_list set default '[]';

-- A run may be asked for because somebody runs late for a visit.
alter table plan_runs add delay_of uuid;
