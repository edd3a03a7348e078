import type { Summary } from '../api.ts';
import { hours, stateFigures, weekFigures } from '../model/figures.ts';
import { BarChart } from './bar-chart.tsx';
import { StateIcon } from './state-tag.tsx';
import './figures.css';

/** How the office is doing, at a glance. */
export function Figures({ summary }: { summary: Summary }) {
  const { arrivals, medians, latest } = weekFigures(summary);
  const weeks = (
    <>
      <span>{arrivals[0]?.label}</span>
      <span>{arrivals.at(-1)?.label}</span>
    </>
  );
  const whole = (value: number) => value.toLocaleString('en-AU');
  return (
    <div className="figures">
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
        title="Arrivals, 12 weeks"
        headline={`${whole(arrivals.at(-1)?.value ?? 0)} this week`}
        bars={arrivals}
        axis={weeks}
        head="Week from"
        unit="Arrivals"
        written={whole}
      />
      <BarChart
        title="Time to first contact"
        headline={latest === undefined ? 'Nobody contacted yet' : `${hours(latest)} median`}
        bars={medians}
        axis={weeks}
        head="Week from"
        unit="Median"
        written={hours}
      />
    </div>
  );
}
