import type { Item } from '@muster/domain/money/items/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { VisuallyHidden } from '@mantine/core';
import {
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { commandId } from '../../api/command.ts';
import { blankLine, changed, isBlank, moved, replaced, without } from './draft-lines.ts';
import { type LineDeeds, type LineMore, LineRow } from './line-row.tsx';
import './lines-editor.css';

interface LinesEditorProps<Line extends NewLine> {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** A line as this document has it: one that begins, or that was taken from the price list, below or in the place of another. */
  asLine: (line: NewLine, beside: Line | undefined) => Line;
  /** What this document says of a line besides; below its cells. */
  renderMore?: (line: Line, place: number, change: (change: Partial<Line>) => void) => ReactNode;
  isRegistered: boolean;
  mayPrice: boolean;
  /** What an item of the price list is in an invoice of this customer: several lines, where it is a kit. */
  linesOf: (item: Item, quantity: number) => Promise<NewLine[]>;
}

/** The lines of a draft as a table that is typed into. There is always an empty one at the end; it becomes one of them when somebody types. */
export function LinesEditor<Line extends NewLine>(props: LinesEditorProps<Line>) {
  const { lines, onChange, asLine, renderMore, isRegistered, mayPrice, linesOf } = props;
  const [nextId, setNextId] = useState(() => commandId());
  const frame = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ line: string; cell: string }>(undefined);
  const [said, setSaid] = useState('');
  // Nobody has two empty lines at the end, wherever the second came from.
  const last = lines.at(-1);
  const ownBlank = last && isBlank(last) ? last : undefined;
  const next = (id: string) => asLine(blankLine(id, isRegistered), last);
  const shown = ownBlank ? lines : [...lines, next(nextId)];

  /** With the empty line at the end as one of them, where it is the one that something is done with. */
  function having(id: string): readonly Line[] {
    return lines.some((line) => line.id === id) ? lines : [...lines, next(id)];
  }

  function put(next: Line[], id: string) {
    if (id === nextId) setNextId(commandId());
    onChange(next);
  }

  const acts = {
    change: (id: string, change: Partial<Line>) => put(changed(having(id), id, change), id),
    async take(id: string, item: Item) {
      const quantity = having(id).find((line) => line.id === id)!.quantity;
      wanted.current = { line: id, cell: 'quantity' };
      const taken = await linesOf(item, quantity);
      latest.current.place(id, taken);
    },
    place(id: string, taken: readonly NewLine[]) {
      const own = having(id).find((line) => line.id === id);
      const placed = taken.map((line) => asLine(line, own));
      put(replaced(having(id), id, placed), id);
    },
    remove(id: string) {
      if (!lines.some((line) => line.id === id)) return;
      const at = shown.findIndex((line) => line.id === id);
      wanted.current = { line: shown[at + 1]?.id ?? shown[at - 1]!.id, cell: 'description' };
      setSaid(`Line ${at + 1} removed`);
      onChange(without(lines, id));
    },
    move(id: string, step: 1 | -1) {
      const next = moved(lines, id, step);
      const at = next.findIndex((line) => line.id === id);
      if (at === -1) return;
      setSaid(`Line ${at + 1} of ${next.length}`);
      onChange(next);
    },
    goOn(id: string) {
      const at = shown.findIndex((line) => line.id === id);
      const below = shown[at + 1] ?? shown[at];
      focusCell(frame.current, below!.id, 'description');
    },
  };

  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });

  const grip = useCallback((id: string, event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    follow(id, event.currentTarget, event.pointerId, (step) => latest.current.move(id, step));
  }, []);
  const deeds = useMemo<LineDeeds>(
    () => ({
      change: (id, change) => latest.current.change(id, change as Partial<Line>),
      take: (id, item) => void latest.current.take(id, item),
      keep: (id) => focusCell(frame.current, id, 'quantity'),
      remove: (id) => latest.current.remove(id),
      grip,
    }),
    [grip],
  );

  /** The keys are a quicker way to what the buttons of a line do. */
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, target } = event;
    const isModified = event.ctrlKey || event.metaKey;
    const cell = target instanceof HTMLElement ? target : undefined;
    const id = cell?.closest<HTMLElement>('[data-line]')?.dataset['line'];
    const name = cell?.dataset['cell'];
    if (id === undefined) return;
    const isNext = !lines.some((line) => line.id === id);
    const isEmpty = name === 'description' && (cell as HTMLTextAreaElement).value === '';
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) acts.move(id, key === 'ArrowUp' ? -1 : 1);
    else if (isModified && key === 'Backspace') acts.remove(id);
    else if (key === 'Backspace' && isEmpty && !isNext) acts.remove(id);
    // What Enter means in a description is the price list's to say.
    else if (key === 'Enter' && (name === 'description' ? isEmpty : name !== undefined)) {
      if (isModified || shiftKey || altKey) return;
      acts.goOn(id);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const list = frame.current;
    const listen = (event: KeyboardEvent) => press(event);
    list?.addEventListener('keydown', listen);
    return () => list?.removeEventListener('keydown', listen);
  }, []);

  // What somebody goes on with may be drawn a moment later.
  useEffect(() => {
    const { line, cell } = wanted.current ?? {};
    if (line !== undefined && cell !== undefined && focusCell(frame.current, line, cell))
      wanted.current = undefined;
  });

  return (
    <div className="lines" data-registered={isRegistered || undefined}>
      <div className="line lines__head" aria-hidden>
        <span />
        <span>Description</span>
        <span data-number>Qty</span>
        <span>Unit</span>
        <span data-number>Price</span>
        <span data-number>Discount</span>
        {isRegistered && <span>GST</span>}
        <span data-number>{isRegistered ? 'Amount incl. GST' : 'Amount'}</span>
        <span />
      </div>
      <ol ref={frame} aria-label="Lines">
        {shown.map((line, at) => (
          <LineRow
            key={line.id}
            line={line}
            place={at + 1}
            isNext={at === shown.length - 1 && isBlank(line)}
            isRegistered={isRegistered}
            mayPrice={mayPrice}
            deeds={deeds}
            {...(renderMore && { renderMore: renderMore as LineMore })}
          />
        ))}
      </ol>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
    </div>
  );
}

export function focusCell(frame: Element | null, line: string, cell: string): boolean {
  const field = frame?.querySelector<HTMLElement>(`[data-line="${line}"] [data-cell="${cell}"]`);
  field?.focus();
  return field !== null && field !== undefined;
}

/** A line that is dragged changes places with each that the pointer passes. */
function follow(id: string, grip: HTMLElement, pointer: number, onStep: (step: 1 | -1) => void): void {
  const row = grip.closest<HTMLElement>('[data-line]');
  if (!row) return;
  grip.setPointerCapture(pointer);
  row.dataset['dragged'] = 'true';
  function move({ clientY }: globalThis.PointerEvent) {
    const own = row!.parentElement?.querySelector(`[data-line="${id}"]`);
    const above = own?.previousElementSibling?.getBoundingClientRect();
    const below = own?.nextElementSibling;
    const beyond = below instanceof HTMLElement && below.dataset['next'] === undefined;
    const under = beyond ? below.getBoundingClientRect() : undefined;
    if (above && clientY < above.top + above.height / 2) onStep(-1);
    else if (under && clientY > under.top + under.height / 2) onStep(1);
  }
  function end() {
    delete row!.dataset['dragged'];
    grip.removeEventListener('pointermove', move);
  }
  grip.addEventListener('pointermove', move);
  grip.addEventListener('lostpointercapture', end, { once: true });
}
