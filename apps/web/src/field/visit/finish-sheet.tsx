import { missingItems } from '@muster/domain/field-records/rules';
import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import type { Deed } from '../outbox/entry.ts';
import { goTo, placeOf } from '../place.ts';
import { itemId } from '../work/item-id.ts';
import { LongText } from '../work/long-text.tsx';
import { isReason, LONGEST_REASON } from '../work/room.ts';
import { deedOf, typedNote, typedPart, typedProblems, typedWords } from '../work/typed.ts';
import { Choices } from './choices.tsx';
import { openItemsWords } from './open-items.ts';

const ends = {
  done: { word: 'Done', hint: 'Everything is finished', label: '' },
  'needs return': {
    word: 'Needs a return visit',
    hint: 'Something is missing, or left to do',
    label: 'What is missing?',
  },
  'could not complete': {
    word: 'Could not complete',
    hint: 'Nobody home, not safe, not possible',
    label: 'Why could it not be completed?',
  },
} as const;
type End = keyof typeof ends;
const choices = (Object.keys(ends) as End[]).map((value) => ({
  value,
  word: ends[value].word,
  hint: ends[value].hint,
}));

/** How a visit went. What is typed stays, also when this is closed. */
export function FinishSheet({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const [end, setEnd] = useState<End>();
  const [reason, setReason] = useDraft(visit.id, 'reason');
  const [note, setNote] = useDraft(visit.id, 'note');
  const [part, setPart] = useDraft(visit.id, 'part');
  const [count, setCount] = useDraft(visit.id, 'quantity');
  const typed = [typedNote(note), typedPart(part, count)].filter((record) => record !== undefined);
  const problems = typedProblems(note, part, count);
  const missing = missingItems(visit.check_list, visit.records, visit.files);
  const { isBusy, once } = useOneTap();
  const isHeld = end === 'done' ? missing.length > 0 : !isReason(reason);
  async function keep(end: End) {
    const at = new Date().toISOString();
    const finish: Deed =
      end === 'done'
        ? { kind: 'progress', progress: 'done', at }
        : { kind: 'outcome', outcome: end, reason: reason.trim(), at };
    if (!(await keepAt(visit, ends[end].word, ...typed.map(deedOf), finish))) return;
    setReason('');
    // What could not be added stays where it was typed.
    if (problems.note === undefined) setNote('');
    if (problems.part === undefined) for (const forget of [setPart, setCount]) forget('');
    onClose();
    scrollTo(0, 0);
  }
  return (
    <Sheet
      title="How did it go?"
      onClose={onClose}
      actions={
        <Button
          className="is-main"
          busy={isBusy}
          disabled={end === undefined || isHeld}
          onClick={() => end !== undefined && void once(() => keep(end))}
        >
          {finishWords(end, reason)}
        </Button>
      }
    >
      <p className="field-words">{visit.customer.name}</p>
      <Choices isTall legend="How did it go?" name="end" chosen={end} onChoose={setEnd} choices={choices} />
      {end === 'done' && missing.length > 0 && (
        <MissingItems visit={visit} missing={missing} onClose={onClose} />
      )}
      {end === 'done' && missing.length === 0 && <OpenItems visit={visit} />}
      {end !== undefined && end !== 'done' && (
        <LongText
          label={ends[end].label}
          rows={3}
          most={LONGEST_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          hint="The office reads this, and the customer in the report. It is kept while you type."
        />
      )}
      {typed.length > 0 && (
        <section className="field-card" aria-label="Added with it">
          <p className="field-words">You have typed this at the visit. It is added when you finish:</p>
          {typed.map((record) => (
            <p key={record.kind} className="noted__text">
              {typedWords(record)}
            </p>
          ))}
        </section>
      )}
      {[problems.note, problems.part].map(
        (words) =>
          words !== undefined && (
            <p key={words} className="field-words" data-tone="danger">
              {words}
            </p>
          ),
      )}
    </Sheet>
  );
}

/** Nothing that has to be answered, and yet worth a look: the report tells the customer what was not done. */
function OpenItems({ visit }: { visit: ShownVisit }) {
  const words = openItemsWords(visit);
  if (words === undefined) return null;
  return (
    <output className="small-words" data-tone="attention">
      <Glyph name="warning" />
      {words}
    </output>
  );
}

/** What the button does, or what it waits for. */
function finishWords(end: End | undefined, reason: string): string {
  if (end === undefined) return 'Choose first';
  return end !== 'done' && reason.trim() === '' ? 'Say why first' : `Finish: ${ends[end].word}`;
}

/** What holds the visit back, with the way to each. */
function MissingItems(props: { visit: ShownVisit; missing: readonly string[]; onClose: () => void }) {
  const { visit, missing, onClose } = props;
  function show(item: string) {
    onClose();
    const { page } = placeOf(location.pathname);
    if (page !== 'visit') goTo({ page: 'visit', id: visit.id });
    // When the page is there and this is gone, with the focus that it gives back.
    setTimeout(() => {
      const found = document.getElementById(itemId(visit, item));
      found?.scrollIntoView({ block: 'center' });
      found?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    });
  }
  return (
    <section className="missing" aria-label="Still to answer">
      <p>
        <strong>Before it is done, the check list needs an answer:</strong>
      </p>
      <ul>
        {missing.map((item) => (
          <li key={item}>
            <button type="button" className="missing__item" onClick={() => show(item)}>
              <span>{item}</span>
              <Glyph name="next" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
