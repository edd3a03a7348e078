import { standing } from '@muster/domain/field/field-records/rules';
import { Button } from '@muster/ui/button';
import { type ReactNode, useRef, useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { clockOf } from '../day/words.ts';
import { Fold } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt, attempt, say } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { takeBack } from '../outbox/take-back.ts';
import { useField } from '../state.ts';
import { Unsent } from '../visit/status-words.tsx';
import { LongText } from './long-text.tsx';
import { deedOf, LONGEST_NOTE, typedNote } from './typed-fields.ts';
import './work.css';

/** What somebody wants to say about a visit. What is typed stays, also when the page is closed. */
export function Notes({ visit }: { visit: ShownVisit }) {
  const [text, setText] = useDraft(visit.id, 'note');
  const notes = standing(visit.records).filter(({ kind }) => kind === 'note');
  const [isForCustomer, setForCustomer] = useState(false);
  const record = typedNote(text, isForCustomer);
  const { isBusy, once } = useOneTap();
  async function keep() {
    if (!record || !(await keepAt(visit, 'Note added', deedOf(record)))) return;
    setText('');
    setForCustomer(false);
  }
  return (
    <Fold
      id="notes"
      title="Notes"
      count={notes.length}
      isWaiting={notes.some(({ id }) => visit.waiting.has(id))}
      startsOpen={text !== ''}
      fresh={notes.filter(({ author }) => author).length}
    >
      {notes.map((note) => (
        <Noted key={note.id} visit={visit} record={note} what="note">
          <p className="noted__text">{String(note.content['text'])}</p>
          {note.content['for_customer'] === true && <p className="noted__when">On the customer’s report</p>}
        </Noted>
      ))}
      <LongText
        label="New note"
        rows={3}
        most={LONGEST_NOTE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={
          isForCustomer
            ? 'The customer reads it when they sign, and on the report.'
            : 'The office sees it and can show it to the customer.'
        }
      />
      <label className="tick">
        <input
          type="checkbox"
          checked={isForCustomer}
          onChange={(event) => setForCustomer(event.target.checked)}
        />
        <span>For the customer: put it on the report</span>
      </label>
      <Button
        variant="secondary"
        busy={isBusy}
        disabled={record === undefined}
        onClick={() => void once(keep)}
      >
        Add note
      </Button>
    </Fold>
  );
}

interface NotedProps {
  visit: ShownVisit;
  record: ShownVisit['records'][number];
  /** As in "take the note back". */
  what: string;
  children: ReactNode;
}

/** Something that was recorded, when, and whether it has arrived. Whoever recorded it can take it back, and is asked: a thumb slips. */
export function Noted({ visit, record, what, children }: NotedProps) {
  const { session } = useField();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, once } = useOneTap();
  const trash = useRef<HTMLButtonElement>(null);
  async function withdraw() {
    if (await attempt(() => takeBack(visit, record.id))) say('Taken back.');
  }
  return (
    <div className="noted">
      <div className="noted__main">
        {children}
        <p className="noted__when">
          {clockOf(record.noted_at, visit)}
          {/* What an older build kept does not say. */}
          {record.author ? (
            <span>from {record.author}</span>
          ) : (
            <Unsent isWaiting={visit.waiting.has(record.id)} />
          )}
        </p>
      </div>
      {record.created_by === session?.user.id && (
        <button
          ref={trash}
          type="button"
          className="field-round"
          aria-label={`Take the ${what} back`}
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          <Glyph name="trash" />
        </button>
      )}
      {isAsking && (
        <section className="noted__ask" aria-label={`Take the ${what} back?`}>
          <Button variant="secondary" busy={isBusy} onClick={() => void once(withdraw)}>
            Take it back
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setAsking(false);
              trash.current?.focus();
            }}
          >
            No, keep it
          </Button>
        </section>
      )}
    </div>
  );
}
