import { type Columns, exportColumnsOf } from '@muster/domain/values/field-tables';
import { customerFields } from '@muster/domain/work/customers/fields';
import type { CustomerSummary } from '@muster/domain/work/customers/schema';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import type { JobSummary } from '@muster/domain/work/jobs/schema';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import type { TechnicianSummary } from '@muster/domain/work/technicians/schema';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Static } from 'typebox';

type Technician = Static<typeof TechnicianSummary>;
/** Headings that an import knows again. */
export function technicianColumns(skills: ReadonlyMap<string, string>, zone: string): Columns<Technician> {
  return [
    ...exportColumnsOf<typeof technicianFields, Technician>(technicianFields, {
      skills: [['Skills', (row) => row.skills.map((id) => skills.get(id) ?? '').join('; ')]],
      base_suburb_id: [
        ['Suburb', ({ base_suburb }) => placeOf(base_suburb).suburb],
        ['Postcode', ({ base_suburb }) => placeOf(base_suburb).postcode],
      ],
    }),
    ['Next ticket expires', ({ next_expiry }) => next_expiry],
    archived(zone),
  ];
}

export function customerColumns(zone: string): Columns<CustomerSummary> {
  return [
    ...exportColumnsOf<typeof customerFields, CustomerSummary>(customerFields),
    ['First site', ({ suburb }) => suburb],
    ['Sites', ({ site_count }) => site_count],
    archived(zone),
  ];
}

export function jobColumns(zone: string): Columns<JobSummary> {
  return [
    ['Number', ({ number }) => jobNumber(number)],
    ['Customer', ({ customer_name }) => customer_name],
    ['Suburb', ({ suburb }) => suburb],
    ['Job type', ({ job_type }) => job_type],
    ['Description', ({ description }) => description],
    ['Priority', ({ priority }) => priority],
    ['Due', ({ due_on }) => due_on],
    ['Status', ({ state }) => state],
    ['Visits', ({ visits }) => visits],
    // By the clocks at the site, as the list shows it.
    ['Next visit', ({ next_start, zone }) => (next_start === null ? null : localTime(next_start, zone))],
    ['Technicians', ({ next_crew }) => next_crew],
    ['Order number', ({ order_number }) => order_number],
    ['Tags', ({ tags }) => tags.join('; ')],
    archived(zone),
  ];
}

/** On which day something was archived, as the business counts days. */
function archived(zone: string): Columns<{ archived_at: string | null }>[number] {
  return [
    'Archived',
    ({ archived_at }) => (archived_at === null ? null : dateAt(minuteOf(archived_at), zone)),
  ];
}

function localTime(moment: string, zone: string): string {
  const at = minuteOf(moment);
  return `${dateAt(at, zone)} ${timeAt(at, zone)}`;
}

/** Of "Ryde NSW 2112" its parts. */
function placeOf(text: string | null): { suburb: string; postcode: string } {
  const [, suburb = '', postcode = ''] = /^(.*) \w+ (\d+)$/.exec(text ?? '') ?? [];
  return { suburb, postcode };
}
