import { useEffect, useEffectEvent } from 'react';
import { type KeyList, usePageKeys } from '../../keys/page-keys.ts';
import { isForPage } from '../single-keys.ts';

interface ListKeys {
  /** One row down (1) or up (-1); with Shift, selecting on the way. */
  onMove: (step: 1 | -1, isSelecting: boolean) => void;
  onOpen: () => void;
  onSelect: () => void;
  /** Undoes the selection; false where there is none. */
  onClear: () => boolean;
}

const listKeys: KeyList = {
  title: 'In a list',
  keys: [
    { keys: ['j', 'k'], text: 'Down and up; hold Shift to select' },
    { keys: ['↵'], text: 'Open' },
    { keys: ['x'], text: 'Select' },
    { keys: ['/'], text: 'Search' },
    { keys: ['n'], text: 'New' },
  ],
};

/** The keys of a list: j, k and the arrows move, Enter opens, x selects, Shift selects a stretch, / searches. They work wherever nobody types. */
export function useListKeys({ onMove, onOpen, onSelect, onClear }: ListKeys): void {
  usePageKeys(listKeys);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (!isForPage(event)) return;
    const isLoose =
      target === document.body || (target instanceof Element && target.closest('.records') !== null);
    const step = stepOf(key, isLoose);
    if (step !== undefined) onMove(step, event.shiftKey);
    else if (key === 'x') onSelect();
    else if (key === 'Enter' && target === document.body) onOpen();
    else if (key === '/') document.querySelector<HTMLElement>('[data-list-search]')?.focus();
    else if (key !== 'Escape' || !isLoose || !onClear()) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The arrows belong to whatever has the focus; the letters to the list. */
function stepOf(key: string, isLoose: boolean): 1 | -1 | undefined {
  if (key.toLowerCase() === 'j' || (isLoose && key === 'ArrowDown')) return 1;
  if (key.toLowerCase() === 'k' || (isLoose && key === 'ArrowUp')) return -1;
  return undefined;
}
