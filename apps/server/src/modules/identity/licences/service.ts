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
import { countRows, holdLicences, listActive, readRoom } from './store.ts';

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
  if (!plan) throw new Failure('unprocessable', 'We don’t have this plan. Choose another one.');
  await holdLicences(write.db);
  const active = await listActive(write.db);
  const surplus = active.length - plan.licences;
  if (surplus > 0) {
    const how = surplus === 1 ? 'Deactivate one of them' : `Deactivate ${surplus} of them`;
    throw new Failure(
      'conflict',
      `You have ${active.length} active technicians and ${plan.name} includes ${plan.licences}. ${how} first.`,
      {
        data: { used_by: active.map(({ id, name }) => ({ table: 'technicians', id, label: name })) },
      },
    );
  }
  return write.update(subscriptions, account, { plan_code: plan.code, licences: plan.licences });
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
