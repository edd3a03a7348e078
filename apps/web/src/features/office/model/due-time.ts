const minuteMs = 60_000;
const units = [
  ['day', 24 * 60],
  ['h', 60],
  ['min', 1],
] as const;

/** How far away a due time is: "Due in 3 h", "2 days overdue". */
export function dueWords(due: string, now: number): string {
  const minutes = (Date.parse(due) - now) / minuteMs;
  const [unit, length] = units.find(([, length]) => Math.abs(minutes) >= length) ?? ['min', 1];
  const count = Math.max(1, Math.floor(Math.abs(minutes) / length));
  const time = unit === 'day' ? `${count} ${count === 1 ? 'day' : 'days'}` : `${count} ${unit}`;
  return minutes < 0 ? `${time} overdue` : `Due in ${time}`;
}
