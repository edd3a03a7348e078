import { standing } from '@muster/domain/field-records/rules';
import { Button } from '@muster/ui/button';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { keepAt } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { LongText } from './long-text.tsx';
import { Noted } from './noted.tsx';
import { deedOf, LONGEST_NOTE, typedNote } from './typed.ts';
import './work.css';

/** What somebody wants to say about a visit. What is typed stays, also when the page is closed. */
export function Notes({ visit }: { visit: ShownVisit }) {
  const [text, setText] = useDraft(visit.id, 'note');
  const notes = standing(visit.records).filter(({ kind }) => kind === 'note');
  const record = typedNote(text);
  const { isBusy, once } = useOneTap();
  async function keep() {
    if (record && (await keepAt(visit, 'Note added', deedOf(record)))) setText('');
  }
  return (
    <section className="field-card" aria-label="Notes">
      <h2>Notes</h2>
      {notes.map((note) => (
        <Noted key={note.id} visit={visit} record={note} what="note">
          <p className="noted__text">{String(note.content['text'])}</p>
        </Noted>
      ))}
      <LongText
        label="New note"
        rows={3}
        most={LONGEST_NOTE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint="The office reads it, and can show it to the customer."
      />
      <Button
        variant="secondary"
        busy={isBusy}
        disabled={record === undefined}
        onClick={() => void once(keep)}
      >
        Add the note
      </Button>
    </section>
  );
}
