import type { CallEvent, CallEventName } from '@muster/domain/calls/calls/rules';
import type { AccountId } from '@muster/domain/values/ids';
import { HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import { noteCallEvent } from '../src/modules/calls/calls/service.ts';
import type { Tx } from '../src/platform/db/executor.ts';

/** No exchange of the demo's: these calls were told by nobody. */
const NOBODYS = '0193e5a0-0000-7000-8000-0000000ca115';
/** As many as show what the list is for. */
const SHOWN = 12;

/** Some calls of the last days, all of which somebody has taken: none of them waits. */
export async function layCalls(
  db: Tx,
  account: AccountId,
  { customers, phone, now }: { customers: readonly { phone: string }[]; phone: string; now: Date },
): Promise<void> {
  const callers = customers.filter((one) => one.phone !== '').slice(0, SHOWN);
  for (const [index, caller] of callers.entries()) {
    const isOurs = index % 4 === 3;
    const began = now.getTime() - (index + 1) * 5 * HOUR_MS;
    const [from, to] = isOurs ? [phone, caller.phone] : [caller.phone, phone];
    const tell = (event: CallEventName, seconds: number) =>
      noteCallEvent(
        db,
        account,
        NOBODYS,
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
