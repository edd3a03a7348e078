import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Assignment } from '@muster/domain/work/assignments/schema';
import { minutesOnSite } from '@muster/domain/field/field-records/rules';
import { dayInWords, lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';

type Told = Pick<Assignment, 'starts_at' | 'ends_at' | 'en_route_at' | 'on_site_at' | 'done_at'>;

/** What was planned, what came of it, and how far that is from the plan. */
export interface TimeRow {
  readonly label: string;
  readonly planned: string;
  readonly actual: string;
  readonly difference: string;
  /** Whether it was so much later or longer that somebody will ask. */
  readonly isOff: boolean;
}

/** Nobody's clock is better than that. */
const NEAR = 5;

/** The times of one of the crew beside the planned ones; nothing while nobody has left. */
export function timeRows(told: Told, zone: string): TimeRow[] {
  const { en_route_at, on_site_at, done_at } = told;
  const [start, end] = [minuteOf(told.starts_at), minuteOf(told.ends_at)];
  const clock = (at: EpochMinutes) =>
    dayInWords(at, zone) === dayInWords(start, zone)
      ? timeInWords(at, zone)
      : `${dayInWords(at, zone)}, ${timeInWords(at, zone)}`;
  const rows: TimeRow[] = [];
  if (en_route_at !== null)
    rows.push({
      label: 'On my way',
      planned: '',
      actual: clock(minuteOf(en_route_at)),
      difference: '',
      isOff: false,
    });
  const compare = (label: string, planned: EpochMinutes, moment: string | null) => {
    if (moment === null) return;
    const by = minuteOf(moment) - planned;
    rows.push({
      label,
      planned: clock(planned),
      actual: clock(minuteOf(moment)),
      difference: differenceWords(by, 'later', 'earlier'),
      isOff: by > NEAR,
    });
  };
  compare('Arrived', start, on_site_at);
  compare('Finished', end, done_at);
  const spent = minutesOnSite(told);
  if (spent !== null) {
    const planned = end - start;
    rows.push({
      label: 'On site',
      planned: lengthInWords(planned),
      actual: lengthInWords(spent),
      difference: differenceWords(spent - planned, 'longer', 'shorter'),
      isOff: spent - planned > NEAR,
    });
  }
  return rows;
}

/** "12 min later", "as planned". */
function differenceWords(by: number, more: string, less: string): string {
  if (by === 0) return 'as planned';
  return `${lengthInWords(Math.abs(by))} ${by > 0 ? more : less}`;
}
