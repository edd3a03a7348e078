import type { CallEvent, CallEventName } from '@muster/domain/calls/calls/rules';
import type { AccountId } from '@muster/domain/values/ids';
import {
  addDays,
  type LocalDate,
  type LocalTime,
  momentOf,
  weekdayOf,
} from '@muster/domain/values/local-time';
import { dateOf, MINUTE_MS } from '@muster/domain/values/minutes';
import { noteCallEvent } from '../src/modules/calls/calls/service.ts';
import type { Tx } from '../src/platform/db/executor.ts';

/** The demo has no exchange, so its calls name a connection that does not exist. */
const CONNECTION = '0193e5a0-0000-7000-8000-0000000ca115';
/** When customers ring on a working day, the latest first. */
const TIMES = ['15:47', '13:22', '10:36', '08:09'] as LocalTime[];
/** Enough to show what the list is for. */
const SHOWN_DAYS = 3;
const FRIDAY = 5;

/** Calls of the last working days. All of them were answered, so that none waits under Attention. */
export async function layCalls(
  db: Tx,
  account: AccountId,
  of: {
    customers: readonly { phone: string }[];
    phone: string;
    today: LocalDate;
    zone: string;
    now: Date;
  },
): Promise<void> {
  const { phone, today, zone, now } = of;
  const moments = workingDaysBefore(today).flatMap((day) => TIMES.map((time) => momentOf(day, time, zone)));
  const callers = of.customers.filter((one) => one.phone !== '').slice(0, moments.length);
  for (const [index, caller] of callers.entries()) {
    const isOurs = index % 4 === 3;
    const began = dateOf(moments[index]!).getTime();
    const [from, to] = isOurs ? [phone, caller.phone] : [caller.phone, phone];
    const tell = (event: CallEventName, seconds: number) =>
      noteCallEvent(
        db,
        account,
        CONNECTION,
        {
          id: `${began} ${event}`,
          call: String(began),
          event,
          direction: isOurs ? 'out' : 'in',
          at: new Date(began + seconds * 1000),
          from,
          to,
          by: event === 'answered' && !isOurs ? 'Front desk' : null,
        } satisfies CallEvent,
        now,
      );
    await tell('ringing', 0);
    await tell('answered', 4 + index);
    await tell('ended', (MINUTE_MS / 1000) * (1 + (index % 5)) + index);
  }
}

function workingDaysBefore(today: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = addDays(today, -1); days.length < SHOWN_DAYS; day = addDays(day, -1))
    if (weekdayOf(day) <= FRIDAY) days.push(day);
  return days;
}
