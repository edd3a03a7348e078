const minuteMs = 60_000;
const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How far away a due time is: "Due in 3 hours", "2 days overdue". */
export function dueWords(due: string, now: number): string {
  const minutes = (Date.parse(due) - now) / minuteMs;
  const [unit, length] = units.find(([, length]) => Math.abs(minutes) >= length) ?? ['minute', 1];
  const count = new Intl.NumberFormat('en-AU', {
    style: 'unit',
    unit,
    unitDisplay: unit === 'minute' ? 'short' : 'long',
  }).format(Math.max(1, Math.floor(Math.abs(minutes) / length)));
  return minutes < 0 ? `${count} overdue` : `Due in ${count}`;
}
