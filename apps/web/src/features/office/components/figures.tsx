import { SimpleGrid } from '@mantine/core';
import type { Summary } from '../api.ts';
import { hours, stateFigures, weekFigures } from '../model/figures.ts';
import { BarChart } from './bar-chart.tsx';
import { StateIcon } from './state-badge.tsx';

/** How the office is doing, in three charts. */
export function Figures({ summary }: { summary: Summary }) {
  const { arrivals, medians } = weekFigures(summary);
  const { arrivals: lately, median_hours: median } = summary.last_30_days;
  const weeks = (
    <>
      <span>{arrivals[0]?.label}</span>
      <span>{arrivals.at(-1)?.label}</span>
    </>
  );
  const whole = (value: number) => value.toLocaleString('en-AU');
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="xs">
      <BarChart
        title="By state"
        headline={`${whole(summary.total)} in all`}
        bars={stateFigures(summary)}
        axis={summary.states.map(({ state }) => (
          <StateIcon key={state} state={state} />
        ))}
        head="State"
        unit="Enquiries"
        written={whole}
      />
      <BarChart
        title="Received, 12 weeks"
        headline={`${whole(lately)} in the last 30 days`}
        bars={arrivals}
        axis={weeks}
        head="Week from"
        unit="Enquiries"
        written={whole}
      />
      <BarChart
        title="Time to first contact"
        headline={median === null ? 'None in the last 30 days' : `${hours(median)} median, last 30 days`}
        bars={medians}
        axis={weeks}
        head="Week from"
        unit="Median"
        written={hours}
      />
    </SimpleGrid>
  );
}
