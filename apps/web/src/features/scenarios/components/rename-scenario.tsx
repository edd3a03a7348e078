import { Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createAttempts } from '../../../lib/attempt.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { Refusal } from '../../../lib/refusal.tsx';
import { renameScenario, type Scenario, scenariosQuery } from '../api.ts';

export function RenameScenario({ scenario, onClose }: { scenario: Scenario; onClose: () => void }) {
  const { id, version } = scenario;
  const queryClient = useQueryClient();
  const [name, setName] = useState(scenario.name);
  const [attempts] = useState(() => createAttempts());
  const rename = useMutation({
    mutationFn: () => {
      const body = { version, name: name.trim() };
      return renameScenario(id, body, attempts.keyFor(body));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(scenariosQuery);
      onClose();
    },
    onError: () => attempts.settle(),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim() !== '' && !rename.isPending) rename.mutate();
  }

  return (
    <Modal opened onClose={onClose} title="Rename the scenario">
      <form method="dialog" noValidate onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Group justify="end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton type="submit" variant="filled" busy={rename.isPending}>
              Rename
            </ActionButton>
          </Group>
          <Refusal text={rename.error?.message} />
        </Stack>
      </form>
    </Modal>
  );
}
