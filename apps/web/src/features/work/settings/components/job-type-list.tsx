import { Badge, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { CheckItem } from '@muster/domain/work/job-types/rules';
import { readItem, writeItem } from '@muster/domain/work/job-types/rules';
import type { JobType } from '@muster/domain/work/job-types/schema';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { jobTypesQuery } from '../../../../lib/choices/jobs.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ItemPicker } from '../../../../lib/kit/choices/item-picker.tsx';
import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { filledItems, checkListWords } from '../../../../lib/kit/form/check-lines.ts';
import { CheckListField } from '../../../../lib/kit/form/check-list-field.tsx';
import { DurationField } from '../../../../lib/kit/form/duration-field.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { archiveJobType, restoreJobType, addJobType, editJobType } from '../api.ts';
import '../../../../lib/kit/form/settings-section.css';

interface JobTypeListProps extends FieldEditors {
  jobTypes: readonly JobType[];
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
    <Stack gap="md" maw={760} mt="lg">
      {edited === 'new' ? (
        <div className="settings-list__form">
          <JobTypeForm jobType={undefined} onClose={close} {...editors} />
        </div>
      ) : (
        sorted.length > 0 && <Group justify="flex-end">{add}</Group>
      )}
      {sorted.length === 0 && edited === undefined && (
        <EmptyList
          title="No job types yet"
          text="A job type sets how long a type of work takes, who can do it and what to check, so you only enter it once."
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
    </Stack>
  );
}

interface EntryProps extends FieldEditors {
  jobType: JobType;
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
      done: isArchived ? `${name} restored.` : `${name} archived.`,
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

function aboutOf(jobType: JobType, skillName: (id: string) => string): string {
  const { duration, crew_size, skills, check_list, fixed_item_id } = jobType;
  return [
    lengthInWords(duration),
    crew_size > 1 && `${crew_size} people`,
    skills.map(skillName).join(', '),
    check_list.length > 0 && `${check_list.length} to check`,
    fixed_item_id !== null && 'fixed price',
  ]
    .filter(Boolean)
    .join(' · ');
}

const blank: JobTypeFormFields = {
  id: 'new',
  version: 0,
  name: '',
  duration: null,
  skills: [],
  crew_size: 1,
  check_list: [],
  colour: 'teal',
  fixed_item_id: null,
};

interface JobTypeFormProps extends FieldEditors {
  jobType: JobType | undefined;
  onClose: () => void;
}

/** No type without a duration: whoever books a visit of it does not have to think about it. */
function JobTypeForm({ jobType, onClose, ...editors }: JobTypeFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: jobTypesQuery.queryKey });
  const form = useRecordForm<JobTypeFormFields, { row: JobType; change: number; made: boolean }>({
    place: `job type ${jobType?.id ?? 'new'}`,
    row: jobType ? asFields(jobType) : blank,
    send(changed, { version }, key) {
      const { id: _, version: __, check_list, duration, ...fields } = changed;
      const body = {
        ...fields,
        ...(typeof duration === 'number' && { duration }),
        ...(check_list !== undefined && { check_list: filledItems(check_list).map(writeItem) }),
      };
      return jobType
        ? editJobType(jobType.id, { ...body, version }, key)
        : addJobType({ ...body, name: fields.name ?? '', duration: duration ?? 0 }, key);
    },
    onSaved({ row, ...saved }) {
      tell(jobType ? `${row.name} saved.` : `${row.name} added.`, [saved]);
      void readAgain();
      onClose();
    },
    onNewer: () => void readAgain(),
    asFields: (row: JobType) => asFields(row),
    check({ name, duration }) {
      if (name.trim() === '') return { field: 'name', text: 'Enter a name.' };
      return duration === null ? { field: 'duration', text: 'Enter how long a visit takes.' } : undefined;
    },
  });
  const submit = () => void form.submit();
  return (
    <FormFrame
      label={jobType?.name ?? 'New job type'}
      isSaving={form.isSaving}
      onSubmit={submit}
      onCancel={onClose}
    >
      <JobTypeFields form={form} {...editors} />
      <FormBar
        form={form}
        onSubmit={submit}
        label={jobType ? 'Save' : 'Add job type'}
        always
        onCancel={onClose}
      />
    </FormFrame>
  );
}

function asFields(jobType: JobType): JobTypeFormFields {
  const { archived_at: _, check_list, ...row } = jobType;
  return { ...row, check_list: check_list.map(readItem) };
}

/** As the form has it: of the check list everything is said. */
type JobTypeFormFields = Omit<JobType, 'check_list' | 'is_sample' | 'archived_at' | 'duration'> & {
  duration: number | null;
  check_list: CheckItem[];
};

interface FieldEditors {
  renderSkills: (value: string[], onChange: (skills: string[]) => void) => ReactNode;
  renderColour: (value: JobType['colour'], onChange: (colour: JobType['colour']) => void) => ReactNode;
  skillName: (id: string) => string;
}

const mostCrew = 20;

function JobTypeFields({
  form,
  renderSkills,
  renderColour,
  skillName,
}: { form: RecordForm<JobTypeFormFields> } & FieldEditors) {
  const first = useFirstFocus();
  return (
    <Stack gap="sm">
      <FormField form={form} name="name" label="Name">
        {({ value, set, error }) => (
          <TextInput
            ref={first}
            label="Job type name"
            error={error}
            placeholder="Hot water service"
            maxLength={100}
            autoComplete="off"
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
      <Group grow align="start" gap="sm">
        <FormField form={form} name="duration" label="Duration" words={(at) => lengthInWords(at ?? 0)}>
          {({ value, set, error }) => (
            <DurationField label="A visit takes" value={value} onChange={set} error={error} />
          )}
        </FormField>
        <FormField form={form} name="crew_size" label="People needed">
          {({ value, set }) => (
            <NumberInput
              label="People needed"
              hideControls
              min={1}
              max={mostCrew}
              value={value}
              onChange={(next) => typeof next === 'number' && next >= 1 && set(Math.round(next))}
            />
          )}
        </FormField>
      </Group>
      <FormField form={form} name="skills" label="Skills" words={(ids) => ids.map(skillName).join(', ')}>
        {({ value, set }) => (
          <div>
            <p className="mantine-InputWrapper-label">Skills required</p>
            {renderSkills(value, set)}
          </div>
        )}
      </FormField>
      <FormField
        form={form}
        name="fixed_item_id"
        label="Fixed price"
        words={(id) => (id === null ? 'None' : 'An item of the price list')}
      >
        {({ value, set }) => (
          <ItemPicker
            label="Fixed price"
            placeholder="Charged by the hour"
            description="Invoices charge it once for the job, in place of hours and call-out. Parts are added."
            value={value}
            onChange={set}
          />
        )}
      </FormField>
      <FormField form={form} name="check_list" label="Checklist" words={checkListWords}>
        {({ value, set }) => (
          <CheckListField
            value={value}
            onChange={set}
            description="Used for new visits. Existing visits and their return visits keep theirs."
          />
        )}
      </FormField>
      <FormField form={form} name="colour" label="Colour">
        {({ value, set }) => renderColour(value, set)}
      </FormField>
    </Stack>
  );
}
