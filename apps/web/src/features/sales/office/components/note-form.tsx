import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { forgetInTab, keepInTab, keptInTab } from '../../../../lib/storage/tab-storage.ts';
import { addNote } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';

/** A note takes a while to write, so a reload keeps it. A note that is sent again because no answer came is added once. */
export function NoteForm({ enquiry }: { enquiry: Enquiry }) {
  const place = `note ${enquiry.id}`;
  const [text, setText] = useState(() => keptInTab(place) ?? '');
  const [isMissing, setMissing] = useState(false);
  const [attempts] = useState(() => createAttempts(`${place} sent`));
  const [refusal, setRefusal] = useState<string>();
  const { run, isRunning } = useCommand();

  function write(next: string) {
    setText(next);
    setMissing(false);
    if (next === '') forgetInTab(place);
    else keepInTab(place, next);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') {
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    setRefusal(undefined);
    const added = await run({
      what: text,
      send: () => addNote(enquiry.id, text, attempts.keyFor(text)),
      done: 'Note added.',
      onRefused(error) {
        setRefusal(error.message);
        return true;
      },
    });
    if (!added) return;
    attempts.settle();
    write('');
  }

  return (
    <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="xs" align="start">
        <Textarea
          label="Add a note"
          w="100%"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={5_000}
          placeholder="What was said, and what to do next"
          readOnly={isRunning}
          value={text}
          error={isMissing && 'Write a note first.'}
          onChange={(event) => write(event.target.value)}
        />
        <ActionButton type="submit" busy={isRunning}>
          {isRunning ? 'Adding…' : 'Add note'}
        </ActionButton>
        <Refusal text={refusal} />
      </Stack>
    </form>
  );
}
