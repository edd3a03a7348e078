import { minuteOf } from '../../work/assignments/rules.ts';
import { addDays, type LocalDate, startOfDay } from '../../values/local-time.ts';
import type { BoardTables } from './schema.ts';

/** What the live stream tells of one row. */
export interface ToldRow {
  readonly table: string;
  readonly id: string;
  readonly version: number;
  /** The fields that changed; the whole row where it is new, null where it is gone. */
  readonly fields: Record<string, unknown> | null;
}

type RowTables = Pick<
  BoardTables,
  | 'technicians'
  | 'tickets'
  | 'absences'
  | 'customers'
  | 'sites'
  | 'jobs'
  | 'visits'
  | 'assignments'
  | 'field_records'
  | 'customer_messages'
>;
type TableName = keyof RowTables;
type Row<Name extends TableName> = BoardTables[Name][number];

/** The columns of each table that a board shows. A change of any other column changes nothing on it. */
const columns: { readonly [Name in TableName]: readonly (keyof Row<Name>)[] } = {
  technicians: [
    'name',
    'colour',
    'skills',
    'base_suburb_id',
    'base_latitude',
    'base_longitude',
    'working_week',
    'is_active',
  ],
  tickets: ['technician_id', 'skill_id', 'expires_on'],
  absences: ['technician_id', 'kind', 'starts_at', 'ends_at', 'whole_days', 'reason'],
  customers: ['name'],
  sites: [
    'name',
    'suburb',
    'latitude',
    'longitude',
    'position_is_exact',
    'position_is_found',
    'zone',
    'preferred',
    'banned',
  ],
  jobs: ['number', 'customer_id', 'site_id', 'job_type_id', 'description', 'priority'],
  visits: [
    'job_id',
    'number',
    'duration',
    'on_date',
    'window_from',
    'window_to',
    'not_before',
    'due_by',
    'crew_size',
    'skills',
    'crew_skills',
    'check_list',
    'note',
    'dispatched_at',
    'outcome',
    'outcome_reason',
    'cancelled_at',
    'return_of',
    'entered_at',
    'entered_by',
    'confirmed_at',
    'confirmed_for',
    'created_at',
  ],
  assignments: [
    'visit_id',
    'technician_id',
    'starts_at',
    'ends_at',
    'is_lead',
    'is_pinned',
    'progress',
    'en_route_at',
    'on_site_at',
    'done_at',
    'overrides',
  ],
  field_records: ['visit_id', 'kind', 'content', 'noted_at', 'created_at', 'retracted_at'],
  customer_messages: [
    'visit_id',
    'kind',
    'from_at',
    'to_at',
    'zone',
    'problem',
    'at',
    'agreed',
    'expected_at',
  ],
};

/** Columns that say where a site or a base is. */
const moves = ['latitude', 'longitude', 'base_latitude', 'base_longitude'];

/** Tables whose rows decide about all of a board. */
const readAgain = new Set(['accounts', 'skills']);

/**
 * The tables of a board after a change that the stream told of, with the customers and sites of its jobs as they stand beside it.
 * Undefined where a row concerns the board and the rest of what it needs is not here: then the board is read again.
 */
export function followBoard(
  tables: BoardTables,
  told: readonly ToldRow[],
  beside: readonly ToldRow[] = [],
): BoardTables | undefined {
  let next = tables;
  for (const row of told) {
    if (readAgain.has(row.table)) return undefined;
    if (!isFollowed(row.table)) continue;
    const followed = followRow(next, row.table, row, told);
    if (followed === undefined) return undefined;
    next = followed;
  }
  if (next === tables) return tables;
  next = withPlaces(next, [...told, ...beside]);
  return isWhole(next) ? next : undefined;
}

/** The tables with the customers and sites that a job has, and that were on the board for no other job yet. */
function withPlaces(tables: BoardTables, rows: readonly ToldRow[]): BoardTables {
  const missing = (table: 'customers' | 'sites', wanted: readonly string[]) => {
    const known = new Set(tables[table].map(({ id }) => id));
    const ids = new Set(wanted.filter((id) => !known.has(id)));
    const found = new Map<string, object>();
    for (const { table: of, id, version, fields } of rows)
      if (of === table && ids.has(id) && isWholeRow(table, fields))
        found.set(id, { id, version, ...shown(table, fields) });
    return [...found.values()];
  };
  const customers = missing(
    'customers',
    tables.jobs.map(({ customer_id }) => customer_id),
  );
  const sites = missing(
    'sites',
    tables.jobs.map(({ site_id }) => site_id),
  );
  if (customers.length === 0 && sites.length === 0) return tables;
  return {
    ...tables,
    customers: [...tables.customers, ...(customers as Row<'customers'>[])],
    sites: [...tables.sites, ...(sites as Row<'sites'>[])],
  };
}

function isWholeRow(table: TableName, fields: ToldRow['fields']): fields is Record<string, unknown> {
  return fields !== null && columns[table].every((column) => column in fields);
}

