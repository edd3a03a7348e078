import type { Summary } from '../api.ts';
import { stateColors } from './state-colors.ts';
import { stateNames } from './state-words.ts';

export function stateFigures({ states }: Summary) {
  return states.map(({ state, count }) => ({
    label: stateNames[state],
    value: count,
    color: stateColors[state],
  }));
}

/** The figures of one line, each with what it counts: "12 enquiries", "5 h to first contact, median of the last 30 days". */
export function summaryFigures(summary: Summary): { value: string; label: string }[] {
  const { total, open, last_30_days: lately } = summary;
  const figures = [{ value: whole(total), label: total === 1 ? 'enquiry' : 'enquiries' }];
  if (total === 0) return figures;
  figures.push(
    { value: whole(open), label: 'open' },
    { value: whole(lately.arrivals), label: 'received in 30 days' },
  );
  if (lately.median_hours !== null)
    figures.push({
      value: hours(lately.median_hours),
      label: 'to first contact, median of the last 30 days',
    });
  return figures;
}

function whole(value: number): string {
  return value.toLocaleString('en-AU');
}

export function weekFigures({ weeks }: Summary) {
  const medians = weeks.map(({ week, median_hours }) => ({ label: weekName(week), value: median_hours }));
  return {
    arrivals: weeks.map(({ week, arrivals }) => ({ label: weekName(week), value: arrivals })),
    medians,
  };
}

/** A week is named by its Monday, which is a date and not a moment: it has no zone. */
function weekName(week: string): string {
  return new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${week}T00:00Z`),
  );
}

const hoursOfADay = 24;

/** As people say it: "25 min", "3.5 h", "4 days". */
export function hours(value: number): string {
  if (value < 1) return `${Math.round(value * 60)} min`;
  const [amount, unit] = value < 2 * hoursOfADay ? [value, 'h'] : [value / hoursOfADay, 'days'];
  return `${new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 }).format(amount)} ${unit}`;
}
