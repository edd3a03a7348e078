import type { OwnHours } from '@muster/domain/my-hours/schema';
import { clockWords } from '../../lib/clock.ts';

const away = { leave: 'On leave', sick: 'Sick leave', training: 'Training' } as const;

/** When somebody works on a day: "7:00 am – 3:30 pm", "Day off", or why not, one line for each. */
export function hoursWords({ shifts, holiday, absences }: OwnHours): string[] {
  const isAway = absences.some(({ from, to }) => from === null && to === null);
  const work =
    shifts.length === 0 ? 'Day off' : shifts.map(({ from, to }) => shiftWords(from, to)).join(', ');
  return [
    ...(holiday === null ? [] : [`Public holiday: ${holiday}`]),
    ...(isAway ? [] : [work]),
    ...absences.map(absenceWords),
  ];
}

/** One that ends when it begins lasts until the next day. */
function shiftWords(from: string, to: string): string {
  return from === to ? 'All day' : `${clockWords(from)} – ${clockWords(to)}`;
}

function absenceWords({ kind, from, to, reason }: OwnHours['absences'][number]): string {
  return [away[kind], spanWords(from, to), reason === '' ? '' : `(${reason})`].filter(Boolean).join(' ');
}

function spanWords(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${clockWords(from)} – ${clockWords(to)}`;
  if (from !== null) return `from ${clockWords(from)}`;
  return to === null ? 'all day' : `until ${clockWords(to)}`;
}
