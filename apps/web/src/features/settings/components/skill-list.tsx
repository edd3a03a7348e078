import { Badge, Button, Text } from '@mantine/core';
import type { Skill } from '@muster/domain/skills/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../lib/kit/rows/rows.tsx';
import { archiveSkill, restoreSkill } from '../api.ts';
import { SkillForm } from './skill-form.tsx';
import './settings-form.css';

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
    <div className="settings-list">
      {edited === 'new' ? (
        <div className="settings-list__form">
          <SkillForm skill={undefined} onClose={close} />
        </div>
      ) : (
        inUse.length > 0 && <div className="settings-list__top">{add}</div>
      )}
      {skills.length === 0 && edited === undefined && (
        <EmptyList
          title="No skills yet"
          text="A skill is what somebody can do, as in gas fitting. A job asks for skills, and only those who have them are planned for it."
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
    </div>
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
      done: isArchived ? `${name} is offered again.` : `${name} is offered no more.`,
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
      about={needs_ticket ? 'Counts only with a ticket in force' : undefined}
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
      What is archived stays with those who have it, and is offered to nobody else.
    </Text>
  );
}
