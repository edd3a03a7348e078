import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { attempt, keepAt, say } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import { takeBack } from '../outbox/take-back.ts';
import { Choices } from './choices.tsx';
import { lateOf } from './late.ts';

const choices = ['15', '30', '45', '60', 'other'] as const;
const [LEAST, MOST] = [5, 720];

/** How late somebody will be: the office and the board see it as soon as it is sent. */
export function LateSheet({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const [text, setText] = useDraft(visit.id, 'late');
  const late = lateOf(visit);
  const { isBusy, once } = useOneTap();
  const minutes = chosen === 'other' ? Number(typed) : Number(chosen);
  const isGood = Number.isInteger(minutes) && minutes >= LEAST && minutes <= MOST;
  async function keep() {
    const content = { minutes, ...(text.trim() === '' ? {} : { text: text.trim() }) };
    const noted_at = new Date().toISOString();
    if (
      !(await keepAt(visit, `${minutes} minutes late`, {
        kind: 'record',
        record: { kind: 'late', content, noted_at },
      }))
    )
      return;
    setText('');
    onClose();
  }
  async function withdraw() {
    if (!late || !(await attempt(() => takeBack(visit, late.record)))) return;
    say('Taken back: you are not late.');
    onClose();
  }
  return (
    <Sheet
      title="How late will you be?"
      onClose={onClose}
      actions={
        <Button className="is-main" busy={isBusy} disabled={!isGood} onClick={() => void once(keep)}>
          {chosen === undefined ? 'Choose first' : 'Tell the office'}
        </Button>
      }
    >
      <p className="field-words">
        {visit.customer.name}. The office sees it at once and can tell the customer.
      </p>
      <Choices
        legend="Minutes"
        name="minutes"
        chosen={chosen}
        onChoose={setChosen}
        choices={choices.map((value) => ({
          value,
          word: value === 'other' ? 'Other' : `${value} min`,
        }))}
      />
      {chosen === 'other' && (
        <Field
          label="Minutes"
          inputMode="numeric"
          value={typed}
          state={typed === '' || isGood ? 'unknown' : 'invalid'}
          error={`A whole number from ${LEAST} to ${MOST}.`}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Field
        label="Why"
        optional
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {late && (
        <Button variant="secondary" busy={isBusy} onClick={() => void once(withdraw)}>
          I am not late after all
        </Button>
      )}
    </Sheet>
  );
}
