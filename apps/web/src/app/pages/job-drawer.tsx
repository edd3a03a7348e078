import { Badge, Button, Tabs } from '@mantine/core';
import { jobNumber, readJobNumber, visitNumber } from '@muster/domain/jobs/rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChangeList } from '../../features/changes/components/change-list.tsx';
import { VisitField } from '../../features/field-records/components/visit-field.tsx';
import { jobQuery, type JobRecord } from '../../features/jobs/api.ts';
import { JobActions } from '../../features/jobs/components/job-actions.tsx';
import { JobDetail } from '../../features/jobs/components/job-detail.tsx';
import { ReportLink } from '../../features/reports/components/report-link.tsx';
import { isGone } from '../../lib/api.ts';
import { filesQuery } from '../../lib/files.ts';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { FilesSection } from '../../lib/kit/files/files-section.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { WorkStateBadge } from '../../lib/kit/work-state.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { useRemembered } from '../shell/recent.ts';
import { useBusiness } from './use-business.ts';
import { useWords } from './use-words.ts';

interface JobDrawerProps {
  /** As somebody wrote it: whoever writes j1042 or 1042 means the same job. */
  given: string;
  /** What the place that it was opened from has to say of it. */
  top?: ReactNode;
  onClose: () => void;
}

/** Everything about a job, beside the list or the board that it was opened from. */
export function JobDrawer({ given, top, onClose }: JobDrawerProps) {
  const read = readJobNumber(given);
  const number = read === undefined ? given : jobNumber(read);
  const job = useQuery(jobQuery(number));
  if (job.data) return <Opened key={number} job={job.data} top={top} onClose={onClose} />;
  const isMissing = job.error !== null && isGone(job.error);
  return (
    <RecordDrawer key={number} isWide title={isMissing ? 'Job not found' : number} onClose={onClose}>
      {isMissing ? (
        <EmptyList
          title="Job not found"
          text={`There is no job ${number}.`}
          action={<Button onClick={onClose}>See all jobs</Button>}
        />
      ) : (
        <Loaded query={job} what="This job" skeleton={<RowSkeleton rows={8} height={36} />}>
          {() => null}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function Opened({ job, top, onClose }: { job: JobRecord; top: ReactNode; onClose: () => void }) {
  const { zone, today } = useBusiness();
  const words = useWords();
  // Those of its visits are among them: one question for the whole drawer.
  const files = useQuery(filesQuery({ job: job.id })).data;
  const number = jobNumber(job.number);
  useRemembered({ kind: 'jobs', id: job.id, title: number, subtitle: job.customer.name });
  return (
    <RecordDrawer
      isWide
      title={
        <>
          <span className="record-drawer__name">
            {number} · {job.customer.name}
          </span>
          <WorkStateBadge state={job.state} />
          {job.archived_at !== null && <Badge color="grey">Archived</Badge>}
        </>
      }
      aside={<JobActions job={job} />}
      onClose={onClose}
    >
      {top}
      <Tabs defaultValue="details" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <JobDetail
            job={job}
            zone={zone}
            renderField={(visit) => (
              <>
                <ReportLink visit={visit} number={visitNumber(job.number, visit.number)} />
                <VisitField
                  visit={visit}
                  number={visitNumber(job.number, visit.number)}
                  files={files?.filter(({ visit_id }) => visit_id === visit.id)}
                  zone={job.site.zone}
                />
              </>
            )}
            files={
              <FilesSection
                of={{ job: job.id }}
                isListed={({ visit_id }) => visit_id === null}
                subject="job"
                subjectId={job.id}
                name={number}
                isMain
                empty="Plans, quotes, photos: drop them anywhere here, paste a picture, or add them."
              />
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="xs">
          <ChangeList
            filters={{ subject: job.id }}
            words={words}
            today={today}
            empty="Nothing has been changed since this job was added."
          />
        </Tabs.Panel>
      </Tabs>
    </RecordDrawer>
  );
}
