import { Button } from '@muster/ui/button';
import { TextAreaField } from '@muster/ui/field';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { forgetInTab, keepInTab, keptInTab } from '../../../lib/tab-storage.ts';
import { addNote } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './note-form.css';

/** A note takes a while to write, so it also outlives a reload. */
export function NoteForm({ enquiry }: { enquiry: Enquiry }) {
  const place = `note ${enquiry.id}`;
  const [text, setText] = useState(() => keptInTab(place) ?? '');
  const [isMissing, setMissing] = useState(false);
  const change = useChange(enquiry);

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
    if (await change.run((target) => addNote(target, text), 'Your note is added.')) write('');
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
