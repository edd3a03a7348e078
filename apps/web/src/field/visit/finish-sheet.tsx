import { missingItems } from '@muster/domain/field-records/rules';
import { Button } from '@muster/ui/button';
import { TextAreaField } from '@muster/ui/field';
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
import { deedOf, typedNote, typedPart, typedWords } from '../work/typed.ts';
import { Choices } from './choices.tsx';

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
  const missing = missingItems(visit.check_list, visit.records, visit.files);
  const { isBusy, once } = useOneTap();
  const isHeld = end === 'done' ? missing.length > 0 : reason.trim() === '';
  async function keep(end: End) {
    const at = new Date().toISOString();
    const finish: Deed =
      end === 'done'
        ? { kind: 'progress', progress: 'done', at }
        : { kind: 'outcome', outcome: end, reason: reason.trim(), at };
    if (!(await keepAt(visit, ends[end].word, ...typed.map(deedOf), finish))) return;
    for (const forget of [setReason, setNote, setPart, setCount]) forget('');
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
          {finishWords(end, isHeld)}
        </Button>
      }
    >
      <p className="field-words">{visit.customer.name}</p>
      <Choices isTall legend="How did it go?" name="end" chosen={end} onChoose={setEnd} choices={choices} />
      {end === 'done' && missing.length > 0 && (
        <MissingItems visit={visit} missing={missing} onClose={onClose} />
      )}
      {end !== undefined && end !== 'done' && (
        <TextAreaField
          label={ends[end].label}
          rows={3}
          maxLength={500}
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
    </Sheet>
  );
}

/** What the button does, or what it waits for. */
function finishWords(end: End | undefined, isHeld: boolean): string {
  if (end === undefined) return 'Choose first';
  return isHeld && end !== 'done' ? 'Say why first' : `Finish: ${ends[end].word}`;
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
