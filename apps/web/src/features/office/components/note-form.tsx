import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { createAttempts } from '../../../lib/attempt.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { forgetInTab, keepInTab, keptInTab } from '../../../lib/tab-storage.ts';
import { addNote } from '../api.ts';
import type { Enquiry, HistoryEntry } from '../api.ts';
import { Refusal } from '../../../lib/refusal.tsx';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

/** A note takes a while to write, so a reload keeps it. A note that is sent again because no answer came is added once. */
export function NoteForm({ enquiry }: { enquiry: Enquiry }) {
  const place = `note ${enquiry.id}`;
  const [text, setText] = useState(() => keptInTab(place) ?? '');
  const [isMissing, setMissing] = useState(false);
  const [attempts] = useState(() => createAttempts(`${place} sent`));
  const edit = useEnquiryEdit(enquiry, { madeBy: ({ history }) => positionOf(history, text) });

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
    const isAdded = await edit.run(
      ({ id }) => addNote(id, text, attempts.keyFor(text)),
      'Your note is added.',
    );
    if (!isAdded) return;
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
          readOnly={edit.isRunning}
          value={text}
          error={isMissing && 'Write something first.'}
          onChange={(event) => write(event.target.value)}
        />
        <ActionButton type="submit" busy={edit.isRunning}>
          {edit.isRunning ? 'Adding…' : 'Add note'}
        </ActionButton>
        <Refusal text={edit.refusal} />
      </Stack>
    </form>
  );
}

/** The note's place in the history: colleagues may have added something before and after it. */
function positionOf(history: HistoryEntry[], text: string): number | undefined {
  return history.find(({ kind, detail }) => kind === 'note' && detail.text === text.trim())?.position;
}
