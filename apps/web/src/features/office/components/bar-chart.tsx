import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import type { ReactNode } from 'react';
import './bar-chart.css';

interface Bar {
  label: string;
  /** Null: there is nothing to tell of it, which is not the same as 0. */
  value: number | null;
  /** Painted in its colour. */
  state?: EnquiryState;
}

interface BarChartProps {
  title: string;
  /** The one number to take away. */
  headline: string;
  bars: Bar[];
  /** The heads of the table's two columns: what the bars are of, and what they count. */
  head: string;
  unit: string;
  written: (value: number) => string;
  /** Below the bars. */
  axis: ReactNode;
}

const height = 48;
const step = 20;
const gap = 4;
/** So that a bar of very little is still one. */
const least = 2;

/** A small picture of a few numbers, with the numbers themselves one press away. */
export function BarChart({ title, headline, bars, head, unit, written, axis }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const tall = (value: number | null) => (value ? Math.max(least, (value / most) * height) : 0);
  const highest = bars.some(({ value }) => value) ? `, at most ${written(most)}` : '';
  return (
    <figure className="chart">
      <figcaption>
        {title} <strong>{headline}</strong>
      </figcaption>
      <svg
        className="chart__bars"
        viewBox={`0 0 ${bars.length * step - gap} ${height + 1}`}
        preserveAspectRatio="none"
        {...picture(`${title}: ${headline}${highest}`)}
      >
        {bars.map(({ label, value, state }, at) => (
          <rect
            key={label}
            x={at * step}
            y={height - tall(value)}
            width={step - gap}
            height={tall(value)}
            data-last={at === bars.length - 1}
            data-state={state}
          >
            <title>{`${label}: ${value === null ? 'none' : written(value)}`}</title>
          </rect>
        ))}
        <line x1="0" x2={bars.length * step} y1={height + 0.5} y2={height + 0.5} />
      </svg>
      <div className="chart__axis" aria-hidden>
        {axis}
      </div>
      <details>
        <summary>
          As a table<span className="m-hidden">: {title}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value === null ? 'None' : written(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** A picture of which only its title is read out. */
function picture(label: string) {
  return { role: 'img', 'aria-label': label } as const;
}
