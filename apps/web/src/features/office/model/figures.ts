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

/** All figures in one line: "12 enquiries · 3 this week · 5 h to first contact". */
export function summaryWords(summary: Summary): string {
  const { total } = summary;
  const { arrivals, latest } = weekFigures(summary);
  const received = arrivals.at(-1)?.value ?? 0;
  return [
    `${total.toLocaleString('en-AU')} ${total === 1 ? 'enquiry' : 'enquiries'}`,
    ...(total > 0 ? [`${received.toLocaleString('en-AU')} this week`] : []),
    ...(latest === undefined ? [] : [`${hours(latest)} to first contact`]),
  ].join(' · ');
}

export function weekFigures({ weeks }: Summary) {
  const medians = weeks.map(({ week, median_hours }) => ({ label: weekName(week), value: median_hours }));
  return {
    arrivals: weeks.map(({ week, arrivals }) => ({ label: weekName(week), value: arrivals })),
    medians,
    /** The median of the last week in which staff contacted anybody. */
    latest: medians.findLast(({ value }) => value !== null)?.value ?? undefined,
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
