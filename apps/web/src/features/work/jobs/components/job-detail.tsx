import { Stack, Button, Anchor, Group, Text } from '@mantine/core';
import { toRing } from '@muster/domain/work/contacts/rules';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { minuteAt } from '@muster/domain/values/minutes';
import { isOver } from '@muster/domain/work/visits/states';
import { inTurn } from '@muster/domain/work/visits/turn';
import type { Job } from '@muster/domain/work/jobs/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { type JobType, jobTypesQuery } from '../../../../lib/choices/jobs.ts';
import { useNow } from '../../../../lib/page/use-now.ts';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts, ReadSection } from '../../../../lib/kit/drawer/reading.tsx';
import { PhoneLink } from '../../../../lib/kit/phone-link.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { JobRecord, VisitRecord } from '../api.ts';
import { editJob } from '../api.ts';
import { priorityNames } from '../model/job-search.ts';
import { bookingWords, promiseWords } from '../model/visit-words.ts';
import type { JobFields } from './job-fields.tsx';
import { DescriptionField, TypeField, UrgencyFields } from './job-fields.tsx';
import { useJobCache } from './use-job-cache.ts';
import { PastVisitForm } from './past-visit.tsx';
import { type RenderDispatch, VisitCard } from './visit-card.tsx';
import { VisitForm } from './visit-form.tsx';

interface JobDetailProps {
  job: JobRecord;
  /** Of the business. */
  zone: string;
  /** What is known of a visit from the field. */
  renderField: (visit: VisitRecord) => ReactNode;
  renderDispatch: RenderDispatch;
  files: ReactNode;
}

