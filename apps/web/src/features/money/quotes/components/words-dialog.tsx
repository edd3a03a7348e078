import { Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';

interface WordsDialogProps {
  title: string;
  label: string;
  /** What is there until somebody types. */
  text?: string;
  most: number;
  isNeeded?: boolean;
  sends: string;
  isRunning: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
}

/** Asks for a few words before something is done: why a quote was declined, what a template is called. */
export function WordsDialog(props: WordsDialogProps) {
  const { title, label, text = '', most, isNeeded = false, sends, isRunning, onSend, onClose } = props;
  const [words, setWords] = useState(text);
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="sm">
        <Textarea
          label={label}
          data-autofocus
          autosize
          minRows={1}
          maxRows={6}
          maxLength={most}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton
            variant="filled"
            busy={isRunning}
            disabled={isNeeded && words.trim() === ''}
            onClick={() => onSend(words.trim())}
          >
            {sends}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
