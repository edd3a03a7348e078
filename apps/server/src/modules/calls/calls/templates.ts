import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import { talkSeconds } from '@muster/domain/calls/calls/rules';
import type { Call } from '@muster/domain/calls/calls/schema';
import type { Columns } from '@muster/domain/values/field-tables';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';

/** By the clocks of the business. */
export function callColumns(zone: string): Columns<Call> {
  return [
    ['Date', ({ began_at }) => dateAt(minuteOf(began_at), zone)],
    ['Time', ({ began_at }) => timeAt(minuteOf(began_at), zone)],
    ['Direction', ({ direction }) => direction],
    [
      'Number',
      ({ number, is_erased }) =>
        number === null ? (is_erased ? 'erased' : 'withheld') : spokenNumber(number),
    ],
    ['Name', ({ name }) => name],
    ['Status', ({ state }) => state],
    ['Seconds', (call) => talkSeconds(call)],
    ['Called', ({ called }) => (called === null ? '' : spokenNumber(called))],
    ['Campaign', ({ campaign }) => campaign],
    ['Answered by', ({ answered_by }) => answered_by],
    ['Dealt with', ({ settled }) => settled ?? ''],
  ];
}
