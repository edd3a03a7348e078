import { timesOnSite } from '@muster/domain/field/field-records/rules';
import { reportedRecords } from '@muster/domain/field/reports/rules';
import { partInWords } from '@muster/domain/field/reports/words';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import type { Columns } from '@muster/domain/values/field-tables';
import type { CompletedVisit } from './store.ts';

const MINUTES_AN_HOUR = 60;

/** Days and times as the clocks of the business show them. */
export function completedVisitColumns(zone: string): Columns<CompletedVisit> {
  const times = (row: CompletedVisit) => timesOnSite(row, row.records, { technician: row.lead_id });
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
