import type { Licences, Subscription } from '@muster/domain/licences/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { owners } from '../../platform/changes/from-request.ts';
import { readRows } from '../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { findPlan } from '../plans/service.ts';
import { holdLicences, listActive } from './store.ts';

export const subscriptions: TrackedTable<Subscription> = {
  name: 'subscriptions',
  columns: ['plan_code', 'licences'],
  readers: owners,
  writers: owners,
  label: () => 'Licences',
};

export async function describeLicences(db: Tx, account: AccountId): Promise<Licences> {
  const [subscription] = await readRows(db, subscriptions, [account]);
  const plan = await findPlan(db, subscription!.plan_code);
  return { plan: plan!, licences: subscription!.licences, used_by: await listActive(db) };
}

/** At once, and with as many licences as the plan has: in early access nothing is charged. */
export async function choosePlan(write: Writer, account: AccountId, code: string): Promise<Subscription> {
  const plan = await findPlan(write.db, code);
  if (!plan) throw new Failure('unprocessable', 'There is no such plan.');
  await holdLicences(write.db);
  const active = await listActive(write.db);
  const surplus = active.length - plan.licences;
  if (surplus > 0) {
    const how = surplus === 1 ? 'Deactivate one of them' : `Deactivate ${surplus} of them`;
    throw new Failure(
      'conflict',
      `${active.length} technicians are active, and ${plan.name} has ${plan.licences}. ${how} first.`,
      {
        data: { used_by: active.map(({ id, name }) => ({ table: 'technicians', id, label: name })) },
      },
    );
  }
  return write.update(subscriptions, account, { plan_code: plan.code, licences: plan.licences });
}
