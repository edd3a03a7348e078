import { standing } from '@muster/domain/field/field-records/rules';
import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Fold } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { Noted } from './notes.tsx';
import { readNumber, deedOf, quantityProblem, typedPart } from './typed-fields.ts';
import './work.css';

/** What was used up, and how many of it. */
export function Parts({ visit }: { visit: ShownVisit }) {
  const [name, setName] = useDraft(visit.id, 'part');
  const [count, setCount] = useDraft(visit.id, 'quantity');
  // A field that was emptied to type another number stays empty until then.
  const [isEmptied, setEmptied] = useState(false);
  const parts = standing(visit.records).filter(({ kind }) => kind === 'part');
  const record = typedPart(name, count);
  const problem = quantityProblem(count);
  const { isBusy, once } = useOneTap();
  function type(text: string) {
    setCount(text);
    setEmptied(text === '');
  }
  const step = (by: number) => type(String(Math.max(1, Math.floor((readNumber(count || '1') ?? 0) + by))));
  async function keep() {
    if (!record || !(await keepAt(visit, 'Part added', deedOf(record)))) return;
    setName('');
    setCount('');
    setEmptied(false);
  }
  return (
    <Fold
      id="parts"
      title="Parts used"
      count={parts.length}
      isWaiting={parts.some(({ id }) => visit.waiting.has(id))}
      startsOpen={name !== ''}
    >
      {parts.map((part) => (
        <Noted key={part.id} visit={visit} record={part} what="part">
          <p>
            <strong>{String(part.content['quantity'])} ×</strong> {String(part.content['name'])}
          </p>
        </Noted>
      ))}
      <Field
        label="Part"
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="stepper">
        <button type="button" className="stepper__step" aria-label="One less" onClick={() => step(-1)}>
          <Glyph name="minus" />
        </button>
        <Field
          label="How many"
          inputMode="decimal"
          value={isEmptied ? '' : count || '1'}
          state={problem === undefined ? 'unknown' : 'invalid'}
          error={problem}
          onChange={(event) => type(event.target.value)}
        />
        <button type="button" className="stepper__step" aria-label="One more" onClick={() => step(1)}>
          <Glyph name="plus" />
        </button>
      </div>
      <Button
        variant="secondary"
        busy={isBusy}
        disabled={record === undefined}
        onClick={() => void once(keep)}
      >
        Add part
      </Button>
    </Fold>
  );
}
