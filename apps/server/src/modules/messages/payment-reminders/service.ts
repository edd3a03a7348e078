import {
  businessDayFrom,
  isTimeToRemind,
  nextReminder,
} from '@muster/domain/messages/payment-reminders/rules';
import {
  type InvoiceAttention,
  type ReminderChoice,
  type ReminderPlan,
  ReminderStop,
} from '@muster/domain/messages/payment-reminders/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, timeAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { TextDeps } from '../../basics/texts/service.ts';
import { attentionOfBooks } from '../../money/accounting/service.ts';
import { readInvoice, sumOverdue } from '../../money/invoices/service.ts';
import { moneySettingsOf, today } from '../../money/money-settings/service.ts';
import { holidaysOf } from '../../work/holidays/service.ts';
import { readSettings } from '../../work/settings/service.ts';
import { sendLetter, usualWay } from '../invoice-letters/service.ts';
import { holdPaper } from '../../money/paper-links/service.ts';
import {
  findOwed,
  findStop,
  listAbout,
  listCardProblems,
  listDisputes,
  listLost,
  type OwedInvoice,
} from './store.ts';

export const reminderStops: TrackedTable<ReminderStop> = {
  name: 'reminder_stops',
  columns: columnsIn('reminder_stops', ReminderStop),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: ({ reason }) => reason || 'no reminders',
  subjects: ({ invoice_id }) => [invoice_id],
  refusals: {
    reminder_stops_once: 'Someone else has just stopped these reminders.',
    reminder_stops_account_id_invoice_id_fkey: 'This invoice no longer exists.',
  },
};

/** The task that looks for whom to remind of what is overdue: of all accounts, of one, and one portion of its invoices at a time. */
export const PAYMENT_REMINDERS_DUE = 'payment reminders due';
export const ACCOUNT_REMINDS_PAYERS = 'account reminds payers';
export const PAYERS_REMINDED = 'payers reminded';

/** The invoices of a business of which somebody is to be reminded now: none outside business hours. */
export async function listDue(db: Tx, account: AccountId, at: Date): Promise<string[]> {
  const { reminder_days } = await moneySettingsOf(db);
  const { zone, region } = await readSettings(db, account);
  const day = await today(db, at);
  const holidays = holidaysOf(region, day, day).map(({ date }) => date);
  if (!isTimeToRemind(day, timeAt(minuteAt(at), zone), holidays)) return [];
  const isDue = (owed: OwedInvoice) => (nextReminder(owed, reminder_days, day) ?? '9999') <= day;
  return (await listAbout(db, reminder_days, day)).filter(isDue).map(({ id }) => id);
}

/**
 * Reminds whoever pays an invoice, unless it was paid, credited, stopped or reminded of a moment ago. Whoever cannot be reached stays
 * among what is overdue.
 */
export async function remindPayer(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  invoice: string,
): Promise<null> {
  const { db, at } = write;
  await holdPaper(db, 'invoice', invoice);
  const owed = await findOwed(db, invoice);
  const { reminder_days } = await moneySettingsOf(db);
  const day = await today(db, at);
  const next = owed ? nextReminder(owed, reminder_days, day) : null;
  if (next === null || next > day) return null;
  const way = await usualWay(db, deps, account, invoice, at);
  if (way) await sendLetter(write, deps, account, invoice, { kind: 'reminder', ways: [way] });
  return null;
}

/** Christmas and New Year with their weekends, and a few days more. */
const LONGEST_BREAK_DAYS = 14;

export async function planOf(
  db: Tx,
  deps: TextDeps,
  { account, invoice, at }: { account: AccountId; invoice: string; at: Date },
): Promise<ReminderPlan> {
  await readInvoice(db, invoice);
  const stop = (await findStop(db, reminderStops, invoice)) ?? null;
  const owed = await findOwed(db, invoice);
  const { reminder_days } = await moneySettingsOf(db);
  const day = await today(db, at);
  const next = owed ? nextReminder(owed, reminder_days, day) : null;
  // Whoever cannot be reached is promised nothing.
  if (next === null || !(await usualWay(db, deps, account, invoice, at))) return { stop, next_on: null };
  const soonest = next > day ? next : day;
  const { region } = await readSettings(db, account);
  const holidays = holidaysOf(region, soonest, addDays(soonest, LONGEST_BREAK_DAYS)).map(({ date }) => date);
  return { stop, next_on: businessDayFrom(soonest, holidays) };
}

/** Stops the reminders of an invoice, or lets the rule hold for it again. */
export async function chooseReminders(
  write: Writer,
  deps: TextDeps,
  { account, invoice }: { account: AccountId; invoice: string },
  { is_on, reason = '' }: ReminderChoice,
): Promise<ReminderPlan> {
  const { db, at } = write;
  const { kind, state, bill_to_id } = await readInvoice(db, invoice);
  if (kind === 'credit note' || state === 'draft')
    throw new Failure('conflict', 'Only of an issued invoice is anyone reminded.');
  await holdPaper(db, 'invoice', invoice);
  const stop = await findStop(db, reminderStops, invoice);
  write.concern([bill_to_id]);
  if (is_on && stop) await write.remove(reminderStops, stop.id);
  if (!is_on && stop) await write.update(reminderStops, stop.id, { reason });
  if (!is_on && !stop)
    await write.insert(reminderStops, [{ invoice_id: invoice, reason, at: at.toISOString() }]);
  return planOf(db, deps, { account, invoice, at });
}

/** What is overdue, what was sent and did not arrive, and what of the books needs a person. */
export async function attentionOf(db: Tx, at: Date): Promise<InvoiceAttention> {
  return {
    overdue: await sumOverdue(db, await today(db, at)),
    lost: await listLost(db, at),
    disputes: await listDisputes(db),
    cards: await listCardProblems(db),
    books: await attentionOfBooks(db),
  };
}
