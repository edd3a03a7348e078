import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { skillsQuery } from '../../../../lib/choices/skills.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { SearchMany } from '../../../../lib/kit/form/search-many.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { addSkill } from '../api.ts';

interface SkillFieldProps {
  value: string[];
  onChange: (skills: string[]) => void;
  /** Whether this person may make new skills. */
  canAdd: boolean;
}

export function SkillField({ value, onChange, canAdd }: SkillFieldProps) {
  const { all, choicesFor } = useSkills();
  const choices = choicesFor(value);
  return (
    <>
      <SearchMany
        aria-label="Skills"
        placeholder="What they can do"
        thing="skill"
        choices={choices}
        // Until the names are there, nothing is shown rather than ids.
        value={all.length > 0 ? value : []}
        nothingFound={choices.length === 0 ? 'No skills yet' : 'No results'}
        onChange={onChange}
      />
      {canAdd && <NewSkill onAdded={(id) => onChange([...value, id])} />}
    </>
  );
}

/** A skill that nobody has had until now. */
function NewSkill({ onAdded }: { onAdded: (id: string) => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [needsTicket, setNeedsTicket] = useState(false);

  async function add() {
    const body = { name: name.trim(), needs_ticket: needsTicket };
    if (body.name === '') return;
    const skill = await run({
      what: body,
      send: (key) => addSkill(body, key),
      done: `${body.name} added.`,
    });
    if (!skill) return;
    await queryClient.invalidateQueries({ queryKey: skillsQuery.queryKey });
    onAdded(skill.id);
    setName('');
    setOpen(false);
  }

  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setOpen(true)}>
        New skill…
      </Button>
    );
  return (
    <FormFrame
      label="New skill"
      isSaving={isRunning}
      onSubmit={() => void add()}
      onCancel={() => setOpen(false)}
    >
      <Group gap="xs" mt="xs" wrap="nowrap" align="end">
        <TextInput
          label="New skill"
          flex={1}
          maxLength={100}
          data-autofocus
          placeholder="Gas fitting"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ActionButton busy={isRunning} onClick={() => void add()}>
          Add
        </ActionButton>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Group>
      <Checkbox
        mt="xs"
        label="Needs a current ticket"
        checked={needsTicket}
        onChange={(event) => setNeedsTicket(event.target.checked)}
      />
    </FormFrame>
  );
}
