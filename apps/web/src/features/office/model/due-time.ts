const minuteMs = 60_000;
const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How far away a due time is: "due in 3 hours", "2 days overdue". */
export function dueWords(due: string, now: number): string {
  const minutes = (Date.parse(due) - now) / minuteMs;
  const [unit, length] = units.find(([, length]) => Math.abs(minutes) >= length) ?? ['minute', 1];
  const count = new Intl.NumberFormat('en-AU', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.floor(Math.abs(minutes) / length)),
  );
  return minutes < 0 ? `${count} overdue` : `due in ${count}`;
}

/** As the browser's field for a date and a time has it: without a zone, in the reader's own. */
export function asFieldText(at: string): string {
  const local = new Date(at);
  local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Undefined where it is no time at all. */
export function fromFieldText(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
