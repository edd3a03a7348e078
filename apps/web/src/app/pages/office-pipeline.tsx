import { useMediaQuery } from '@mantine/hooks';
import { ButtonLink } from '@muster/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { summaryQuery } from '../../features/office/api.ts';
import { Figures } from '../../features/office/components/figures.tsx';
import { Filters } from '../../features/office/components/filters.tsx';
import { ViewSwitch } from '../../features/office/components/view-switch.tsx';
import { keepSearch } from '../../features/office/model/kept-search.ts';
import { changed, exportAddress } from '../../features/office/model/office-search.ts';
import type { Change } from '../../features/office/model/office-search.ts';
import { usePage } from '../../lib/page.ts';
import { PipelineColumns, PipelineTable } from './office-views.tsx';
import './office.css';

export function OfficePage() {
  const search = useSearch({ from: '/signed-in/office/office' });
  const navigate = useNavigate({ from: '/office' });
  const isEmpty = useQuery(summaryQuery).data?.total === 0;
  usePage('Office');
  useEffect(() => keepSearch(search), [search]);

  function change(wanted: Change) {
    void navigate({ search: changed(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <div className="page office">
      <header className="office__top">
        <div>
          <h1>Office</h1>
          <Lead />
        </div>
        {!isEmpty && (
          <>
            <ViewSwitch search={search} />
            <ButtonLink variant="secondary" href={exportAddress(search)} download>
              Export CSV
            </ButtonLink>
          </>
        )}
      </header>
      <OfficeFigures />
      {!isEmpty && <Filters search={search} onChange={change} />}
      {search.view === 'table' ? (
        <PipelineTable search={search} onChange={change} />
      ) : (
        <PipelineColumns search={search} onChange={change} />
      )}
    </div>
  );
}

function Lead() {
  const { data } = useQuery(summaryQuery);
  return (
    <p className="page__lead">
      {data
        ? `${data.total.toLocaleString('en-AU')} ${data.total === 1 ? 'enquiry' : 'enquiries'}`
        : 'Enquiries'}
      {data && data.overdue > 0 && (
        <>
          , <strong className="office__overdue">{data.overdue.toLocaleString('en-AU')} overdue</strong>
        </>
      )}
    </p>
  );
}

/** Open where there is room for them beside the work itself. */
function OfficeFigures() {
  const { data } = useQuery(summaryQuery);
  const isWide = useMediaQuery('(width >= 900px)', true, { getInitialValueInEffect: false });
  if (!data || data.total === 0) return null;
  return (
    <details className="office__figures" open={isWide}>
      <summary>Figures</summary>
      <Figures summary={data} />
    </details>
  );
}
