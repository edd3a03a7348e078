import type { Message } from '@muster/domain/messages/message-list/schema';
import type { Columns } from '@muster/domain/values/field-tables';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';

/** By the clocks of the business. */
export function messageColumns(zone: string): Columns<Message> {
  return [
    ['Date', ({ at }) => dateAt(minuteOf(at), zone)],
    ['Time', ({ at }) => timeAt(minuteOf(at), zone)],
    ['Way', ({ way }) => way],
    ['Direction', ({ direction }) => direction],
    ['About', ({ kind }) => kind],
    ['Name', ({ name }) => name],
    ['Address', ({ address }) => address],
    ['Visit', ({ visit }) => visit],
    ['Status', ({ state, problem }) => (problem === null ? (state?.name ?? '') : 'not sent')],
    ['Why', ({ state, problem }) => problem ?? state?.why ?? ''],
    ['Text', ({ body }) => body],
    ['Parts', ({ parts }) => parts],
    ['Cost', ({ price }) => (price === null ? null : (price / 10_000).toFixed(4))],
  ];
}
