import type { BoardTables } from '@muster/domain/board/schema';

/**
 * The rows of a stretch of days, with those of visits from another one that somebody has in their hand: what speaks against a place
 * is found from the visit, its job, its site and whoever is on it. What these days have themselves is newer or the same.
 */
export function withCarried(
  tables: BoardTables,
  home: BoardTables,
  carried: ReadonlySet<string>,
): BoardTables {
  const present = new Set(tables.visits.map(({ id }) => id));
  const visits = home.visits.filter(({ id }) => carried.has(id) && !present.has(id));
  if (visits.length === 0) return tables;
  const ids = new Set(visits.map(({ id }) => id));
  const jobIds = new Set(visits.map(({ job_id }) => job_id));
  const assignments = home.assignments.filter(({ visit_id }) => ids.has(visit_id));
  const crew = new Set(assignments.map(({ technician_id }) => technician_id));
  const jobs = home.jobs.filter(({ id }) => jobIds.has(id));
  const sites = new Set(jobs.map(({ site_id }) => site_id));
  const customers = new Set(jobs.map(({ customer_id }) => customer_id));
  return {
    ...tables,
    visits: [...tables.visits, ...visits],
    assignments: [...tables.assignments, ...assignments],
    jobs: joined(tables.jobs, jobs),
    sites: joined(
      tables.sites,
      home.sites.filter(({ id }) => sites.has(id)),
    ),
    customers: joined(
      tables.customers,
      home.customers.filter(({ id }) => customers.has(id)),
    ),
    technicians: joined(
      tables.technicians,
      home.technicians.filter(({ id }) => crew.has(id)),
    ),
  };
}

function joined<Row extends { id: string }>(own: Row[], more: readonly Row[]): Row[] {
  const known = new Set(own.map(({ id }) => id));
  const missing = more.filter(({ id }) => !known.has(id));
  return missing.length === 0 ? own : [...own, ...missing];
}
