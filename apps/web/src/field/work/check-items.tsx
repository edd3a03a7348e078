import { Field, TextAreaField } from '@muster/ui/field';
import { useRef, useState } from 'react';
import { commandId } from '../../lib/command-id.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { complain, keepAt } from '../frame/notice.ts';
import type { Deed } from '../outbox/entry.ts';
import { usePicture } from './file-tile.tsx';
import { PickButton } from './pick-button.tsx';
import { readied } from './picture.ts';
import { readNumber } from './read-number.ts';
import { useTypedAnswer } from './typed-answer.ts';

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

export function TickItem({ visit, item }: ItemProps) {
  // Shown at once, until what was kept says the same, or it could not be kept.
  const [tapped, setTapped] = useState<{ value: boolean; before: boolean }>();
  const isTicked = tapped && tapped.before === item.done ? tapped.value : item.done;
  async function tick(value: boolean) {
    setTapped({ value, before: item.done });
    const said = value ? `${item.text}: ticked` : `${item.text}: not ticked`;
    if (!(await keepAt(visit, said, answerTo(item, value)))) setTapped(undefined);
  }
  return (
    <label className="tick">
      <input type="checkbox" checked={isTicked} onChange={(event) => void tick(event.target.checked)} />
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

export function NumberItem({ visit, item, answer }: ItemProps) {
  const kept = typeof answer === 'number' ? String(answer) : '';
  const hasTyped = useRef(false);
  const { typed, type, keep } = useTypedAnswer(visit.id, item.text, kept, async (text) => {
    const value = readNumber(text);
    if (value === undefined && text.trim() !== '') {
      // What is no number answers nothing, and neither does what stood there before; a draft of another day leaves it alone.
      if (kept !== '' && hasTyped.current)
        await keepAt(visit, `${item.text}: no number, so not answered`, answerTo(item, null));
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
      error="A number, as in 4.5."
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

export function TextItem({ visit, item, answer }: ItemProps) {
  const kept = typeof answer === 'string' ? answer : '';
  const { typed, type, keep } = useTypedAnswer(visit.id, item.text, kept, (text) =>
    keepAt(visit, `${item.text}: kept`, answerTo(item, text.trim() === '' ? null : text.trim())),
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

export function PhotoItem({ visit, item, answer }: ItemProps) {
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
