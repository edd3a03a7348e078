import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * A card that goes to another column is drawn anew there, and the focus that was on it would be lost. It goes along: with a card that
 * somebody moves, and with one that a colleague moves away from under them. `follow` names the card whose menu or dialog had the focus.
 */
export function useFollowedCard(root: RefObject<HTMLElement | null>) {
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const note = ({ target }: Event) => (followed.current = cardAt(target));
    document.addEventListener('focusin', note);
    // Whoever presses beside everything has let go of the card.
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, []);
  useEffect(() => {
    if (followed.current === undefined || document.activeElement !== document.body) return;
    const card = root.current?.querySelector(`[data-card="${followed.current}"]`);
    card?.querySelector('a')?.focus();
  });
  return (id: string) => void (followed.current = id);
}

function cardAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset['card'] : undefined;
}
