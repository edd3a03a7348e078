import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { skillsQuery } from '../../../lib/skills.ts';
import { addSkill } from '../api.ts';

/** A skill that nobody has had until now. */
export function NewSkill({ onAdded }: { onAdded: (id: string) => void }) {
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
      done: `${body.name} is a skill now.`,
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
        label="Counts only with a ticket in force"
        checked={needsTicket}
        onChange={(event) => setNeedsTicket(event.target.checked)}
      />
    </FormFrame>
  );
}
