import type { Licences, Quota, Subscription } from '@muster/domain/identity/licences/schema';
import {
  isNearQuota,
  type QuotaKind,
  quotaKinds,
  quotaOf,
  quotaRefusal,
} from '@muster/domain/identity/plans/quotas';
import type { AccountId } from '@muster/domain/values/ids';
import { owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { findPlan } from '../plans/service.ts';
import { countRows, holdLicences, isSubscribed, listActive, readRoom } from './store.ts';

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

/** At once, and with as many licences as the plan has: for whoever is charged nothing. */
export async function choosePlan(
  write: Writer,
  account: AccountId,
  { code, isCharged }: { code: string; isCharged: boolean },
): Promise<Subscription> {
  if (isCharged && (await isSubscribed(write.db)))
    throw new Failure(
      'conflict',
      'You’re subscribed, so a change has a price. Reload Licences to see it first.',
    );
  const plan = await findPlan(write.db, code);
  if (!plan) throw new Failure('unprocessable', 'We don’t have this plan. Choose another one.');
  await refuseFewerThanUsed(write.db, plan.licences, `${plan.name} includes ${plan.licences}`);
  return followSubscription(write, account, { plan_code: plan.code, licences: plan.licences });
}

/** Until the transaction ends nobody takes a licence that there will not be. */
export async function refuseFewerThanUsed(db: Tx, licences: number, offer: string): Promise<void> {
  await holdLicences(db);
  const active = await listActive(db);
  const surplus = active.length - licences;
  if (surplus <= 0) return;
  const how = surplus === 1 ? 'Deactivate one of them' : `Deactivate ${surplus} of them`;
  throw new Failure('conflict', `You have ${active.length} active technicians and ${offer}. ${how} first.`, {
    data: { used_by: active.map(({ id, name }) => ({ table: 'technicians', id, label: name })) },
  });
}

/** What the account has from now on. */
export async function followSubscription(
  write: Writer,
  account: AccountId,
  { plan_code, licences }: Pick<Subscription, 'plan_code' | 'licences'>,
): Promise<Subscription> {
  return write.update(subscriptions, account, { plan_code, licences });
}

/** How much of its room an account uses, of everything that is counted. */
export async function describeQuotas(db: Tx): Promise<Quota[]> {
  const quotas: Quota[] = [];
  for (const kind of quotaKinds) {
    const most = quotaOf(kind, await readRoom(db, kind));
    quotas.push({ kind, used: await countRows(db, kind, most), most });
  }
  return quotas;
}

/** Fewer than this are not counted where all accounts together are far from the quota of one. */
const MANY = 100;

/** To be called where rows are touched, by whichever way they come: an import, an undo, or one by one. */
export async function refuseBeyondQuota(
  { db }: Writer,
  kind: QuotaKind,
  touched: readonly Touched[],
): Promise<void> {
  const added = touched.filter(({ before, after }) => before === null && after !== null).length;
  if (added === 0) return;
  const { of_everybody, ...room } = await readRoom(db, kind);
  const most = quotaOf(kind, room);
  if (added < MANY && of_everybody >= 0 && !isNearQuota(of_everybody, most)) return;
  if ((await countRows(db, kind, most + 1)) > most) throw beyondQuota(kind, most);
}

/** The same before anything is written: whether there is room for so many more. */
export async function checkRoom(db: Tx, kind: QuotaKind, more: number): Promise<void> {
  const most = quotaOf(kind, await readRoom(db, kind));
  if (more > most - (await countRows(db, kind, most))) throw beyondQuota(kind, most);
}

function beyondQuota(kind: QuotaKind, most: number): Failure {
  return new Failure('unprocessable', quotaRefusal(kind, most));
}
