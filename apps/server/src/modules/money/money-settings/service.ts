import {
  lockProblem,
  type NumberedKind,
  numberingOf,
  numberingProblem,
  usualMoneySettings,
} from '@muster/domain/money/money-settings/rules';
import {
  type LastNumbers,
  MoneySettings,
  type MoneySettingsEdit,
} from '@muster/domain/money/money-settings/schema';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import {
  findMoneySettings,
  holdCounter,
  largestImported,
  readCounters,
  readToday,
  writeCounter,
} from './store.ts';

export { readToday as today } from './store.ts';

/** The business was registered for GST, or is no more: what is drafted is drafted otherwise from then on. */
export const registrationChanged = createHook<[write: Writer, isRegistered: boolean], void>(
  'registration for GST changed',
);

export const moneySettings: TrackedTable<MoneySettings> = {
  name: 'money_settings',
  columns: columnsIn('money_settings', MoneySettings),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: () => 'money',
  refusals: {
    money_settings_pkey: 'Someone else has just changed these settings. Reload and try again.',
    money_settings_account_id_labour_item_id_fkey: 'This item no longer exists. Choose another one.',
    money_settings_account_id_call_out_item_id_fkey: 'This item no longer exists. Choose another one.',
  },
  async settle(write, touched) {
    for (const { before, after } of touched) await refuseOtherNumbers(write, { before, after });
  },
};

/** What is set about money, or what is usual. */
export async function moneySettingsOf(db: Tx): Promise<MoneySettings> {
  const { account, row } = await findMoneySettings(db, moneySettings);
  return row ?? { id: account, version: 0, ...usualMoneySettings };
}

export async function editMoneySettings(
  write: Writer,
  { version, ...said }: MoneySettingsEdit,
): Promise<MoneySettings> {
  const { account, row } = await findMoneySettings(write.db, moneySettings);
  if (said.lock_date && said.lock_date >= (await readToday(write.db, write.at)))
    throw new Failure(
      'unprocessable',
      'Choose yesterday or an earlier day as the lock date: what customers pay by card today is written down today.',
    );
  const fields = {
    ...said,
    ...(said.reminder_days && { reminder_days: said.reminder_days.toSorted((a, b) => a - b) }),
  };
  const written =
    row || version > 0
      ? await write.update(moneySettings, account, fields, version)
      : (await write.insert(moneySettings, [{ id: account, ...usualMoneySettings, ...fields }]))[0]!;
  const { is_gst_registered } = written;
  if (is_gst_registered !== (row ?? usualMoneySettings).is_gst_registered)
    await registrationChanged.run(write, is_gst_registered);
  return written;
}

const kinds = { invoice: 'invoices', 'credit note': 'credit notes', quote: 'quotes' } as const;

/** Where numbers have begun they go on; held against whoever issues the first at this moment. */
async function refuseOtherNumbers({ db }: Writer, { before, after }: Touched<MoneySettings>): Promise<void> {
  const [was, is] = [before ?? usualMoneySettings, after ?? usualMoneySettings];
  const problem = numberingProblem(is);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  for (const kind of ['invoice', 'credit note', 'quote'] as const) {
    const [old, given] = [numberingOf(kind, was), numberingOf(kind, is)];
    if (old.prefix === given.prefix && old.first === given.first) continue;
    const last = await holdCounter(db, kind);
    if (last > 0)
      throw new Failure(
        'conflict',
        `The numbers of your ${kinds[kind]} have begun, at ${old.prefix}${old.first}. Their prefix and first number stay, so that there is no gap.`,
      );
    const imported = kind === 'quote' ? 0 : await largestImported(db, { kind, ...given });
    if (imported > 0)
      throw new Failure(
        'conflict',
        `${given.prefix}${imported} came in from another program. Begin after it, or choose another prefix.`,
      );
  }
}

/** The next number of a kind: given once, in the transaction that issues with it, while everybody else who issues waits. */
export async function takeNumber(db: Tx, kind: NumberedKind): Promise<{ series: number; number: string }> {
  const last = await holdCounter(db, kind);
  // Read only now: until somebody holds the counter, an owner may still say where numbers begin.
  const { prefix, first } = numberingOf(kind, await moneySettingsOf(db));
  const series = last === 0 ? first : last + 1;
  await writeCounter(db, kind, series);
  return { series, number: `${prefix}${series}` };
}

/** Whether our own invoices come to a number, or have come to it. */
export async function ownNumbers(db: Tx): Promise<(number: string) => boolean> {
  const { prefix, first } = numberingOf('invoice', await moneySettingsOf(db));
  return (number) => {
    const rest = number.slice(prefix.length);
    return (
      number.toLowerCase().startsWith(prefix.toLowerCase()) &&
      /^[1-9]\d{0,7}$/.test(rest) &&
      Number(rest) >= first
    );
  };
}

/** Numbers up to that one have been given in another way: what is laid down for a demonstration is numbered already. */
export async function passNumbers(db: Tx, kind: NumberedKind, last: number): Promise<void> {
  await holdCounter(db, kind);
  await writeCounter(db, kind, last);
}

/** The last numbers that were given: where there is one, prefix and first number stay. */
export async function lastNumbers(db: Tx): Promise<LastNumbers> {
  const [settings, counters] = [await moneySettingsOf(db), await readCounters(db)];
  const lastOf = (kind: NumberedKind) => {
    const last = counters.get(kind) ?? 0;
    return last === 0 ? null : `${numberingOf(kind, settings).prefix}${last}`;
  };
  return { invoice: lastOf('invoice'), credit_note: lastOf('credit note'), quote: lastOf('quote') };
}

/** Refuses what is dated on the lock date or before. */
export async function refuseLocked(db: Tx, day: string): Promise<void> {
  const problem = lockProblem((await moneySettingsOf(db)).lock_date, day);
  if (problem !== undefined) throw new Failure('conflict', problem);
}
