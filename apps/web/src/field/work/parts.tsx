import { standing } from '@muster/domain/field-records/rules';
import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.ts';
import { Noted } from './noted.tsx';
import { readNumber } from './read-number.ts';
import './work.css';

/** What was used up, and how many of it. */
export function Parts({ visit }: { visit: ShownVisit }) {
  const [name, setName] = useDraft(visit.id, 'part');
  const [typed, setTyped] = useState('1');
  const parts = standing(visit.records).filter(({ kind }) => kind === 'part');
  const quantity = readNumber(typed);
  const isGood = quantity !== undefined && quantity > 0 && quantity <= 100_000;
  const step = (by: number) => setTyped(String(Math.max(1, Math.floor((quantity ?? 0) + by))));
  async function keep() {
    if (!isGood) return;
    const content = { name: name.trim(), quantity };
    const noted_at = new Date().toISOString();
    if (!(await keepAt(visit, 'Part added', { kind: 'record', record: { kind: 'part', content, noted_at } })))
      return;
    setName('');
    setTyped('1');
  }
  return (
    <section className="field-card" aria-label="Parts used">
      <h2>Parts used</h2>
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="button" className="stepper__step" aria-label="One more" onClick={() => step(1)}>
          <Glyph name="plus" />
        </button>
      </div>
      <Button variant="secondary" disabled={name.trim() === '' || !isGood} onClick={() => void keep()}>
        Add the part
      </Button>
    </section>
  );
}
