-- The reasons that are given most for breaking a rule are read from the latest bookings that have one: few of very many.
create index assignments_overridden on assignments (account_id, scenario_id, starts_at) where overrides <> '[]';