export function JobDetail({ job, zone, renderField, renderDispatch, files }: JobDetailProps) {
  const { tell } = useUndo();
  const cache = useJobCache(job);
  const types = useQuery(jobTypesQuery).data ?? [];
  const { id, version, job_type_id, description, priority, due_on, tags, order_number } = job;
  const form = useRecordForm<JobFields, { row: Job; change: number; made: boolean }>({
    place: `job ${id}`,
    row: { id, version, job_type_id, description, priority, due_on, tags, order_number },
    send: (changed, { version }, key) => editJob(id, { ...changed, version }, key),
    onSaved({ row, ...saved }) {
      cache.putJob(row);
      tell(`${jobNumber(row.number)} saved.`, [saved]);
    },
    onNewer: (row: Job) => cache.putJob(row),
  });
  const submit = () => void form.submit();
  const typeName = (id: string | null) => types.find((type) => type.id === id)?.name ?? 'None';
  return (
    <FormFrame label={jobNumber(job.number)} isSaving={form.isSaving} onSubmit={submit}>
      <ReadSection
        title="What needs doing"
        form={form}
        lines={[
          { name: 'description', label: 'Description', value: description },
          { name: 'job_type_id', label: 'Job type', value: job_type_id !== null && typeName(job_type_id) },
        ]}
      >
        <Stack gap="sm">
          <DescriptionField form={form} />
          <FormField form={form} name="job_type_id" label="Job type" words={typeName}>
            {({ value, set }) => <TypeField types={types} value={value} onChange={set} />}
          </FormField>
        </Stack>
      </ReadSection>
      <JobPlace job={job} />
      <Visits
        job={job}
        type={types.find((type) => type.id === job_type_id)}
        zone={zone}
        renderField={renderField}
        renderDispatch={renderDispatch}
      />
      {files}
      <ReadSection
        title="Priority and tags"
        form={form}
        lines={[
          { name: 'priority', label: 'Priority', value: priorityNames[priority] },
          { name: 'due_on', label: 'Due', value: due_on !== null && dateInWords(due_on as LocalDate) },
          { name: 'tags', label: 'Tags', value: tags.join(', ') },
          { name: 'order_number', label: 'Order number', value: order_number },
        ]}
      >
        <UrgencyFields form={form} />
      </ReadSection>
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

interface VisitsProps extends Pick<JobDetailProps, 'job' | 'zone' | 'renderField' | 'renderDispatch'> {
  type: JobType | undefined;
}

/** The appointments of a job. */
function Visits({ job, type, zone, renderField, renderDispatch }: VisitsProps) {
  const [adding, setAdding] = useState<'visit' | 'past visit'>();
  const close = () => setAdding(undefined);
  return (
    <DrawerSection
      title="Visits"
      action={
        adding === undefined &&
        job.archived_at === null && (
          <Group gap="xs">
            {currentScenario() === null && (
              <Button variant="subtle" size="compact-sm" onClick={() => setAdding('past visit')}>
                Record a past visit
              </Button>
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => setAdding('visit')}>
              Add visit
            </Button>
          </Group>
        )
      }
    >
      <div className="visits">
        {job.visits.map((visit) => (
          <VisitCard
            key={visit.id}
            job={job}
            visit={visit}
            type={type}
            zone={zone}
            renderDispatch={renderDispatch}
          >
            {renderField(visit)}
          </VisitCard>
        ))}
        {adding === 'visit' && <VisitForm job={job} type={type} visit={undefined} onClose={close} />}
        {adding === 'past visit' && <PastVisitForm job={job} onClose={close} />}
      </div>
    </DrawerSection>
  );
}

/** When somebody comes and who, where that is, and whom to ring: what is asked for before anything else. */
function JobPlace({ job }: { job: JobRecord }) {
  const { customer, site } = job;
  const { overdue, next } = inTurn(
    job.visits.filter(({ assignments }) => assignments.length > 0),
    ({ state, assignments: [lead] }) => ({ state, ...lead! }),
    minuteAt(useNow()),
  );
  const suburb = [site.suburb, site.region, site.postcode].filter(Boolean).join(' ');
  return (
    <DrawerSection title="When and where">
      <Facts>
        {overdue.length > 0 && (
          <Fact label="Overdue">
            {overdue.map((visit) => (
              <BookedVisit key={visit.id} visit={visit} zone={site.zone} />
            ))}
          </Fact>
        )}
        <Fact label="Next visit">
          {next[0] ? (
            <BookedVisit visit={next[0]} zone={site.zone} />
          ) : (
            <Text c="dimmed">{job.visits.some(isUnscheduled) ? 'Not scheduled yet' : 'None ahead'}</Text>
          )}
        </Fact>
        <Fact label="Customer">
          <Anchor
            fw={550}
            size="sm"
            renderRoot={(props) => <Link to="/customers/$id" params={{ id: customer.id }} {...props} />}
          >
            {customer.name}
          </Anchor>
        </Fact>
        <Fact label="Phone">
          {toRing(job, site.id).length === 0 && <Text c="dimmed">No number</Text>}
          {toRing(job, site.id).map(({ name, role, phone }) => (
            <p key={phone}>
              <PhoneLink number={phone} />
              {name !== customer.name && (
                <Text span c="dimmed">
                  {' '}
                  {role === '' ? name : `${name}, ${role.toLowerCase()}`}
                </Text>
              )}
            </p>
          ))}
        </Fact>
        {customer.email !== '' && (
          <Fact label="Email">
            <a href={`mailto:${customer.email}`}>{customer.email}</a>
          </Fact>
        )}
        <Fact label="Site">
          <Text fw={550}>{site.name || site.address || suburb}</Text>
          <Text c="dimmed">{[site.name && site.address, suburb].filter(Boolean).join(', ')}</Text>
        </Fact>
        {site.access_notes !== '' && <Fact label="Access">{site.access_notes}</Fact>}
        {site.hazards !== '' && (
          <Fact label="Hazards">
            <Text c="attention" fw={550}>
              {site.hazards}
            </Text>
          </Fact>
        )}
      </Facts>
    </DrawerSection>
  );
}

function isUnscheduled({ state, assignments }: VisitRecord): boolean {
  return assignments.length === 0 && !isOver(state) && state !== 'cancelled';
}

/** "Tue 17 Nov, 9:00 am to 10:30 am" and who comes. */
function BookedVisit({ visit, zone }: { visit: VisitRecord; zone: string }) {
  const promise = promiseWords(visit);
  return (
    <>
      <Text fw={600}>{bookingWords(visit.assignments[0]!, zone)}</Text>
      <p>
        {visit.assignments.map(({ id, technician_id, technician_name }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Link to="/technicians/$id" params={{ id: technician_id }}>
              {technician_name}
            </Link>
          </span>
        ))}
      </p>
      {promise !== '' && <Text c="dimmed">{promise}</Text>}
    </>
  );
}
