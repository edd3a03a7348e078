import { minuteOf } from '@muster/domain/assignments/rules';
import type { CustomerSummary } from '@muster/domain/customers/schema';
import { timesOnSite } from '@muster/domain/field-records/times';
import { jobNumber, visitNumber } from '@muster/domain/jobs/rules';
import type { JobSummary } from '@muster/domain/jobs/schema';
import { reportedRecords } from '@muster/domain/reports/rules';
import { partInWords } from '@muster/domain/reports/words';
import type { TechnicianSummary } from '@muster/domain/technicians/schema';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import type { Static } from 'typebox';
import type { CompletedVisit } from '../completed-visits/service.ts';

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

const MINUTES_AN_HOUR = 60;

/** Days and times as the clocks of the business show them. */
export function completedVisitColumns(zone: string): Columns<CompletedVisit> {
  const times = (row: CompletedVisit) => timesOnSite(row, row.records);
  const moment = (at: string | null) =>
    at === null ? null : `${dateAt(minuteOf(at), zone)} ${timeAt(minuteOf(at), zone)}`;
  const noted = ({ records }: CompletedVisit) => reportedRecords(records, [], []);
  return [
    ['Date', (row) => dateAt(minuteOf(row.on_site_at ?? row.starts_at), zone)],
    ['Job number', ({ job, number }) => visitNumber(job, number)],
    ['Customer', ({ customer }) => customer],
    ['Site', ({ site }) => site],
    ['Job type', ({ job_type }) => job_type],
    ['Technicians', ({ technicians }) => technicians],
    ['Planned start', ({ starts_at }) => moment(starts_at)],
    ['Planned end', ({ ends_at }) => moment(ends_at)],
    ['Arrived', (row) => moment(times(row).arrived_at)],
    ['Done', (row) => moment(times(row).done_at)],
    ['Hours on site', (row) => hours(times(row).minutes)],
    ['Hours measured', (row) => hours(times(row).measured?.minutes ?? null)],
    ['Correction reason', (row) => times(row).reason],
    ['Outcome', ({ outcome }) => outcome],
    ['Outcome reason', ({ outcome_reason }) => outcome_reason],
    ['Parts', (row) => noted(row).parts.map(partInWords).join('; ')],
    [
      'Notes',
      (row) =>
        noted(row)
          .notes.map(({ text }) => text)
          .join('; '),
    ],
  ];
}

/** With two places, as it is reckoned with. */
function hours(minutes: number | null): number | null {
  return minutes === null ? null : Math.round((minutes / MINUTES_AN_HOUR) * 100) / 100;
}

/** Of "Ryde NSW 2112" its parts. */
function placeOf(text: string | null): { suburb: string; postcode: string } {
  const [, suburb = '', postcode = ''] = /^(.*) \w+ (\d+)$/.exec(text ?? '') ?? [];
  return { suburb, postcode };
}