function isFollowed(table: string): table is TableName {
  return table in columns;
}

function followRow(
  tables: BoardTables,
  table: TableName,
  told: ToldRow,
  change: readonly ToldRow[],
): BoardTables | undefined {
  const rows: readonly { id: string; version: number }[] = tables[table];
  const at = rows.findIndex(({ id }) => id === told.id);
  const known = rows[at];
  if (known === undefined) return addRow(tables, table, told, change);
  if (told.version <= known.version) return tables;
  const { fields } = told;
  // What was taken back counts no more.
  const isRetracted =
    table === 'field_records' && fields !== null && (fields['retracted_at'] ?? null) !== null;
  if (fields === null || isRetracted) return { ...tables, [table]: rows.toSpliced(at, 1) };
  // Whoever is archived leaves the board with all that depends on them.
  if ('archived_at' in fields) return undefined;
  // Which area a suburb is in is not told.
  if ('base_suburb_id' in fields) return undefined;
  // Nor how long it takes by road from the new place.
  if (moves.some((column) => Object.hasOwn(fields, column))) return undefined;
  const changed = { ...known, ...shown(table, fields), version: told.version };
  return { ...tables, [table]: rows.with(at, changed) };
}

/** A row that was not on the board: it stays off it, comes onto it, or cannot without more being read. */
function addRow(
  tables: BoardTables,
  table: TableName,
  { id, version, fields }: ToldRow,
  change: readonly ToldRow[],
): BoardTables | undefined {
  const isNew = isWholeRow(table, fields);
  if (isNew && table === 'technicians') return undefined;
  if (!isNew) return isMissed(tables, table, fields) ? undefined : tables;
  const row = { id, version, ...shown(table, fields) };
  if (!isWanted(tables, table, row, change)) return tables;
  return { ...tables, [table]: [...tables[table], row] };
}

/** Whether a row that is not here, and was changed elsewhere, belongs here from now on. */
function isMissed(tables: BoardTables, table: TableName, fields: ToldRow['fields']): boolean {
  if (table === 'assignments')
    // Whose crew is gone waits in the tray; what is moved to these days is shown on them.
    return fields === null || ('starts_at' in fields && isWithin(tables, fields['starts_at'] as string));
  if (table === 'visits') return fields !== null && 'cancelled_at' in fields;
  // What was taken back counts again.
  if (table === 'field_records') return fields?.['retracted_at'] === null;
  if (table === 'jobs' || table === 'technicians') return fields !== null && 'archived_at' in fields;
  if (table === 'absences') return fields !== null && ('starts_at' in fields || 'ends_at' in fields);
  return false;
}

function isWanted(
  tables: BoardTables,
  table: TableName,
  row: { id: string },
  change: readonly ToldRow[],
): boolean {
  if (table === 'assignments') {
    const { visit_id, starts_at } = row as Row<'assignments'>;
    return isWithin(tables, starts_at) || tables.visits.some(({ id }) => id === visit_id);
  }
  if (table === 'field_records') {
    const { kind, visit_id } = row as Row<'field_records'>;
    return kind === 'late' && tables.visits.some(({ id }) => id === visit_id);
  }
  if (table === 'customer_messages') {
    const { visit_id } = row as Row<'customer_messages'>;
    return tables.visits.some(({ id }) => id === visit_id);
  }
  if (table === 'absences' || table === 'tickets') {
    const { technician_id } = row as Row<'tickets'>;
    return tables.technicians.some(({ id }) => id === technician_id);
  }
  // A job is on the board for its visits; customers and sites come with the jobs that are done there.
  if (table === 'jobs')
    return change.some((one) => one.table === 'visits' && one.fields?.['job_id'] === row.id);
  return table === 'visits' || table === 'technicians';
}

/** Every row has what it depends on. */
function isWhole({ visits, jobs, assignments, technicians, customers, sites }: BoardTables): boolean {
  const ids = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
  const [jobIds, visitIds, technicianIds] = [ids(jobs), ids(visits), ids(technicians)];
  const [customerIds, siteIds] = [ids(customers), ids(sites)];
  return (
    jobs.every(({ customer_id, site_id }) => customerIds.has(customer_id) && siteIds.has(site_id)) &&
    visits.every(({ job_id }) => jobIds.has(job_id)) &&
    assignments.every((row) => visitIds.has(row.visit_id) && technicianIds.has(row.technician_id))
  );
}

function isWithin({ from, to, business: { zone } }: BoardTables, moment: string): boolean {
  const at = minuteOf(moment);
  const [first, end] = [from as LocalDate, addDays(to as LocalDate, 1)];
  return at >= startOfDay(first, zone) && at < startOfDay(end, zone);
}

function shown(table: TableName, fields: Record<string, unknown>): Record<string, unknown> {
  const wanted: readonly string[] = columns[table];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.includes(name)));
}
