import { Button } from '@muster/ui/button';
import { TextAreaField } from '@muster/ui/field';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { createAttempts } from '../../../lib/attempt.ts';
import { forgetInTab, keepInTab, keptInTab } from '../../../lib/tab-storage.ts';
import { addNote } from '../api.ts';
import type { Enquiry, HistoryEntry } from '../api.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './note-form.css';

/** A note takes a while to write, so it also outlives a reload; sent again because no answer came, it is added once. */
export function NoteForm({ enquiry }: { enquiry: Enquiry }) {
  const place = `note ${enquiry.id}`;
  const [text, setText] = useState(() => keptInTab(place) ?? '');
  const [isMissing, setMissing] = useState(false);
  const [attempts] = useState(() => createAttempts(`${place} sent`));
  const change = useChange(enquiry, { madeBy: ({ history }) => positionOf(history, text) });

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
    const isAdded = await change.run(
      ({ id }) => addNote(id, text, attempts.keyFor(text)),
      'Your note is added.',
    );
    if (!isAdded) return;
    attempts.settle();
    write('');
  }

  return (
    <form className="note-form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <TextAreaField
        label="Add a note"
        rows={3}
        maxLength={5_000}
        placeholder="What was said, what comes next"
        readOnly={change.isRunning}
        value={text}
        state={isMissing ? 'invalid' : 'unknown'}
        error="Write something first."
        onChange={(event) => write(event.target.value)}
      />
      <Refusal text={change.refusal} />
      <Button type="submit" variant="secondary" busy={change.isRunning}>
        {change.isRunning ? 'Adding…' : 'Add note'}
      </Button>
    </form>
  );
}

/** Where the note stands in the history: others may have added something before and after it. */
function positionOf(history: HistoryEntry[], text: string): number | undefined {
  return history.find(({ kind, detail }) => kind === 'note' && detail.text === text.trim())?.position;
}
