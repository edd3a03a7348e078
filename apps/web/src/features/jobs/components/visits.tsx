import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import type { JobRecord, JobType, VisitRecord } from '../api.ts';
import { VisitCard } from './visit-card.tsx';
import { VisitForm } from './visit-form.tsx';

interface VisitsProps {
  job: JobRecord;
  type: JobType | undefined;
  zone: string;
  renderField: (visit: VisitRecord) => ReactNode;
}

/** The appointments of a job. */
export function Visits({ job, type, zone, renderField }: VisitsProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <DrawerSection
      title="Visits"
      action={
        !isAdding &&
        job.archived_at === null && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAdding(true)}>
            Add visit
          </Button>
        )
      }
    >
      <div className="visits">
        {job.visits.map((visit) => (
          <VisitCard key={visit.id} job={job} visit={visit} type={type} zone={zone}>
            {renderField(visit)}
          </VisitCard>
        ))}
        {isAdding && <VisitForm job={job} type={type} visit={undefined} onClose={() => setAdding(false)} />}
      </div>
    </DrawerSection>
  );
}
