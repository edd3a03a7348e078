import { Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';

interface HandedOverDialogProps {
  number: string | null;
  /** Ways in which it may have got there. */
  ways?: readonly string[];
  /** What follows from it. */
  follows?: string;
  isRunning: boolean;
  onNote: (note: string) => void;
  onClose: () => void;
}

const usual = ['Printed and posted', 'Left on site', 'Sent through their own portal'];
const OTHER = 'Some other way';
const UNDOABLE = 'It counts as sent from now on. You can undo this.';

/** Notes how a paper got to the customer without us, so that it counts as sent. */
export function HandedOverDialog(props: HandedOverDialogProps) {
  const { number, ways = usual, follows = UNDOABLE, isRunning, onNote, onClose } = props;
  const [how, setHow] = useState(ways[0]!);
  const [words, setWords] = useState('');
  return (
    <Modal opened onClose={onClose} title={`How did ${number} get to the customer?`}>
      <Stack gap="sm">
        <Radio.Group value={how} onChange={setHow} aria-label="How it got there">
          <Stack gap="xs">
            {[...ways, OTHER].map((one) => (
              <Radio key={one} value={one} label={one} />
            ))}
          </Stack>
        </Radio.Group>
        {how === OTHER && (
          <TextInput
            label="How"
            maxLength={200}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
        <Text c="dimmed">{follows}</Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={() => onNote(how === OTHER ? words : how)}>
            Mark as sent
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
