-- Row-level security for the tables of the scheduler. What a scenario has of its own is also kept apart by the scenario.
do $$
declare
  guarded text;
begin
  foreach guarded in array array['skills', 'technicians', 'tickets', 'customers', 'contacts', 'sites', 'job_types', 'jobs', 'visits'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account()) with check (account_id = current_account())', guarded);
  end loop;
  foreach guarded in array array['absences', 'assignments'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('alter table %I force row level security', guarded);
    execute format('create policy account on %I using (account_id = current_account() and scenario_id = current_scenario())
                    with check (account_id = current_account() and scenario_id = current_scenario())', guarded);
  end loop;
end
$$;
grant select, insert, update, delete on
  skills, technicians, tickets, absences, customers, contacts, sites, job_types, jobs, visits, assignments to :"app";
