import { Badge, Group } from '@mantine/core';
import { jobNumber, readJobNumber, visitNumber } from '@muster/domain/work/jobs/rules';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { hasBegun, isOver } from '@muster/domain/work/visits/states';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { VisitField } from '../../../features/field/field-records/components/visit-field.tsx';
import { ReportChanges } from '../../../features/field/reports/components/report-changes.tsx';
import { ReportLink } from '../../../features/field/reports/components/report-link.tsx';
import { CustomerPageLine } from '../../../features/messages/visit-pages/components/customer-page-line.tsx';
import { CustomerRequests } from '../../../features/messages/visit-pages/components/customer-requests.tsx';
import { DispatchDialog } from '../../../features/messages/dispatch-previews/components/dispatch-dialog.tsx';
import type { JobRecord } from '../../../features/work/jobs/api.ts';
import { jobQuery } from '../../../features/work/jobs/api.ts';
import { JobActions } from '../../../features/work/jobs/components/job-actions.tsx';
import { LateLine } from '../../../features/work/jobs/components/late-line.tsx';
import { JobReading } from '../../../features/work/jobs/components/job-reading.tsx';
import { JobDetail } from '../../../features/work/jobs/components/job-detail.tsx';
import { filesQuery } from '../../../lib/files/files.ts';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { FilesSection } from '../../../lib/kit/files/files-section.tsx';
import { WorkStateBadge } from '../../../lib/kit/work-state.tsx';
import { OpenRecord, RecordTabs } from '../../shell/records.tsx';
import { JobMoney, VisitMoney } from '../money/job-money.tsx';
import { useBusiness } from './use-business.ts';

interface JobDrawerProps {
  /** As somebody wrote it: whoever writes j1042 or 1042 means the same job. */
  given: string;
  /** What the place that it was opened from has to say of it. */
  top?: ReactNode;
  /** How late a visit is, where the place that it was opened from can reckon that. */
  lateNews?: ComponentProps<typeof LateLine>['news'];
  onClose: () => void;
}

/** Everything about a job, beside the list or the board that it was opened from. */
export function JobDrawer({ given, top, lateNews, onClose }: JobDrawerProps) {
  const { isPlanner } = useBusiness();
  const read = readJobNumber(given);
  const number = read === undefined ? given : jobNumber(read);
  return (
    <OpenRecord
      key={number}
      query={jobQuery(number)}
      thing="job"
      title={number}
      missing={`We couldn’t find job ${number}.`}
      isWide
      onClose={onClose}
    >
      {(job) =>
        isPlanner ? (
          <Opened job={job} top={top} lateNews={lateNews} onClose={onClose} />
        ) : (
          <RecordDrawer isWide title={<JobTitle job={job} />} onClose={onClose}>
            <JobReading job={job} />
            <JobMoney job={job} />
          </RecordDrawer>
        )
      }
    </OpenRecord>
  );
}

function JobTitle({ job }: { job: JobRecord }) {
  return (
    <>
      <span className="record-drawer__name">
        {jobNumber(job.number)} · {job.customer.name}
      </span>
      <WorkStateBadge state={job.state} />
      {job.archived_at !== null && <Badge color="grey">Archived</Badge>}
    </>
  );
}

function Opened({ job, top, lateNews, onClose }: Omit<JobDrawerProps, 'given'> & { job: JobRecord }) {
  const { zone, isOwner } = useBusiness();
  // Those of its visits are among them: one question for the whole drawer.
  const files = useQuery(filesQuery({ job: job.id })).data;
  const number = jobNumber(job.number);
  return (
    <RecordDrawer isWide title={<JobTitle job={job} />} aside={<JobActions job={job} />} onClose={onClose}>
      {top}
      <RecordTabs kind="jobs" id={job.id} title={number} subtitle={job.customer.name}>
        <JobDetail
          job={job}
          zone={zone}
          renderField={(visit) => (
            <>
              <LateLine job={job} visit={visit} news={lateNews} />
              <CustomerRequests visit={visit} zone={zone} />
              <CustomerPageLine visit={visit} number={visitNumber(job.number, visit.number)} zone={zone} />
              {isOver(visit.state) && (
                <Group gap="xs">
                  <VisitMoney job={job} visit={visit.id} />
                  <ReportLink visit={visit} number={visitNumber(job.number, visit.number)} />
                </Group>
              )}
              {hasBegun(visit.state) && <ReportChanges visit={visit.id} zone={job.site.zone} />}
              <VisitField
                visit={visit}
                number={visitNumber(job.number, visit.number)}
                files={files?.filter(({ visit_id }) => visit_id === visit.id)}
                zone={job.site.zone}
              />
            </>
          )}
          renderDispatch={({ visit, ...on }) => (
            <DispatchDialog
              date={dateAt(minuteAt(visit.assignments[0]!.starts_at), zone)}
              technician={undefined}
              visits={[visit.id]}
              count={1}
              mayInvite={isOwner}
              {...on}
            />
          )}
          files={
            <>
              <JobMoney job={job} />
              <FilesSection
                of={{ job: job.id }}
                isListed={({ visit_id }) => visit_id === null}
                subject="job"
                subjectId={job.id}
                name={number}
                isMain
                empty="Plans, quotes, photos: drop them here, paste a picture, or add them."
              />
            </>
          }
        />
      </RecordTabs>
    </RecordDrawer>
  );
}
