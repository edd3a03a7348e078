import { delayOf } from '@muster/domain/dispatch/scheduling/board/attention';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { listInWords } from '@muster/domain/values/words';
import { lengthInWords, timeInWords, zoneName } from '@muster/domain/values/clock-words';
import { type RefObject, useEffect, useState } from 'react';
import { windowInWords } from '@muster/domain/work/visits/promise';
import { WorkStateBadge } from '../../../../../lib/kit/work-state.tsx';
import { chipPlace, type Layout, leftOf, lineBox, lineOf, weekRowOf } from '../../model/layout.ts';
import { lateWords, warningOf } from '../../model/verdict.ts';
import type { JobKind } from './board-row.tsx';

interface VisitPeekProps {
  board: Board;
  kinds: ReadonlyMap<string, JobKind>;
  layout: Layout;
  scroller: RefObject<HTMLDivElement | null>;
}

interface Over {
  readonly visit: string;
  readonly technician: string;
}

/** Whoever only passes over a visit wants no card. */
const restMs = 400;
const cardPx = 280;
/** Narrower ones are held in the middle, so their end is taken beside them. */
const gripPx = 24;

/**
 * What is over the visit below the pointer, or with the focus: the end by which it is made longer, and a card with what has no room in
 * it. Once for the whole board; a label tells the same to those who listen.
 */
export function VisitPeek({ board, kinds, layout, scroller }: VisitPeekProps) {
  const { over, isShown } = useOver(scroller);
  const visit = over && board.visits.get(over.visit);
  const own = over && board.assignments.get(over.visit)?.find((one) => one.technician === over.technician);
  const line = over && lineOf(layout.lines, over.technician);
  const element = scroller.current;
  if (!visit || !own || line === undefined || !element) return null;
  const { top } = line;
  const { axis, names, rowHeight, week } = layout;
  const chip = week && chipPlace(axis, weekRowOf(week, over.technician), over.visit);
  const [left, right] = [chip?.left ?? leftOf(axis, own.start), leftOf(axis, own.end)];
  const box = chip && lineBox(line.height, chip.lane, chip.lanes);
  return (
    <div className="visit-peek" aria-hidden>
      {!chip && (
        <i
          className="visit-block__end"
          data-visit={over.visit}
          data-technician={over.technician}
          style={{
            left: names + right - (right - left < gripPx ? 1 : 8),
            top: top + 4,
            height: rowHeight - 9,
          }}
        />
      )}
      {isShown && (
        <Card
          board={board}
          visit={over.visit}
          kind={kinds.get(over.visit)?.name}
          left={Math.min(
            names + Math.max(left, element.scrollLeft),
            element.scrollLeft + element.clientWidth - cardPx - 8,
          )}
          top={top + (box?.top ?? 0)}
          rowHeight={box?.height ?? rowHeight}
          isAbove={top + layout.head - element.scrollTop > element.clientHeight * 0.6}
        />
      )}
    </div>
  );
}

interface CardProps {
  board: Board;
  visit: string;
  kind: string | undefined;
  left: number;
  top: number;
  rowHeight: number;
  isAbove: boolean;
}

function Card({ board, visit, kind, left, top, rowHeight, isAbove }: CardProps) {
  const { row } = board.visits.get(visit)!;
  const crew = board.assignments.get(visit)!;
  const { zone } = board.business;
  const warning = warningOf(board, visit);
  const delay = delayOf(board, board.visits.get(visit)!);
  const names = crew.map(({ technician }) => board.technicians.get(technician)?.row.name ?? '');
  return (
    <div
      className="peek-card"
      data-above={isAbove || undefined}
      style={{ left, top: isAbove ? top : top + rowHeight, width: cardPx }}
    >
      <b>{row.customer}</b>
      <span className="peek-card__time">
        {timeInWords(crew[0]!.start, zone)} – {timeInWords(crew[0]!.end, zone)} ·{' '}
        {lengthInWords(row.duration)}
      </span>
      <span>{[row.number, row.site.suburb, kind].filter(Boolean).join(' · ')}</span>
      {row.window && (
        <span>
          {row.isConfirmed ? 'Customer confirmed' : row.isTold ? 'Customer told' : 'Agreed'}{' '}
          {windowInWords(row.window.from, row.window.to)}
          {row.site.zone !== zone && ` (${zoneName(row.site.zone)} time)`}
        </span>
      )}
      {names.length > 1 && <span>{listInWords(names)}</span>}
      <span className="peek-card__state">
        <WorkStateBadge state={row.state} />
        {crew.some(({ isPinned }) => isPinned) && 'Pinned'}
        {row.isEntered === true && 'Entered afterwards'}
      </span>
      {delay && (
        <em>
          Running late: {timeInWords(delay.expected, zone)}, {lateWords(delay)}. {delay.text}
        </em>
      )}
      {warning && <em data-hard={warning.isHard || undefined}>{warning.long}</em>}
    </div>
  );
}

/** The visit below the pointer at once, its card after a rest; by keys both at once, and Escape closes the card. */
function useOver(scroller: RefObject<HTMLDivElement | null>) {
  const [over, setOver] = useState<Over>();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = scroller.current!;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    const look = (target: EventTarget | null, isAtOnce: boolean) => {
      const block = (target as Element).closest('[data-visit]');
      if (block === current && !isAtOnce) return;
      clearTimeout(rest);
      // The end lies on the block that it belongs to.
      if (block?.classList.contains('visit-block__end')) return;
      current = block;
      const { visit, technician } = (block as HTMLElement | null)?.dataset ?? {};
      setOver(visit && technician ? { visit, technician } : undefined);
      setShown(isAtOnce);
      if (visit && !isAtOnce) rest = setTimeout(() => setShown(true), restMs);
    };
    const clear = () => {
      clearTimeout(rest);
      current = null;
      setOver(undefined);
      setShown(false);
    };
    const enter = ({ target, pointerType }: PointerEvent) => pointerType === 'mouse' && look(target, false);
    const focus = ({ target }: FocusEvent) =>
      (target as Element).matches('.visit-block:focus-visible') && look(target, true);
    const press = () => {
      clearTimeout(rest);
      setShown(false);
    };
    const key = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(false);
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener('pointerover', enter, { signal });
    element.addEventListener('pointerleave', clear, { signal });
    element.addEventListener('pointerdown', press, { signal });
    element.addEventListener('focusin', focus, { signal });
    element.addEventListener('focusout', clear, { signal });
    element.addEventListener('keydown', key, { signal });
    return () => {
      clearTimeout(rest);
      ended.abort();
    };
  }, [scroller]);
  return { over, isShown };
}
