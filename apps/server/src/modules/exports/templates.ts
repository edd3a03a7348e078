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

/** Of "Ryde NSW 2112" its parts. */
function placeOf(text: string | null): { suburb: string; postcode: string } {
  const [, suburb = '', postcode = ''] = /^(.*) \w+ (\d+)$/.exec(text ?? '') ?? [];
  return { suburb, postcode };
}
