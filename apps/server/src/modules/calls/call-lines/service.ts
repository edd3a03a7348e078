import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { readSipAddress } from '../../../platform/sip/where.ts';
import { offerLease } from '../../../platform/tasks/leases.ts';
import { ForbiddenAddress } from '../../../platform/tasks/post.ts';

export { readRegistered as registeredUntil } from './store.ts';

/** Which process is registered for which SIP account. */
export const TABLE = 'call_lines';

/** From now on one of the processes registers with it, or none. */
export function turnLine(db: Tx, connection: string, isOn: boolean): Promise<void> {
  return offerLease(db, TABLE, connection, isOn);
}

/** Told at once to whoever types it; where it leads is looked at each time before it is spoken to. */
export function checkSipAddress(address: string): void {
  try {
    readSipAddress(address);
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new Failure('unprocessable', error.message);
    throw error;
  }
}
