import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { summaryQuery } from '../../features/office/api.ts';
import { Figures } from '../../features/office/components/figures.tsx';
import { Filters } from '../../features/office/components/filters.tsx';
import { ViewSwitch } from '../../features/office/components/view-switch.tsx';
import { summaryWords } from '../../features/office/model/figures.ts';
import { keepSearch } from '../../features/office/model/kept-search.ts';
import { changed, exportAddress } from '../../features/office/model/office-search.ts';
import type { Change } from '../../features/office/model/office-search.ts';
import { usePage } from '../../lib/page.ts';
import { PipelineColumns, PipelineTable } from './office-views.tsx';
import './office.css';

export function OfficePage() {
  const search = useSearch({ from: '/signed-in/office/office' });
  const navigate = useNavigate({ from: '/office' });
  const summary = useQuery(summaryQuery).data;
  const isEmpty = summary?.total === 0;
  /** The figures are one line until somebody asks for the charts. */
  const [showsFigures, { toggle: toggleFigures }] = useDisclosure(false);
  usePage('Office');
  useEffect(() => keepSearch(search), [search]);

  function change(wanted: Change) {
    void navigate({ search: changed(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <div className="page office" data-view={search.view ?? 'pipeline'}>
      <Group component="header" gap="sm">
        <h1>Office</h1>
        <Group gap="sm" className="office__summary">
          <Text c="dimmed">{summary ? summaryWords(summary) : 'Loading the figures'}</Text>
          {summary && summary.overdue > 0 && (
            <Text c="attention" fw={600}>
              {summary.overdue.toLocaleString('en-AU')} overdue
            </Text>
          )}
          {!isEmpty && (
            <Button variant="subtle" size="compact-sm" aria-expanded={showsFigures} onClick={toggleFigures}>
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
        <PipelineTable search={search} onChange={change} />
      ) : (
        <PipelineColumns search={search} onChange={change} />
      )}
    </div>
  );
}
