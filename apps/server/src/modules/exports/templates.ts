import type { CustomerSummary } from '@muster/domain/customers/schema';
import { jobNumber } from '@muster/domain/jobs/rules';
import type { JobSummary } from '@muster/domain/jobs/schema';
import type { TechnicianSummary } from '@muster/domain/technicians/schema';
import type { Static } from 'typebox';

type Technician = Static<typeof TechnicianSummary>;
type Cell = string | number | boolean | null;

/** What a table holds: a title for each column, and its cell of a row. */
export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell])[];

/** Headings that an import knows again. */
export function technicianColumns(skills: ReadonlyMap<string, string>): Columns<Technician> {
  return [
    ['Name', ({ name }) => name],
    ['Phone', ({ phone }) => phone],
    ['Email', ({ email }) => email],
    ['Skills', (row) => row.skills.map((id) => skills.get(id) ?? '').join('; ')],
    ['Suburb', ({ base_suburb }) => placeOf(base_suburb).suburb],
    ['Postcode', ({ base_suburb }) => placeOf(base_suburb).postcode],
    ['Active', ({ is_active }) => (is_active ? 'yes' : 'no')],
    ['Note', ({ note }) => note],
    ['Next ticket expires', ({ next_expiry }) => next_expiry],
    ['Archived', ({ archived_at }) => archived_at?.slice(0, 10) ?? null],
  ];
}

export const customerColumns: Columns<CustomerSummary> = [
  ['Name', ({ name }) => name],
  ['ABN', ({ abn }) => abn],
  ['Phone', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ['Tags', ({ tags }) => tags.join('; ')],
  ['Note', ({ note }) => note],
  ['First site', ({ suburb }) => suburb],
  ['Sites', ({ site_count }) => site_count],
  ['Archived', ({ archived_at }) => archived_at?.slice(0, 10) ?? null],
];

export const jobColumns: Columns<JobSummary> = [
  ['Number', ({ number }) => jobNumber(number)],
  ['Customer', ({ customer_name }) => customer_name],
  ['Suburb', ({ suburb }) => suburb],
  ['Job type', ({ job_type }) => job_type],
  ['Description', ({ description }) => description],
  ['Priority', ({ priority }) => priority],
  ['Due', ({ due_on }) => due_on],
  ['State', ({ state }) => state],
  ['Visits', ({ visits }) => visits],
  ['Next visit (UTC)', ({ next_start }) => next_start?.slice(0, 16).replace('T', ' ') ?? null],
  ['Technicians', ({ next_crew }) => next_crew],
  ['Tags', ({ tags }) => tags.join('; ')],
  ['Archived', ({ archived_at }) => archived_at?.slice(0, 10) ?? null],
];

/** Of "Ryde NSW 2112" its parts. */
function placeOf(text: string | null): { suburb: string; postcode: string } {
  const [, suburb = '', postcode = ''] = /^(.*) \w+ (\d+)$/.exec(text ?? '') ?? [];
  return { suburb, postcode };
}
