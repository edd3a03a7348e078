import { Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { summaryQuery } from '../../../features/sales/office/api.ts';
import type { Summary } from '../../../features/sales/office/api.ts';
import { Figures } from '../../../features/sales/office/components/figures.tsx';
import { Filters } from '../../../features/sales/office/components/filters.tsx';
import { ViewSwitch } from '../../../features/sales/office/components/view-switch.tsx';
import { summaryFigures } from '../../../features/sales/office/model/figures.ts';
import { changed, exportAddress } from '../../../features/sales/office/model/office-search.ts';
import type { Change } from '../../../features/sales/office/model/office-search.ts';
import { usePage } from '../../../lib/page/page.ts';
import { PipelineColumns, EnquiryTable } from './office-views.tsx';
import './office.css';

export function OfficePage() {
  const search = useSearch({ from: '/signed-in/office/office' });
  const navigate = useNavigate();
  const summary = useQuery(summaryQuery).data;
  const isEmpty = summary?.total === 0;
  /** The figures are one line until somebody asks for the charts, which the browser remembers. */
  const [showsFigures, setShowsFigures] = useLocalStorage({
    key: 'muster-office-figures',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  usePage('Office');

  function change(wanted: Change) {
    void navigate({ to: '.', search: changed(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <>
      <div className="page office" data-view={search.view ?? 'pipeline'}>
        <Group component="header" gap="sm">
          <h1>Office</h1>
          <Group gap="0 8px" className="office__summary">
            {summary ? (
              <FigureLine summary={summary} />
            ) : (
              <Text size="sm" c="dimmed">
                Loading the figures
              </Text>
            )}
            {!isEmpty && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={showsFigures}
                onClick={() => setShowsFigures(!showsFigures)}
              >
                Figures
              </Button>
            )}
          </Group>
          {!isEmpty && (
            <Group gap="xs" ml="auto">
              <ViewSwitch search={search} />
              <Button component="a" href={exportAddress(search)} download>
                Export CSV
              </Button>
            </Group>
          )}
        </Group>
        {summary && showsFigures && <Figures summary={summary} />}
        {!isEmpty && <Filters search={search} onChange={change} />}
        {search.view === 'table' ? (
          <EnquiryTable search={search} onChange={change} />
        ) : (
          <PipelineColumns search={search} onChange={change} />
        )}
      </div>
      <Outlet />
    </>
  );
}

function FigureLine({ summary }: { summary: Summary }) {
  return (
    <Group component="ul" gap="0 16px" className="office__figures">
      {summaryFigures(summary).map(({ value, label }) => (
        <li key={label}>
          <strong>{value}</strong> {label}
        </li>
      ))}
      {summary.overdue > 0 && (
        <Text component="li" inherit c="attention" fw={600}>
          {summary.overdue.toLocaleString('en-AU')} overdue
        </Text>
      )}
    </Group>
  );
}
