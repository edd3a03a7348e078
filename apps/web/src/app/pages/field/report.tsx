import { Button } from '@mantine/core';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { reportQuery } from '../../../features/field/reports/api.ts';
import { ReportBar } from '../../../features/field/reports/components/report-bar.tsx';
import { ReportSheet } from '../../../features/field/reports/components/report-sheet.tsx';
import { isConflict, isGone } from '../../../lib/api/api.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import './report.css';
import { useBusiness } from '../work/use-business.ts';

/** A finished visit, to be read, printed and mailed to the customer. */
export function ReportPage() {
  const { id } = useParams({ from: '/signed-in/account/dispatch/visits/$id/report' });
  const queryClient = useQueryClient();
  const { zone } = useBusiness();
  const report = useQuery(reportQuery(id));
  usePage(report.data ? `Visit report ${report.data.number}` : 'Visit report');
  if (
    report.error !== null &&
    report.data === undefined &&
    (isGone(report.error) || isConflict(report.error))
  )
    return <NoReport isEarly={isConflict(report.error)} />;
  return (
    <div className="page report-page">
      <Loaded query={report} what="the report" skeleton={<RowSkeleton rows={8} height={56} />}>
        {(data) => (
          <>
            <p className="report-page__back">
              <Link to="/jobs/$number" params={{ number: jobNumber(data.job.number) }}>
                ‹ {jobNumber(data.job.number)} · {data.customer.name}
              </Link>
            </p>
            <ReportBar
              report={data}
              zone={zone}
              onMailed={() => void queryClient.invalidateQueries({ queryKey: ['reports', id] })}
            />
            <ReportSheet report={data} canChoose />
          </>
        )}
      </Loaded>
    </div>
  );
}

function NoReport({ isEarly }: { isEarly: boolean }) {
  return (
    <div className="page">
      <EmptyList
        title={isEarly ? 'This visit isn’t finished' : 'Visit not found'}
        text={
          isEarly
            ? 'The report appears here once the result is recorded: completed, needs a return visit, or could not be completed.'
            : 'This visit no longer exists.'
        }
        action={<Button renderRoot={(props) => <Link to="/jobs" {...props} />}>See all jobs</Button>}
      />
    </div>
  );
}
