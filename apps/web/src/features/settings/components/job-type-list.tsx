import { Badge, Button } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { CrewDot } from '../../../lib/kit/crew-colour.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../lib/kit/rows/rows.tsx';
import { archiveJobType, type JobTypeRow, jobTypesQuery, restoreJobType } from '../api.ts';
import type { FieldEditors } from './job-type-fields.tsx';
import { JobTypeForm } from './job-type-form.tsx';
import './settings-form.css';

interface JobTypeListProps extends FieldEditors {
  jobTypes: readonly JobTypeRow[];
}

export function JobTypeList({ jobTypes, ...editors }: JobTypeListProps) {
  /** The type that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const sorted = jobTypes.toSorted(
    (a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null) || a.name.localeCompare(b.name),
  );
  const add = (
    <Button variant="filled" onClick={() => setEdited('new')}>
      New job type
    </Button>
  );
  return (
    <div className="settings-list">
      {edited === 'new' ? (
        <div className="settings-list__form">
          <JobTypeForm jobType={undefined} onClose={close} {...editors} />
        </div>
      ) : (
        sorted.length > 0 && <div className="settings-list__top">{add}</div>
      )}
      {sorted.length === 0 && edited === undefined && (
        <EmptyList
          title="No job types yet"
          text="A job type says once how long a kind of work takes, who can do it and what is to be checked, so that nobody types it twice."
          action={add}
        />
      )}
      {sorted.length > 0 && (
        <Rows label="Job types">
          {sorted.map((jobType) => (
            <Entry
              key={jobType.id}
              jobType={jobType}
              isEdited={edited === jobType.id}
              onEdit={() => setEdited(jobType.id)}
              onClose={close}
              {...editors}
            />
          ))}
        </Rows>
      )}
    </div>
  );
}

interface EntryProps extends FieldEditors {
  jobType: JobTypeRow;
  isEdited: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function Entry({ jobType, isEdited, onEdit, onClose, ...editors }: EntryProps) {
  const { id, name, colour, archived_at } = jobType;
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const isArchived = archived_at !== null;

  async function toggle() {
    await run({
      what: [id, isArchived],
      send: (key) => (isArchived ? restoreJobType(id, key) : archiveJobType(id, key)),
      done: isArchived ? `${name} is offered again.` : `${name} is offered no more.`,
    });
    await queryClient.invalidateQueries({ queryKey: jobTypesQuery.queryKey });
  }

  return (
    <RowItem
      title={
        <>
          <CrewDot colour={colour} />
          {name}
          {isArchived && <Badge color="grey">Archived</Badge>}
        </>
      }
      about={aboutOf(jobType, editors.skillName)}
      aside={
        <>
          {!isArchived && !isEdited && (
            <Button size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
          )}
          <ActionButton
            size="compact-sm"
            variant="subtle"
            busy={isRunning}
            aria-label={`${isArchived ? 'Restore' : 'Archive'} ${name}`}
            onClick={() => void toggle()}
          >
            {isArchived ? 'Restore' : 'Archive'}
          </ActionButton>
        </>
      }
    >
      {isEdited && <JobTypeForm jobType={jobType} onClose={onClose} {...editors} />}
    </RowItem>
  );
}

function aboutOf(jobType: JobTypeRow, skillName: (id: string) => string): string {
  const { duration, crew_size, skills, check_list } = jobType;
  return [
    lengthInWords(duration),
    crew_size > 1 && `${crew_size} people`,
    skills.map(skillName).join(', '),
    check_list.length > 0 && `${check_list.length} to check`,
  ]
    .filter(Boolean)
    .join(' · ');
}
