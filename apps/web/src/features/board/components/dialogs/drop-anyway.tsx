import { Group, List, Modal, Stack, TextInput } from '@mantine/core';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type Reason, refusals } from '@muster/domain/scheduling/board/reasons';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useFocusBack } from '../../../../lib/kit/use-focus-back.ts';

interface DropAnywayProps {
  board: Board;
  visit: string;
  reasons: readonly Reason[];
  onDrop: (reason: string) => void;
  onClose: () => void;
}

/** What speaks against a place that somebody wants all the same; with a reason it is allowed, where that may be. */
export function DropAnyway({ board, visit: id, reasons, onDrop, onClose }: DropAnywayProps) {
  useFocusBack();
  const visit = board.visits.get(id)!;
  const against = refusals(reasons);
  const isForGood = against.some(({ canOverride }) => !canOverride);
  return (
    <Modal
      opened
      onClose={onClose}
      title={isForGood ? 'It cannot be done there' : 'Something speaks against it'}
    >
      <Stack gap="sm">
        <List size="sm" spacing={4}>
          {against.map((reason) => {
            const text = reasonInWords(board, visit, reason).long;
            return <List.Item key={text}>{text}</List.Item>;
          })}
        </List>
        {isForGood ? (
          <ActionButton variant="filled" onClick={onClose}>
            Leave it where it was
          </ActionButton>
        ) : (
          <WithReason onDrop={onDrop} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

function WithReason({ onDrop, onClose }: Pick<DropAnywayProps, 'onDrop' | 'onClose'>) {
  const first = useFirstFocus();
  const [reason, setReason] = useState('');
  const send = () => reason.trim() !== '' && onDrop(reason.trim());
  return (
    <FormFrame label="Drop anyway" isSaving={false} onSubmit={send} onCancel={onClose}>
      <Stack gap="sm">
        <TextInput
          ref={first}
          label="Why it is right all the same"
          placeholder="The customer asked for it"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Group gap="xs">
          <ActionButton variant="filled" disabled={reason.trim() === ''} onClick={send}>
            Drop anyway
          </ActionButton>
          <ActionButton variant="subtle" onClick={onClose}>
            Leave it where it was
          </ActionButton>
        </Group>
      </Stack>
    </FormFrame>
  );
}
