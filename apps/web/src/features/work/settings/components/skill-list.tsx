import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { skillFields } from '@muster/domain/work/skills/fields';
import type { Skill } from '@muster/domain/work/skills/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { Field } from '../../../../lib/kit/form/field.tsx';
import { useFieldsForm } from '../../../../lib/kit/form/fields-form.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { archiveSkill, restoreSkill, addSkill, editSkill } from '../api.ts';
import '../../../../lib/kit/form/settings-section.css';

/** What people can do; the archived last. */
export function SkillList({ skills }: { skills: readonly Skill[] }) {
  /** The skill that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const inUse = skills.filter(({ archived_at }) => archived_at === null);
  const archived = skills.filter(({ archived_at }) => archived_at !== null);
  const add = (
    <Button variant="filled" onClick={() => setEdited('new')}>
      New skill
    </Button>
  );
  return (
    <Stack gap="md" maw={760} mt="lg">
      {edited === 'new' ? (
        <div className="settings-list__form">
          <SkillForm skill={undefined} onClose={close} />
        </div>
      ) : (
        inUse.length > 0 && <Group justify="flex-end">{add}</Group>
      )}
      {skills.length === 0 && edited === undefined && (
        <EmptyList
          title="No skills yet"
          text="A skill is something a technician can do, such as gas fitting. If a job needs a skill, only technicians who have it are planned for it."
          action={add}
        />
      )}
      {inUse.length + archived.length > 0 && (
        <Rows label="Skills">
          {[...inUse, ...archived].map((skill) => (
            <Entry
              key={skill.id}
              skill={skill}
              isEdited={edited === skill.id}
              onEdit={() => setEdited(skill.id)}
              onClose={close}
            />
          ))}
        </Rows>
      )}
    </Stack>
  );
}

interface EntryProps {
  skill: Skill;
  isEdited: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function Entry({ skill, isEdited, onEdit, onClose }: EntryProps) {
  const { id, name, needs_ticket, archived_at } = skill;
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const isArchived = archived_at !== null;

  async function toggle() {
    await run({
      what: [id, isArchived],
      send: (key) => (isArchived ? restoreSkill(id, key) : archiveSkill(id, key)),
      done: isArchived ? `${name} restored.` : `${name} archived.`,
    });
    await queryClient.invalidateQueries({ queryKey: ['skills'] });
  }

  return (
    <RowItem
      title={
        <>
          {name}
          {isArchived && <Badge color="grey">Archived</Badge>}
        </>
      }
      about={needs_ticket ? 'Needs a current ticket' : undefined}
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
      {isEdited && <SkillForm skill={skill} onClose={onClose} />}
    </RowItem>
  );
}

/** Beside the list: what archiving means. */
export function ArchiveNote() {
  return (
    <Text size="sm" c="dimmed" mt="sm">
      Technicians keep archived skills they already have, but you can’t add them to anyone else.
    </Text>
  );
}

/** A skill's name, and whether a ticket has to prove it. */
function SkillForm({ skill, onClose }: { skill: Skill | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const first = useFirstFocus();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['skills'] });
  const form = useFieldsForm<typeof skillFields, Skill>({
    place: `skill ${skill?.id ?? 'new'}`,
    fields: skillFields,
    row: skill,
    send: (said, version, key) =>
      skill
        ? editSkill(skill.id, { ...said, version }, key)
        : addSkill({ name: '', needs_ticket: false, ...said }, key),
    done: ({ name }) => (skill ? `${name} saved.` : `${name} added.`),
    onSaved() {
      void readAgain();
      onClose();
    },
    onNewer: () => void readAgain(),
  });
  const submit = () => void form.submit();
  return (
    <FormFrame
      label={skill?.name ?? 'New skill'}
      isSaving={form.isSaving}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Field of={skillFields} form={form} name="name" inputRef={first} />
        <Field
          of={skillFields}
          form={form}
          name="needs_ticket"
          words={(needed) => (needed ? 'Needed' : 'Not needed')}
        >
          {({ value, set }) => (
            <Checkbox
              label={skillFields.needs_ticket.label}
              description="A ticket is a trade licence or card that expires. Without one, no one is planned for work that needs this skill."
              checked={value}
              onChange={(event) => set(event.target.checked)}
            />
          )}
        </Field>
      </Stack>
      <FormBar form={form} onSubmit={submit} label={skill ? 'Save' : 'Add skill'} always onCancel={onClose} />
    </FormFrame>
  );
}
