import { SimpleGrid, Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Summary } from '../api.ts';
import { hours, stateFigures, weekFigures } from '../model/figures.ts';
import { StateIcon } from './state-badge.tsx';
import './bar-chart.css';

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
        title="By status"
        headline={`${whole(summary.total)} in total`}
        bars={stateFigures(summary)}
        axis={summary.states.map(({ state }) => (
          <StateIcon key={state} state={state} />
        ))}
        head="Status"
        unit="Enquiries"
        written={whole}
      />
      <BarChart
        title="Received, 12 weeks"
        headline={`${whole(lately)} in the last 30 days`}
        bars={arrivals}
        axis={weeks}
        head="Week starting"
        unit="Enquiries"
        written={whole}
      />
      <BarChart
        title="Time to first contact"
        headline={median === null ? 'None in the last 30 days' : `${hours(median)} median, last 30 days`}
        bars={medians}
        axis={weeks}
        head="Week starting"
        unit="Median"
        written={hours}
      />
    </SimpleGrid>
  );
}

interface Bar {
  label: string;
  /** Null: there is nothing to count, which is not the same as 0. */
  value: number | null;
  /** A colour of the theme; without one the last bar stands out from the others. */
  color?: string;
}

interface BarChartProps {
  title: string;
  /** The one number to take away. */
  headline: string;
  bars: Bar[];
  /** The heads of the table's two columns: what the bars stand for, and what they count. */
  head: string;
  unit: string;
  written: (value: number) => string;
  /** Below the bars. */
  axis: ReactNode;
}

const height = 48;
const step = 20;
const gap = 4;
/** A bar for very little can still be seen. */
const least = 2;

/** A small picture of a few numbers, with the numbers themselves one press away. The kit's core has no chart. */
function BarChart({ title, headline, bars, head, unit, written, axis }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const tall = (value: number | null) => (value ? Math.max(least, (value / most) * height) : 0);
  const highest = bars.some(({ value }) => value) ? `, up to ${written(most)}` : '';
  return (
    <Paper component="figure" withBorder px="md" py="sm" className="chart">
      <Group component="figcaption" justify="space-between" align="baseline" gap="xs">
        <Text span size="xs" fw={600} c="dimmed">
          {title}
        </Text>{' '}
        <Text span size="md" fw={600}>
          {headline}
        </Text>
      </Group>
      <svg
        className="chart__bars"
        viewBox={`0 0 ${bars.length * step - gap} ${height + 1}`}
        preserveAspectRatio="none"
        {...picture(`${title}: ${headline}${highest}`)}
      >
        {bars.map(({ label, value, color }, at) => (
          <rect
            key={label}
            x={at * step}
            y={height - tall(value)}
            width={step - gap}
            height={tall(value)}
            data-last={at === bars.length - 1}
            style={color ? { fill: `var(--mantine-color-${color}-filled)` } : {}}
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
          As a table<VisuallyHidden>: {title}</VisuallyHidden>
        </summary>
        <Table fz="xs" verticalSpacing={2} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{head}</Table.Th>
              <Table.Th scope="col" ta="right">
                {unit}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map(({ label, value }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta="right">{value === null ? 'None' : written(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </Paper>
  );
}

/** A picture of which only the title is read out. */
function picture(label: string) {
  return { role: 'img', 'aria-label': label } as const;
}
