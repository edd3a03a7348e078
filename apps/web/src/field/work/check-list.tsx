import { answersOf, missingItems, standing } from '@muster/domain/field/field-records/rules';
import { Field, TextAreaField } from '@muster/ui/field';
import { useRef, useState } from 'react';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Unsent } from '../visit/status-words.tsx';
import { commandId } from '../../lib/api/command.ts';
import { Fold } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { complain, keepAt } from '../frame/notice.tsx';
import type { Deed } from '../outbox/store.ts';
import { usePicture } from './file-tile.tsx';
import { PickButton } from './pick-button.tsx';
import { readied } from './picture.ts';
import { readNumber } from './typed-fields.ts';
import { useTypedAnswer } from './typed-answer.ts';
import { itemId } from '../visit/steps.ts';
import './work.css';

const kinds = { tick: TickItem, number: NumberItem, text: TextItem, photo: PhotoItem } as const;

/** What is to be checked; what has to be, before the visit is done, is marked. */
export function CheckList({ visit, isFolded = false }: { visit: ShownVisit; isFolded?: boolean }) {
  const { records } = visit;
  // Two of the same words have the same answer.
  const check_list = visit.check_list.filter(
    (item, at, all) => all.findIndex(({ text }) => text === item.text) === at,
  );
  if (check_list.length === 0) return null;
  const answers = answersOf(records);
  const missing = new Set(missingItems(check_list, records, visit.files));
  const count = check_list.filter(({ done }) => done).length;
  const items = (
    <ul className="check-list">
      {check_list.map((item) => {
        const Answer = kinds[item.kind ?? 'tick'];
        const last = standing(records).findLast(
          ({ kind, content }) => kind === 'check' && content['item'] === item.text,
        );
        return (
          <li
            key={item.text}
            id={itemId(visit, item.text)}
            data-missing={missing.has(item.text) || undefined}
          >
            <Answer visit={visit} item={item} answer={answers.get(item.text)} />
            {last && item.done && <Unsent isWaiting={visit.waiting.has(last.id)} />}
          </li>
        );
      })}
    </ul>
  );
  const soFar = `${count} of ${check_list.length}`;
  if (isFolded)
    return (
      <Fold title="Checklist" count={soFar}>
        {items}
      </Fold>
    );
  return (
    <section className="field-card" aria-label="Checklist">
      <div className="work__head">
        <h2>Checklist</h2>
        <span className="field-words">{soFar}</span>
      </div>
      {items}
    </section>
  );
}

type Item = ShownVisit['check_list'][number];

interface ItemProps {
  visit: ShownVisit;
  item: Item;
  answer: unknown;
}

type Value = boolean | number | string | null;

function answerTo(item: Item, value: Value): Deed {
  const noted_at = new Date().toISOString();
  return { kind: 'record', record: { kind: 'check', content: { item: item.text, value }, noted_at } };
}

function labelOf({ text, required }: Item): string {
  return required === true ? `${text} (required)` : text;
}

function TickItem({ visit, item }: ItemProps) {
  // A tap is answered at once, as something that is being saved; it counts when the phone has kept it.
  const [tapped, setTapped] = useState<{ value: boolean }>();
  async function tick(value: boolean) {
    const mine = { value };
    setTapped(mine);
    await keepAt(visit, value ? `${item.text}: ticked` : `${item.text}: not ticked`, answerTo(item, value));
    setTapped((latest) => (latest === mine ? undefined : latest));
  }
  return (
    <label className="tick" aria-busy={tapped !== undefined}>
      <input
        type="checkbox"
        checked={tapped?.value ?? item.done}
        onChange={(event) => void tick(event.target.checked)}
      />
      <span>
        {item.text}
        {item.required === true && <Required />}
      </span>
    </label>
  );
}

function Required() {
  return <span className="required"> (required)</span>;
}

function NumberItem({ visit, item, answer }: ItemProps) {
  const kept = typeof answer === 'number' ? String(answer) : '';
  const hasTyped = useRef(false);
  const { typed, type, keep } = useTypedAnswer(visit.id, item.text, kept, async (text) => {
    const value = readNumber(text);
    if (value === undefined && text.trim() !== '') {
      // What is no number answers nothing, and neither does what stood there before; a draft of another day leaves it alone.
      if (kept !== '' && hasTyped.current)
        await keepAt(visit, `${item.text}: not a number, so not answered`, answerTo(item, null));
      return false;
    }
    return keepAt(visit, `${item.text}: ${text}`, answerTo(item, value ?? null));
  });
  const isWrong = typed.trim() !== '' && readNumber(typed) === undefined;
  return (
    <Field
      label={labelOf(item)}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      state={isWrong ? 'invalid' : 'unknown'}
      error="Enter a number, such as 4.5."
      onChange={(event) => {
        hasTyped.current = true;
        type(event.target.value);
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
}

function TextItem({ visit, item, answer }: ItemProps) {
  const kept = typeof answer === 'string' ? answer : '';
  const { typed, type, keep } = useTypedAnswer(visit.id, item.text, kept, (text) =>
    keepAt(visit, `${item.text}: saved`, answerTo(item, text.trim() === '' ? null : text.trim())),
  );
  return (
    <TextAreaField
      label={labelOf(item)}
      rows={2}
      maxLength={1_000}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={keep}
    />
  );
}

function PhotoItem({ visit, item, answer }: ItemProps) {
  const file = visit.files.find(({ id }) => id === answer);
  async function add([chosen]: readonly File[]) {
    if (!chosen) return;
    const ready = await readied(chosen);
    if (typeof ready === 'string') return complain(ready);
    const id = commandId();
    const taken_at = new Date(chosen.lastModified || Date.now()).toISOString();
    await keepAt(
      visit,
      `${item.text}: photo added`,
      { kind: 'file', file: id, ...ready, taken_at },
      answerTo(item, id),
    );
  }
  return (
    <div className="photo-item">
      <p>
        {item.text}
        {item.required === true && <Required />}
      </p>
      {file && <Picture file={file} />}
      <PickButton accept="image/*" capture="environment" onPick={(chosen) => void add(chosen)}>
        <Glyph name="camera" />
        <span>
          {item.done ? 'Take another' : 'Take a photo'}
          <span className="m-hidden">: {item.text}</span>
        </span>
      </PickButton>
    </div>
  );
}

function Picture({ file }: { file: ShownVisit['files'][number] }) {
  const picture = usePicture(file, 'thumbnail');
  const [failed, setFailed] = useState<string>();
  if (picture === undefined || failed === picture)
    return (
      <span className="tile__blank">
        <Glyph name="camera" />
        <span>{file.name}</span>
      </span>
    );
  return (
    <img className="photo-item__picture" src={picture} alt={file.name} onError={() => setFailed(picture)} />
  );
}
