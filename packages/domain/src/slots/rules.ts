import type { BoardTables } from '../board/schema.ts';
import type { WantedVisit } from './schema.ts';

/** A visit that nobody has written down, under an id of its own. */
export const WANTED = '00000000-0000-4000-8000-000000000000';

/** The site of a visit that does not exist yet; one without an address is local to the business. */
export type WantedSite = BoardTables['sites'][number];

export function placeOnly(
  { latitude, longitude }: NonNullable<WantedVisit['position']>,
  zone: string,
): WantedSite {
  const nobody = { preferred: [], banned: [] };
  return { id: WANTED, version: 1, name: '', suburb: '', latitude, longitude, zone, ...nobody };
}

/** The tables of a board as if the visit were waiting to be planned. */
export function withWanted(tables: BoardTables, wanted: WantedVisit, site: WantedSite): BoardTables {
  const { priority = 'P3' } = wanted;
  const about = { job_type_id: null, description: '' };
  return {
    ...tables,
    customers: [...tables.customers, { id: WANTED, version: 1, name: '' }],
    sites: [...tables.sites.filter(({ id }) => id !== site.id), site],
    jobs: [...tables.jobs, { ...one, ...about, customer_id: WANTED, site_id: site.id, priority }],
    visits: [...tables.visits, wantedRow(wanted)],
  };
}

/** The visit as a row of its table. */
export function wantedRow(wanted: WantedVisit): BoardTables['visits'][number] {
  const { site_id: _site, position: _position, from: _from, priority: _priority, ...asked } = wanted;
  return { ...blank, ...asked, ...one, job_id: WANTED };
}

const one = { id: WANTED, version: 1, number: 1 };
const blank = {
  on_date: null,
  window_from: null,
  window_to: null,
  not_before: null,
  due_by: null,
  crew_size: 1,
  skills: [],
  crew_skills: [],
  check_list: [],
  note: '',
  dispatched_at: null,
  outcome: null,
  outcome_reason: '',
  cancelled_at: null,
  return_of: null,
  created_at: '1970-01-01T00:00:00+00:00',
};
