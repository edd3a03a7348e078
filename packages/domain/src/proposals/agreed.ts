import type { VisitRow } from '../scheduling/board/rows.ts';
import { dateAt, type LocalDate, type LocalTime, timeAt } from '../values/local-time.ts';
import { type EpochMinutes, minutes } from '../values/minutes.ts';
import type { Agreed } from './schema.ts';

type Edit = Agreed['edit'];

/** What one asks a customer for is a multiple of this, in minutes. */
const GRID = 5;
const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * What has to be agreed to so that a visit may start then: the least that has to be changed of what it asks for, beside a duration and
 * overtime that somebody names. Null: nothing. What was agreed to before stays so.
 */
export function agreementFor(
  row: VisitRow,
  start: EpochMinutes | null,
  { duration, overtime }: { readonly duration?: number; readonly overtime: boolean },
  known: Agreed | null,
): Agreed | null {
  const edit = {
    ...known?.edit,
    ...(start !== null && editFor(known ? agreedRow(row, known) : row, start)),
    ...(duration !== undefined && { duration }),
  };
  const isOvertime = overtime || (known?.overtime ?? false);
  if (!isOvertime && Object.keys(edit).length === 0) return null;
  return { overtime: isOvertime, edit, before: sameOf(row, edit) };
}

/** The visit as it would be. */
export function agreedRow(row: VisitRow, { edit }: Agreed): VisitRow {
  const { duration, on_date, not_before, window_from, window_to } = edit;
  const from = window_from ?? row.window?.from;
  const to = window_to ?? row.window?.to;
  return {
    ...row,
    ...(duration !== undefined && { duration: minutes(duration) }),
    ...(on_date !== undefined && { date: on_date as LocalDate | null }),
    ...(not_before !== undefined && { notBefore: not_before as LocalDate | null }),
    ...(from !== undefined &&
      to !== undefined && { window: { from: from as LocalTime, to: to as LocalTime } }),
  };
}

/** Whether the visit asks for something else by now than what the agreement was about. */
export function isOvertaken(row: VisitRow, { edit, before }: Agreed): boolean {
  const now = sameOf(row, edit);
  const isEqual = (a: Edit, b: Edit) =>
    Object.keys(edit).every((field) => a[field as keyof Edit] === b[field as keyof Edit]);
  return !isEqual(now, before) && !isEqual(now, edit);
}

/** A day or a time that the visit may not start at becomes one that it may. */
function editFor({ site, date, window, notBefore }: VisitRow, start: EpochMinutes): Edit {
  const day = dateAt(start, site.zone);
  const time = timeAt(start, site.zone);
  return {
    ...(date !== null && date !== day && { on_date: day }),
    ...(window !== null && time < window.from && { window_from: onGrid(time, Math.floor) }),
    ...(window !== null && time > window.to && { window_to: onGrid(time, Math.ceil) }),
    ...(notBefore !== null && day < notBefore && { not_before: day }),
  };
}

function onGrid(time: LocalTime, round: (value: number) => number): string {
  const [hours, rest] = time.split(':').map(Number) as [number, number];
  const rounded = round((hours * HOUR + rest) / GRID) * GRID;
  if (rounded >= DAY) return time;
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(rounded / HOUR))}:${digits(rounded % HOUR)}`;
}

/** What the visit has in the fields of an edit. */
function sameOf({ duration, date, notBefore, window }: VisitRow, edit: Edit): Edit {
  const all = {
    duration,
    on_date: date,
    not_before: notBefore,
    window_from: window?.from ?? null,
    window_to: window?.to ?? null,
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in edit));
}
