import { mayMove, movesFrom } from '@muster/domain/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import type { EnquiryRow, PipelineColumn } from '../api.ts';
import { cardIn } from '../model/moved.ts';
import { isWayOut } from '../model/state-words.ts';

type Move = (enquiry: EnquiryRow, state: EnquiryState) => void;

/**
 * Drags cards between the columns of a pipeline with the browser's own dragging, and moves the one that has the focus on by key. One
 * place listens for all cards, which are known by `data-card`, and for all columns, by `data-column`.
 */
export function useCardDrag(root: RefObject<HTMLElement | null>, columns: PipelineColumn[], onMove: Move) {
  const [held, setHeld] = useState<EnquiryRow>();
  const [over, setOver] = useState<EnquiryState>();

  function cardOf(event: Event): EnquiryRow | undefined {
    return cardIn(columns, placeOf(event, 'card'));
  }
  function takerOf(event: Event): EnquiryState | undefined {
    const state = columns.find((column) => column.state === placeOf(event, 'column'))?.state;
    return held && state && mayMove(held.state, state) ? state : undefined;
  }
  function letGo() {
    setHeld(undefined);
    setOver(undefined);
  }

  const listen = useEffectEvent((event: DragEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      // A key that is held down is meant once.
      const isMeant = event.key === 'ArrowRight' && event.shiftKey && !event.repeat;
      const card = isMeant ? cardOf(event) : undefined;
      const next = card && movesFrom(card.state).find((state) => !isWayOut(state));
      if (card && next) onMove(card, next);
    } else if (event.type === 'dragstart') {
      const card = cardOf(event);
      event.dataTransfer?.setData('text/plain', card?.reference ?? '');
      setHeld(card);
    } else if (event.type === 'dragover') {
      const taker = takerOf(event);
      if (taker) event.preventDefault();
      setOver(taker);
    } else {
      const taker = event.type === 'drop' ? takerOf(event) : undefined;
      letGo();
      if (held && taker) onMove(held, taker);
    }
  });
  useEffect(() => {
    const element = root.current;
    const types = ['dragstart', 'dragover', 'drop', 'dragend', 'keydown'] as const;
    const hear = (event: DragEvent | KeyboardEvent) => listen(event);
    for (const type of types) element?.addEventListener(type, hear);
    return () => {
      for (const type of types) element?.removeEventListener(type, hear);
    };
  }, [root]);
  return { held, over };
}

/** The nearest card or column that an event happened in. */
function placeOf({ target }: Event, what: 'card' | 'column'): string | undefined {
  const place = (target as Element).closest<HTMLElement>(`[data-${what}]`);
  return place?.dataset[what];
}
