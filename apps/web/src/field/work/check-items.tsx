import { Field, TextAreaField } from '@muster/ui/field';
import { useState } from 'react';
import { commandId } from '../../lib/command-id.ts';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { complain, keepAt } from '../frame/notice.ts';
import type { Deed } from '../outbox/entry.ts';
import { usePicture } from './file-tile.tsx';
import { PickButton } from './pick-button.tsx';
import { readied } from './picture.ts';
import { readNumber } from './read-number.ts';

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
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={item.done}
        onChange={(event) =>
          void keepAt(
            visit,
            event.target.checked ? `${item.text}: ticked` : `${item.text}: not ticked`,
            answerTo(item, event.target.checked),
          )
        }
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

export function NumberItem({ visit, item, answer }: ItemProps) {
  const kept = typeof answer === 'number' ? String(answer) : '';
  const [draft, setDraft] = useDraft(visit.id, `number ${item.text}`);
  const [isTyping, setTyping] = useState(draft !== '');
  const typed = isTyping ? draft : kept;
  const value = readNumber(typed);
  const isWrong = typed.trim() !== '' && value === undefined;
  async function keep() {
    if (!isTyping || isWrong) return;
    const isKept =
      typed === kept || (await keepAt(visit, `${item.text}: ${typed}`, answerTo(item, value ?? null)));
    if (!isKept) return;
    setTyping(false);
    setDraft('');
  }
  return (
    <Field
      label={labelOf(item)}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      state={isWrong ? 'invalid' : 'unknown'}
      error="A number, as in 4.5."
      onChange={(event) => {
        setTyping(true);
        setDraft(event.target.value);
      }}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void keep();
      }}
    />
  );
}

export function TextItem({ visit, item, answer }: ItemProps) {
  const kept = typeof answer === 'string' ? answer : '';
  const [draft, setDraft] = useDraft(visit.id, `text ${item.text}`);
  const [isTyping, setTyping] = useState(draft !== '');
  const typed = isTyping ? draft : kept;
  async function keep() {
    if (!isTyping) return;
    const value = typed.trim() === '' ? null : typed.trim();
    const isKept = typed === kept || (await keepAt(visit, `${item.text}: kept`, answerTo(item, value)));
    if (!isKept) return;
    setTyping(false);
    setDraft('');
  }
  return (
    <TextAreaField
      label={labelOf(item)}
      rows={2}
      maxLength={1_000}
      value={typed}
      onChange={(event) => {
        setTyping(true);
        setDraft(event.target.value);
      }}
      onBlur={() => void keep()}
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
