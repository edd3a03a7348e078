import { workedHours } from '@muster/domain/field/hours/rules';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import type { Columns } from '@muster/domain/values/field-tables';
import type { WorkRow } from './store.ts';

const MINUTES_AN_HOUR = 60;

/** Days and times as the clocks of the business show them; hours with two places, as they are reckoned with. */
export function hoursColumns(zone: string): Columns<WorkRow> {
  const moment = (at: string | null) =>
    at === null ? null : `${dateAt(minuteOf(at), zone)} ${timeAt(minuteOf(at), zone)}`;
  const hours = (minutes: number | null) =>
    minutes === null ? null : Math.round((minutes / MINUTES_AN_HOUR) * 100) / 100;
  return [
    ['Date', ({ began_at }) => dateAt(minuteOf(began_at), zone)],
    ['Technician', ({ technician }) => technician],
    ['Job number', ({ job, number }) => visitNumber(job, number)],
    ['Customer', ({ customer }) => customer],
    ['Site', ({ site }) => site],
    ['On my way', (row) => moment(workedHours(row).times.en_route_at)],
    ['Arrived', (row) => moment(workedHours(row).times.on_site_at)],
    ['Done', (row) => moment(workedHours(row).times.done_at)],
    ['Travel hours', (row) => hours(workedHours(row).travel)],
    ['Hours on site', (row) => hours(workedHours(row).minutes)],
    ['Arrived (measured)', (row) => moment(workedHours(row).measured.on_site_at)],
    ['Done (measured)', (row) => moment(workedHours(row).measured.done_at)],
    ['Hours measured', (row) => hours(workedHours(row).minutes_measured)],
    ['Correction reason', (row) => workedHours(row).reason],
    ['Phone clock ahead (min)', (row) => workedHours(row).clock_off],
    [
      'Entered afterwards',
      ({ entered_at, entered_by_name: name }) =>
        entered_at && `${name || 'A program'}, ${moment(entered_at)}`,
    ],
    ['Visit', statusOf],
  ];
}

/** What has become of the visit; the hours were worked all the same. */
function statusOf({ booking, is_cancelled, state }: WorkRow): string {
  if (is_cancelled) return 'cancelled';
  return booking === null ? 'given to someone else' : state;
}
