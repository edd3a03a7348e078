import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { RowItem } from '../../../../lib/kit/rows/rows.tsx';
import { discardScenario, renameScenario, type Scenario, scenariosQuery } from '../api.ts';
import { stretchInWords } from '../model/words.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';

interface ScenarioRowProps {
  scenario: Scenario;
  /** The name as the way to its board. */
  title: ReactNode;
}

export function ScenarioRow({ scenario, title }: ScenarioRowProps) {
  const [asks, setAsks] = useState<'rename' | 'discard'>();
  const { name, made_by, created_at, state } = scenario;
  const close = () => setAsks(undefined);
  return (
    <RowItem
      title={
        <Group gap="xs" component="span">
          {title}
          {state === 'taken over' && <Badge variant="light">Taken over</Badge>}
        </Group>
      }
      about={`${stretchInWords(scenario)} · ${made_by.name || 'A program'}, ${moment(created_at)}`}
      aside={
        <Group gap="xs">
          <Button
            component="a"
            size="compact-sm"
            aria-label={`Compare ${name}`}
            href={`/scenarios/compare?left=live&right=${scenario.id}`}
          >
            Compare
          </Button>
          <ActionButton size="compact-sm" aria-label={`Rename ${name}`} onClick={() => setAsks('rename')}>
            Rename
          </ActionButton>
          <ActionButton size="compact-sm" aria-label={`Discard ${name}`} onClick={() => setAsks('discard')}>
            Discard
          </ActionButton>
        </Group>
      }
    >
      {asks === 'rename' && <RenameScenario scenario={scenario} onClose={close} />}
      {asks === 'discard' && <DiscardScenario scenario={scenario} onClose={close} onDone={close} />}
    </RowItem>
  );
}

interface DiscardScenarioProps {
  scenario: Pick<Scenario, 'id' | 'name'>;
  onClose: () => void;
  onDone: () => void;
}

/** There is no way back, so it is asked. */
export function DiscardScenario({ scenario: { id, name }, onClose, onDone }: DiscardScenarioProps) {
  const queryClient = useQueryClient();
  const [attempts] = useState(() => createAttempts());
  const discard = useMutation({
    mutationFn: () => discardScenario(id, attempts.keyFor(id)),
    onSuccess: async () => {
      await queryClient.invalidateQueries(scenariosQuery);
      onDone();
    },
    onError: ({ message }) => notify({ level: 'error', text: message }),
  });
  return (
    <Modal opened onClose={onClose} title={`Discard “${name}”?`}>
      <Stack gap="sm">
        <Text size="sm">Everything you tried in it is deleted for good. The live board stays as it is.</Text>
        <Group justify="end" gap="xs">
          <ActionButton data-autofocus onClick={onClose}>
            Keep it
          </ActionButton>
          <ActionButton
            variant="filled"
            color="danger"
            busy={discard.isPending}
            onClick={() => discard.mutate()}
          >
            Discard
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}

function RenameScenario({ scenario, onClose }: { scenario: Scenario; onClose: () => void }) {
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
    <Modal opened onClose={onClose} title="Rename scenario">
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
