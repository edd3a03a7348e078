import { Button, Group, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { addRecord } from '../api.ts';

const LONGEST = 5_000;

interface NoteFormProps {
  visit: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Something the office wants to be known of a visit. */
export function NoteForm({ visit, onDone, onCancel }: NoteFormProps) {
  const [text, setText] = useState('');
  const { run, isRunning } = useCommand();
  const first = useRef<HTMLTextAreaElement>(null);
  // Whoever asked for it wants to write.
  useEffect(() => first.current?.focus(), []);

  async function save() {
    if (text.trim() === '' || isRunning) return;
    const record = await run({
      what: [visit, text],
      send: (key) => addRecord(visit, { kind: 'note', content: { text: text.trim() } }, key),
      done: 'The note is added.',
    });
    if (record) onDone();
  }

  return (
    <FormFrame label="New note" isSaving={isRunning} onSubmit={() => void save()} onCancel={onCancel}>
      <Textarea
        label="Note"
        autosize
        ref={first}
        minRows={2}
        maxRows={10}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <ActionButton
          size="compact-sm"
          variant="filled"
          busy={isRunning || text.trim() === ''}
          onClick={() => void save()}
        >
          Add note
        </ActionButton>
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </FormFrame>
  );
}
